import type { Standing } from '../candidates/standing.ts';
import { type StoryWindow, TOPICS_KEPT } from '../candidates/window.ts';
import { FOLLOWED, LIKED, type Liking, PREFERRED } from './liking.ts';
import type { RankingSettings } from './settings.ts';

/** FEED-3: the parts of a story's score for one reader. Diversity depends on what was picked before and is added later. */
export function scoreOf(place: number, tools: ScoringTools): Scored {
  const { window, standing, liking } = tools;
  const relevance = relevanceOf(place, tools);
  const factor = factorOf(place, tools);
  return {
    place,
    relevance,
    freshness: standing.freshness[place] ?? 0,
    quality: window.quality[place] ?? 0,
    trending: standing.trending[place] ?? 0,
    diversity: 0,
    factor,
    score: times(sumOf(place, relevance, tools), factor),
    isRead: liking.read.has(place),
    isExploration: false,
  };
}

/** The same score alone, for the many that are weighed and not shown. */
export function worthOf(place: number, tools: ScoringTools): number {
  return times(sumOf(place, relevanceOf(place, tools), tools), factorOf(place, tools));
}

function sumOf(place: number, relevance: number, { window, standing, settings }: ScoringTools): number {
  const { weights } = settings;
  return (
    weights.relevance * relevance +
    weights.freshness * (standing.freshness[place] ?? 0) +
    weights.quality * (window.quality[place] ?? 0) +
    weights.trending * (standing.trending[place] ?? 0)
  );
}

function factorOf(place: number, { window, standing, settings, liking }: ScoringTools): number {
  const volume = standing.volume[place] ?? 1;
  return (
    (liking.taste.liftsRare ? volume : Math.min(1, volume)) *
    (window.isBreaking[place] === 1 ? settings.breakingFactor : 1) *
    (liking.read.has(place) ? settings.readFactor : 1)
  );
}

/** What lifts a good story must not push a bad one further down, and what lowers one must not lift it. */
function times(sum: number, factor: number): number {
  return sum >= 0 ? sum * factor : sum / factor;
}

/** From -1 to 1: the likeness of topics, names and sources that are known to be liked, what is followed and preferred. */
export function relevanceOf(place: number, { window, settings, liking }: ScoringTools): number {
  const { topics, entities, source, followed, preferred } = settings.taste;
  const { taste, length } = liking;
  let likeness = 0;
  let follows = false;
  for (let index = place * TOPICS_KEPT; index < (place + 1) * TOPICS_KEPT; index++) {
    const weight = window.topicWeights[index] ?? 0;
    if (weight === 0) break;
    const topic = window.topicPlaces[index] ?? 0;
    likeness += weight * (taste.topics[topic] ?? 0);
    if (weight >= GOOD_PART && taste.followed.topics.has(topic)) follows = true;
  }
  let named = 0;
  let known = 0;
  const names = window.entities.counts[place] ?? 0;
  for (let index = 0; index < names; index++) {
    const number = window.entities.numberAt(place, index);
    const mark = liking.entities.marks[number] ?? 0;
    if (mark === 0) continue;
    named += liking.entities.levels[number] ?? 0;
    known += mark & LIKED;
    if ((mark & FOLLOWED) !== 0) follows = true;
  }
  let liked = 0;
  let prefers = false;
  const tellers = window.sources.counts[place] ?? 0;
  for (let index = 0; index < tellers; index++) {
    const number = window.sources.numberAt(place, index);
    const mark = liking.sources.marks[number] ?? 0;
    if (mark === 0) continue;
    const level = liking.sources.levels[number] ?? 0;
    if (Math.abs(level) > Math.abs(liked)) liked = level;
    if ((mark & FOLLOWED) !== 0) follows = true;
    if ((mark & PREFERRED) !== 0) prefers = true;
  }
  const sum =
    topics * (length === 0 ? 0 : likeness / length) +
    entities * (known === 0 ? 0 : named / known) +
    source * liked +
    (follows ? followed : 0) +
    (prefers ? preferred : 0);
  return Math.min(1, Math.max(-1, sum));
}

const GOOD_PART = 0.3;

export interface ScoringTools {
  readonly window: StoryWindow;
  readonly standing: Standing;
  readonly settings: RankingSettings;
  /** Has taken the reader's taste. */
  readonly liking: Liking;
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
