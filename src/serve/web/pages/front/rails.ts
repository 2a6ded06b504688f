import type { Principal } from '../../../../model/principal.ts';
import type { Story } from '../../../../stories/read/index.ts';
import { storiesByIds } from '../../../../stories/read/index.ts';
import { FOR_YOU } from '../../../api/v1/feeds.ts';
import type { ServeContext } from '../../../context.ts';
import { say } from '../../words/say.ts';
import type { RailEntry } from './page.ts';

/** What readers share and read most of a language, from the lists that this process has in memory. */
export async function trendingRail({ trendingDesk }: ServeContext, language: string): Promise<RailEntry[]> {
  const { items } = await trendingDesk.reader.present({ window: '1h', of: 'stories', by: 'blend' });
  return items
    .filter(({ thing }) => thing.language === language)
    .slice(0, SHOWN)
    .map(({ id, thing, shares, reads }) => ({
      path: `/stories/${id}`,
      headline: thing.title,
      language: thing.language,
      about: [say('trending.shares', { count: shares }), ' · ', say('trending.reads', { count: reads })],
    }));
}

/** The top of the reader's own feed; who is not signed in has none. */
export async function forYouRail(
  { feeds, database }: ServeContext,
  principal: Principal | null,
): Promise<Story[]> {
  if (!principal) return [];
  const { items } = await feeds.page(FOR_YOU, principal.userId, { from: null, most: SHOWN });
  return storiesByIds(
    database,
    items.map(({ recent }) => recent.story.id),
  );
}

const SHOWN = 5;
