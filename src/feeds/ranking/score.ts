import type { Standing } from '../candidates/standing.ts';
import { type StoryWindow, TOPICS_KEPT } from '../candidates/window.ts';
import type { RankingSettings } from './settings.ts';
import type { Taste } from './taste.ts';

/** FEED-3: the parts of a story's score for one reader. Diversity depends on what was picked before and is added later. */
export function scoreOf(place: number, tools: ScoringTools): Scored {
  const { window, standing, settings, taste } = tools;
  const { weights } = settings;
  const relevance = relevanceOf(place, tools);
  const freshness = standing.freshness[place] ?? 0;
  const quality = window.quality[place] ?? 0;
  const trending = standing.trending[place] ?? 0;
  const isBreaking = window.isBreaking[place] === 1;
  const isRead = taste.read.has(window.at(place)?.story.id ?? '');
  const volume = standing.volume[place] ?? 1;
  const factor =
    (taste.liftsRare ? volume : Math.min(1, volume)) *
    (isBreaking ? settings.breakingFactor : 1) *
    (isRead ? settings.readFactor : 1);
  const sum =
    weights.relevance * relevance +
    weights.freshness * freshness +
    weights.quality * quality +
    weights.trending * trending;
  return {
    place,
    relevance,
    freshness,
    quality,
    trending,
    diversity: 0,
    factor,
    score: times(sum, factor),
    isRead,
    isExploration: false,
  };
}

/** What lifts a good story must not push a bad one further down, and what lowers one must not lift it. */
function times(sum: number, factor: number): number {
  return sum >= 0 ? sum * factor : sum / factor;
}

/** From -1 to 1: the likeness of topics, names and sources that are known to be liked, what is followed and preferred. */
function relevanceOf(place: number, { window, settings, taste, length }: ScoringTools): number {
  const { topics, entities, source, followed, preferred } = settings.taste;
  let likeness = 0;
  let follows = false;
  for (let index = place * TOPICS_KEPT; index < (place + 1) * TOPICS_KEPT; index++) {
    const weight = window.topicWeights[index] ?? 0;
    if (weight === 0) break;
    const topic = window.topicPlaces[index] ?? 0;
    likeness += weight * (taste.topics[topic] ?? 0);
    if (weight >= GOOD_PART && taste.followed.topics.has(topic)) follows = true;
  }
  const recent = window.at(place);
  if (recent === undefined) return 0;
  let named = 0;
  let known = 0;
  for (const key of recent.story.entities) {
    const level = taste.entities.get(key);
    if (level !== undefined) {
      named += level;
      known++;
    }
    if (taste.followed.entities.has(key)) follows = true;
  }
  let liked = 0;
  let prefers = false;
  for (const { sourceId } of recent.voices) {
    const level = taste.sources.get(sourceId) ?? 0;
    if (Math.abs(level) > Math.abs(liked)) liked = level;
    if (taste.followed.sources.has(sourceId)) follows = true;
    if (taste.preferredSources.has(sourceId)) prefers = true;
  }
  const sum =
    topics * (length === 0 ? 0 : likeness / length) +
    entities * (known === 0 ? 0 : named / known) +
    source * liked +
    (follows ? followed : 0) +
    (prefers ? preferred : 0);
  return Math.min(1, Math.max(-1, sum));
}

/** Of a reader's topics, at least one: what was set by hand may be longer, and then counts no more than all of it. */
export function lengthOf(topics: Float32Array): number {
  let squares = 0;
  for (const value of topics) squares += value * value;
  return squares === 0 ? 0 : Math.max(1, Math.sqrt(squares));
}

const GOOD_PART = 0.3;

export interface ScoringTools {
  readonly window: StoryWindow;
  readonly standing: Standing;
  readonly settings: RankingSettings;
  readonly taste: Taste;
  /** Of the taste's topics. */
  readonly length: number;
}

export interface Scored {
  readonly place: number;
  readonly relevance: number;
  readonly freshness: number;
  readonly quality: number;
  readonly trending: number;
  diversity: number;
  readonly factor: number;
  score: number;
  readonly isRead: boolean;
  isExploration: boolean;
}
