import { bestBy } from '../candidates/best.ts';
import { gather } from '../candidates/gather.ts';
import type { Standing } from '../candidates/standing.ts';
import type { StoryWindow } from '../candidates/window.ts';
import { diversified } from './diversify.ts';
import type { Liking } from './liking.ts';
import { relevanceOf, type Scored, scoreOf, worthOf } from './score.ts';
import type { RankingSettings } from './settings.ts';
import { NO_TASTE, type Taste } from './taste.ts';
import { isVisibleTo } from './visible.ts';

/** FEED-2, FEED-3: For you, best first, from memory alone. */
export function rankForReader(tools: RankingTools, taste: Taste, most: number): Scored[] {
  const { window, standing, settings, liking, now } = tools;
  standing.bringUpToDate(now, settings);
  const { main, strangers } = gather(window, standing, settings, taste);
  const isVisible = isVisibleTo(window, taste, now);
  const scoring = { window, standing, settings, liking: liking.take(taste) };
  const best = (places: readonly number[]) => {
    const seen = isVisible ? places.filter(isVisible) : places;
    for (const place of seen) liking.worth[place] = worthOf(place, scoring);
    return bestBy(seen, liking.worth, most).map(place => scoreOf(place, scoring));
  };
  const liked = diversified(window, best(main), settings, most);
  const others = strangers.filter(place => !liking.read.has(place) && relevanceOf(place, scoring) >= 0);
  const strange = diversified(window, best(others), settings, most, STRANGERS_PICKED);
  return withStrangers(liked, strange, settings.mix.exploration, most);
}

/** The same for everybody: nobody's taste, from all stories or those given. */
export function rankForAll(tools: RankingTools, places: Iterable<number> | null, most: number): Scored[] {
  const { window, standing, settings, liking, now } = tools;
  standing.bringUpToDate(now, settings);
  const best = places === null ? standing.shortlist('all', most) : standing.best(places, most);
  const scoring = { window, standing, settings, liking: liking.take(NO_TASTE) };
  return diversified(
    window,
    best.map(place => scoreOf(place, scoring)),
    settings,
    most,
  );
}

/** Newest first, nothing weighed. */
export function newestFirst(
  { window }: Pick<RankingTools, 'window'>,
  places: Iterable<number>,
  most: number,
): number[] {
  return bestBy(places, window.updatedAt, most);
}

/** FEED-2: at least the share is kept from the first screen on, one stranger for every so many. */
function withStrangers(best: readonly Scored[], strangers: readonly Scored[], share: number, most: number) {
  const every = Math.max(2, Math.floor(1 / share));
  const mixed: Scored[] = [];
  let next = 0;
  for (const story of best) {
    if (mixed.length % every === every - STRANGER_BEFORE_END) {
      const stranger = strangers[next++];
      if (stranger) mixed.push(Object.assign(stranger, { isExploration: true }));
    }
    mixed.push(story);
  }
  for (const stranger of strangers.slice(next)) mixed.push(Object.assign(stranger, { isExploration: true }));
  return mixed.slice(0, most);
}

/** They stand one in ten, so these are as many screens as are picked of the others. */
const STRANGERS_PICKED = 12;
/** In the lower half of every ten. */
const STRANGER_BEFORE_END = 4;

export interface RankingTools {
  readonly window: StoryWindow;
  readonly standing: Standing;
  readonly settings: RankingSettings;
  readonly liking: Liking;
  readonly now: number;
}
