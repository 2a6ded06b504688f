import { type EnteredItem, listEntered, withItems } from '../../signals/trending/queries/entered.ts';
import type { ItemDetails } from '../../signals/trending/queries/items.ts';
import { listHidden, listPinned, listStories, type Story } from '../../stories/queries/index.ts';
import type { AppContext } from '../context.ts';

/** STORY-6: stories that an editor may want to edit, at most `limit` of each kind. */
export async function storiesToEdit(
  { database }: Pick<AppContext, 'database'>,
  limit: number,
): Promise<StoriesToEdit> {
  const [pinned, hidden, newest, entered] = await Promise.all([
    listPinned(database, limit),
    listHidden(database, limit),
    listStories(database, { limit }),
    listEntered(database, { of: 'stories', limit }),
  ]);
  return { pinned, hidden, newest, risen: await withItems(database, 'stories', entered) };
}

interface StoriesToEdit {
  readonly pinned: readonly Story[];
  readonly hidden: readonly Story[];
  readonly newest: readonly Story[];
  /** TREND-9: those that have just entered the trending top ten. */
  readonly risen: readonly RisenStory[];
}

export type RisenStory = EnteredItem & { readonly thing: ItemDetails };
