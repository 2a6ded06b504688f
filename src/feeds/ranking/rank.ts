import type { StoryWindow } from '../window/story-window.ts';
import type { BaseScores } from './base-scores.ts';
import { selectCandidates } from './candidates.ts';
import { diversify } from './diversify.ts';
import type { ReaderWeights } from './reader-weights.ts';
import { relevanceOf, type ScoredStory, scoreOf, totalScore } from './score.ts';
import type { RankingSettings } from './settings.ts';
import { NO_TASTE, type Taste } from './taste.ts';
import { topSlots } from './top-slots.ts';
import { isVisibleTo } from './visible.ts';

/** FEED-2, FEED-3: For you, best first, from memory alone. */
export function rankForReader(deps: RankingDeps, taste: Taste, limit: number): ScoredStory[] {
  const { window, base, settings, reader, now } = deps;
  base.refresh(now, settings);
  const { main, exploration: strangers } = selectCandidates(window, base, settings, taste);
  const isVisible = isVisibleTo(window, taste, now);
  const scoring = { window, base, settings, reader: reader.load(taste) };
  const best = (slots: readonly number[]) => {
    const seen = isVisible ? slots.filter(isVisible) : slots;
    for (const slot of seen) reader.scores[slot] = totalScore(slot, scoring);
    return topSlots(seen, reader.scores, limit).map(slot => scoreOf(slot, scoring));
  };
  const liked = diversify(window, best(main), settings, limit);
  const others = strangers.filter(slot => !reader.read.has(slot) && relevanceOf(slot, scoring) >= 0);
  const strange = diversify(window, best(others), settings, limit, EXPLORATION_PICKS);
  return mixInExploration(liked, strange, settings.mix.exploration, limit);
}

/** The same for everybody: nobody's taste, from all stories or those given. */
export function rankForAll(deps: RankingDeps, slots: Iterable<number> | null, limit: number): ScoredStory[] {
  const { window, base, settings, reader, now } = deps;
  base.refresh(now, settings);
  const best = slots === null ? base.top('all', limit) : base.topOf(slots, limit);
  const scoring = { window, base, settings, reader: reader.load(NO_TASTE) };
  return diversify(
    window,
    best.map(slot => scoreOf(slot, scoring)),
    settings,
    limit,
  );
}

/** Newest first, nothing weighed. */
export function newestFirst(
  { window }: Pick<RankingDeps, 'window'>,
  slots: Iterable<number>,
  limit: number,
): number[] {
  return topSlots(slots, window.updatedAt, limit);
}

/** FEED-2: at least the share is kept from the first screen on, one stranger for every so many. */
function mixInExploration(
  best: readonly ScoredStory[],
  strangers: readonly ScoredStory[],
  share: number,
  limit: number,
) {
  const every = Math.max(2, Math.floor(1 / share));
  const mixed: ScoredStory[] = [];
  let next = 0;
  for (const story of best) {
    if (mixed.length % every === every - EXPLORATION_FROM_END) {
      const stranger = strangers[next++];
      if (stranger) mixed.push(Object.assign(stranger, { isExploration: true }));
    }
    mixed.push(story);
  }
  for (const stranger of strangers.slice(next)) mixed.push(Object.assign(stranger, { isExploration: true }));
  return mixed.slice(0, limit);
}

/** They stand one in ten, so these are as many screens as are picked of the others. */
const EXPLORATION_PICKS = 12;
/** In the lower half of every ten. */
const EXPLORATION_FROM_END = 4;

export interface RankingDeps {
  readonly window: StoryWindow;
  readonly base: BaseScores;
  readonly settings: RankingSettings;
  readonly reader: ReaderWeights;
  readonly now: number;
}
