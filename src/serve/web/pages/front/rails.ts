import type { AppContext } from '../../../../app/context.ts';
import { describeReason } from '../../../../app/feeds/reasons.ts';
import { storyFor } from '../../../../app/feeds/story-for-reader.ts';
import type { Principal } from '../../../../model/principal.ts';
import { forYou } from '../../../api/v1/feeds.ts';
import { t } from '../../texts/messages.ts';
import { inWords } from '../feeds/item-parts.ts';
import { whoTells } from '../story-parts.ts';
import { TOP } from './arrange.ts';
import { entryPath, RAIL, type RailEntry } from './page.ts';

/** What readers share and read most of a language, from the lists that this process has in memory. */
export async function trendingRail({ trendingDesk }: AppContext, language: string): Promise<RailEntry[]> {
  const { items } = await trendingDesk.lists.present({ window: '1h', of: 'stories', by: 'blend' });
  return items
    .filter(({ thing }) => thing.language === language)
    .slice(0, RAIL)
    .map(({ id, thing, shares, reads }) => ({
      path: entryPath({ id }),
      headline: thing.title,
      language: thing.language,
      about: [t('trending.shares', { count: shares }), ' · ', t('trending.reads', { count: reads })],
    }));
}

/** FEED-4: the top of the reader's own feed, with the strongest reason for each; who is not signed in has none. */
export async function forYouRail(
  { feeds }: AppContext,
  principal: Principal | null,
  language: string,
): Promise<RailEntry[]> {
  if (!principal) return [];
  const { items } = await feeds.page(forYou(language), principal.userId, { from: null, limit: RAIL + TOP });
  return items.map(item => {
    const story = storyFor(item);
    const [reason] = item.reasons.flatMap(each => describeReason(each, item.recent, feeds.topics) ?? []);
    return {
      path: entryPath(story),
      headline: story.headline,
      language: story.language,
      about: reason ? inWords(reason) : whoTells(story),
    };
  });
}
