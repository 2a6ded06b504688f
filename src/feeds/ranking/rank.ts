import type { StoryWindow } from '../window/story-window.ts';
import type { BaseScores } from './base-scores.ts';
import { selectCandidates } from './candidates.ts';
import { diversify } from './diversify.ts';
import type { ReaderWeights } from './reader-weights.ts';
import { relevanceOf, type ScoredStory, scoreOf, totalScore } from './score.ts';
import type { RankingSettings } from './settings.ts';
import { NO_TASTE, type Taste } from './taste.ts';
import type { ListKey } from './top-lists.ts';
import { topSlots } from './top-slots.ts';
import { isVisibleTo } from './visible.ts';

/** FEED-2, FEED-3: ranks For you, best first, from memory alone. */
export function rankForReader(deps: RankingDeps, taste: Taste, limit: number): ScoredStory[] {
  const { window, base, settings, reader, now } = deps;
  base.refresh(now, settings);
  const { main, exploration } = selectCandidates(window, base, settings, taste);
  const isVisible = isVisibleTo(window, taste, now);
  const scoring = { window, base, settings, reader: reader.load(taste) };
  const best = (slots: readonly number[]) => {
    const visible = isVisible ? slots.filter(isVisible) : slots;
    for (const slot of visible) reader.scores[slot] = totalScore(slot, scoring);
    return topSlots(visible, reader.scores, limit).map(slot => scoreOf(slot, scoring));
  };
  const familiar = diversify(window, best(main), settings, limit);
  const unread = exploration.filter(slot => !reader.read.has(slot) && relevanceOf(slot, scoring) >= 0);
  const unfamiliar = diversify(window, best(unread), settings, limit, EXPLORATION_PICKS);
  return mixInExploration(familiar, unfamiliar, settings.mix.exploration, limit);
}

/** Ranks without a reader's taste: the stories of a maintained list, or those in the given slots. */
export function rankForAll(deps: RankingDeps, scope: RankingScope, limit: number): ScoredStory[] {
  const { window, base, settings, now } = deps;
  base.refresh(now, settings);
  const best = typeof scope === 'string' ? base.top(scope, limit) : base.topOf(scope, limit);
  return diversify(window, scored(deps, best), settings, limit);
}

/** STORY-6: the pinned stories in their order, then the ranking without them. */
export function rankWithPins(
  deps: RankingDeps,
  pins: readonly number[],
  scope: RankingScope,
  limit: number,
): ScoredStory[] {
  const ranked = rankForAll(deps, scope, limit);
  if (pins.length === 0) return ranked;
  const bySlot = new Map(ranked.map(story => [story.slot, story]));
  const missing = scored(
    deps,
    pins.filter(slot => !bySlot.has(slot)),
  );
  for (const story of missing) bySlot.set(story.slot, story);
  const pinned = pins.flatMap(slot => bySlot.get(slot) ?? []);
  return [...pinned, ...ranked.filter(({ slot }) => !pins.includes(slot))].slice(0, limit);
}

/** Orders by time alone; the scores are only shown. */
export function newestFirst(deps: RankingDeps, slots: Iterable<number>, limit: number): ScoredStory[] {
  deps.base.refresh(deps.now, deps.settings);
  return scored(deps, topSlots(slots, deps.window.updatedAt, limit));
}

function scored({ window, base, settings, reader }: RankingDeps, slots: readonly number[]): ScoredStory[] {
  const scoring = { window, base, settings, reader: reader.load(NO_TASTE) };
  return slots.map(slot => scoreOf(slot, scoring));
}

/** FEED-2: spreads the share of exploration evenly from the first screen on: one story in every so many. */
function mixInExploration(
  familiar: readonly ScoredStory[],
  unfamiliar: readonly ScoredStory[],
  share: number,
  limit: number,
) {
  const every = Math.max(2, Math.floor(1 / share));
  const mixed: ScoredStory[] = [];
  let next = 0;
  for (const story of familiar) {
    if (mixed.length % every === every - EXPLORATION_FROM_END) {
      const other = unfamiliar[next++];
      if (other) mixed.push(Object.assign(other, { isExploration: true }));
    }
    mixed.push(story);
  }
  for (const other of unfamiliar.slice(next)) mixed.push(Object.assign(other, { isExploration: true }));
  return mixed.slice(0, limit);
}

/** One story in ten is exploration, so this diversifies as many screens as the picks among the familiar ones. */
const EXPLORATION_PICKS = 12;
/** Puts the story into the lower half of every ten. */
const EXPLORATION_FROM_END = 4;

type RankingScope = ListKey | Iterable<number>;

export interface RankingDeps {
  readonly window: StoryWindow;
  readonly base: BaseScores;
  readonly settings: RankingSettings;
  readonly reader: ReaderWeights;
  readonly now: number;
}
