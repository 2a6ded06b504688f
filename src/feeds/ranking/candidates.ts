import type { PostingKey } from '../window/postings.ts';
import type { StoryWindow } from '../window/story-window.ts';
import type { BaseScores } from './base-scores.ts';
import type { RankingSettings } from './settings.ts';
import { feedLanguage, type Taste } from './taste.ts';

/**
 * FEED-2: selects the candidates of For you: the reader's strongest topics, what they follow and prefer, what is
 * trending or breaking, and the best stories of any topic. The stories found only by the last are the candidates for
 * exploration. Stories in languages that the reader did not choose are left out.
 */
export function selectCandidates(
  window: StoryWindow,
  base: BaseScores,
  settings: RankingSettings,
  taste: Taste,
): Candidates {
  const { mix } = settings;
  const known = new Set<number>();
  const add = (key: PostingKey, limit: number) => {
    for (const slot of base.top(key, limit)) known.add(slot);
  };
  for (const dimension of strongest(taste.topics, mix.topics)) add(`dimension:${dimension}`, mix.perTopic);
  for (const dimension of lastFollowed(taste.followed.topics)) add(`dimension:${dimension}`, mix.perTopic);
  for (const key of lastFollowed(taste.followed.entities)) add(`entity:${key}`, mix.perTopic);
  for (const id of lastFollowed(taste.followed.sources)) add(`source:${id}`, mix.perTopic);
  for (const id of lastFollowed(taste.preferredSources)) add(`source:${id}`, mix.perTopic);
  for (const key of strongestKeys(taste.entities, mix.topics)) add(`entity:${key}`, PER_ENTITY);
  const only = feedLanguage(taste);
  const leading = base.top(only === null ? 'all' : `language:${only}`, LEADING);
  const language = only === null ? null : (window.languages.find(only) ?? -1);
  const mine = [...known].filter(slot => language === null || window.language[slot] === language);
  const hasTaste = mine.length >= MIN_KNOWN;
  // With little known of the reader, the best stories are the feed, and the rest of them exploration.
  const main = hasTaste
    ? [...mine, ...leading.filter(slot => !known.has(slot) && isProminent(window, base, slot))]
    : [...mine, ...leading.slice(0, LEADING / 2).filter(slot => !known.has(slot))];
  const isMain = new Set(main);
  return { main, exploration: leading.filter(slot => !isMain.has(slot)) };
}

function isProminent(window: StoryWindow, base: BaseScores, slot: number): boolean {
  return window.isBreaking[slot] === 1 || (base.trending[slot] ?? 0) >= MIN_TRENDING;
}

function strongest(topics: Float32Array, limit: number): number[] {
  return [...topics.keys()]
    .filter(dimension => (topics[dimension] ?? 0) > MIN_LEVEL)
    .sort((a, b) => (topics[b] ?? 0) - (topics[a] ?? 0))
    .slice(0, limit);
}

function strongestKeys(levels: ReadonlyMap<string, number>, limit: number): string[] {
  return [...levels]
    .filter(([, level]) => level > MIN_LEVEL)
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([key]) => key);
}

/** A reader who follows a thousand subjects gets candidates from the newest hundred; all of them count in the score. */
function lastFollowed<T>(all: ReadonlySet<T>): T[] {
  return [...all].slice(-MAX_FOLLOWED);
}

const MIN_LEVEL = 0.05;
const MIN_TRENDING = 0.3;
const PER_ENTITY = 30;
const LEADING = 300;
const MIN_KNOWN = 20;
const MAX_FOLLOWED = 100;

export interface Candidates {
  readonly main: readonly number[];
  readonly exploration: readonly number[];
}
