import type { SearchHit, SearchOptions } from '../port.ts';
import type { View } from './lookup/index-view.ts';
import type { Found } from './lookup/top-hits.ts';

/** How many of the best are needed for the page that is asked for; several may be of one story. */
export function roomFor({ offset = 0, limit = LIMIT, isGrouped = false }: SearchOptions): number {
  const last = Math.min(MOST, Math.max(0, offset) + Math.max(1, limit));
  return isGrouped ? Math.min(MOST * 2, last * 3 + 20) : last;
}

export function hitsOf(found: readonly Found[], view: View, options: SearchOptions): SearchHit[] {
  const { offset = 0, limit = LIMIT, isGrouped = false } = options;
  if (!isGrouped) return found.slice(offset, offset + limit).map(each => hitOf(each, view));
  const last = offset + limit;
  const stories = new Map<string, SearchHit & { readonly others: string[] }>();
  for (const each of found) {
    const key = storyKeyOf(each, view);
    const story = stories.get(key);
    // Ids are written out for those alone that are shown.
    if (story === undefined && stories.size < last) stories.set(key, hitOf(each, view));
    else if (story && story.others.length < MOST_OTHERS) story.others.push(hitOf(each, view).id);
  }
  return [...stories.values()].slice(offset);
}

/** The story's id as it is stored; an article without one stands for itself. */
function storyKeyOf({ segment: index, document }: Found, view: View): string {
  const ids = view.parts[index]?.segment.allIds();
  const at = document * 32;
  const story = ids?.toString('latin1', at + 16, at + 32) ?? '';
  return story === NO_STORY ? (ids?.toString('latin1', at, at + 16) ?? '') : story;
}

function hitOf(
  { score, segment: index, document }: Found,
  view: View,
): SearchHit & { readonly others: string[] } {
  const segment = view.parts[index]?.segment;
  if (segment === undefined) throw new RangeError('a hit of a segment that is not there');
  const publishedAt = new Date((segment.columns.published[document] ?? 0) * 1_000);
  return { ...segment.idOf(document), score, publishedAt, others: [] };
}

const NO_STORY = '\0'.repeat(16);
const LIMIT = 20;
/** Nobody reads on behind so many. */
const MOST = 1_000;
const MOST_OTHERS = 10;
