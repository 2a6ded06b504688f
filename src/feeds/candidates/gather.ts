import type { RankingSettings } from '../ranking/settings.ts';
import { onlyLanguageOf, type Taste } from '../ranking/taste.ts';
import type { PostingKey } from './postings.ts';
import type { Standing } from './standing.ts';
import type { StoryWindow } from './window.ts';

/**
 * FEED-2: where For you looks: the reader's strongest topics, what they follow and prefer, what trends and breaks, and
 * what leads whatever it is about. Those found only by the last are strangers: FEED-2's share of exploration comes from
 * them. Stories in a language that the reader did not choose are left out.
 */
export function gather(
  window: StoryWindow,
  standing: Standing,
  settings: RankingSettings,
  taste: Taste,
): Gathered {
  const { mix } = settings;
  const known = new Set<number>();
  const add = (key: PostingKey, most: number) => {
    for (const place of standing.shortlist(key, most)) known.add(place);
  };
  for (const place of strongest(taste.topics, mix.topics)) add(`place:${place}`, mix.perTopic);
  for (const place of some(taste.followed.topics)) add(`place:${place}`, mix.perTopic);
  for (const key of some(taste.followed.entities)) add(`entity:${key}`, mix.perTopic);
  for (const id of some(taste.followed.sources)) add(`source:${id}`, mix.perTopic);
  for (const id of some(taste.preferredSources)) add(`source:${id}`, mix.perTopic);
  for (const key of strongestKeys(taste.entities, mix.topics)) add(`entity:${key}`, NAMED);
  const only = onlyLanguageOf(taste);
  const leading = standing.shortlist(only === null ? 'all' : `language:${only}`, LEADING);
  const language = only === null ? null : (window.languages.find(only) ?? -1);
  const mine = [...known].filter(place => language === null || window.language[place] === language);
  const hasTaste = mine.length >= ENOUGH;
  // With little to go by, what leads is the feed, and strangers are the rest of it.
  const main = hasTaste
    ? [...mine, ...leading.filter(place => !known.has(place) && isLoud(window, standing, place))]
    : [...mine, ...leading.slice(0, LEADING / 2).filter(place => !known.has(place))];
  const isMain = new Set(main);
  return { main, strangers: leading.filter(place => !isMain.has(place)) };
}

function isLoud(window: StoryWindow, standing: Standing, place: number): boolean {
  return window.isBreaking[place] === 1 || (standing.trending[place] ?? 0) >= TRENDS;
}

export function strongest(topics: Float32Array, most: number): number[] {
  return [...topics.keys()]
    .filter(place => (topics[place] ?? 0) > FAINT)
    .sort((a, b) => (topics[b] ?? 0) - (topics[a] ?? 0))
    .slice(0, most);
}

function strongestKeys(levels: ReadonlyMap<string, number>, most: number): string[] {
  return [...levels]
    .filter(([, level]) => level > FAINT)
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([key]) => key);
}

/** Somebody who follows a thousand things gets the newest of a hundred; all of them are weighed all the same. */
function some<T>(all: ReadonlySet<T>): T[] {
  return [...all].slice(-FOLLOWED);
}

const FAINT = 0.05;
const TRENDS = 0.3;
const NAMED = 30;
const LEADING = 300;
const ENOUGH = 20;
const FOLLOWED = 100;

export interface Gathered {
  readonly main: readonly number[];
  readonly strangers: readonly number[];
}
