import { MIN_TOPIC_WEIGHT } from '../../model/topic-vector.ts';
import { type StoryWindow, TOPICS_PER_STORY } from '../window/story-window.ts';
import type { BaseScores } from './base-scores.ts';
import { FOLLOWED, LIKED, PREFERRED, type ReaderWeights } from './reader-weights.ts';
import type { RankingSettings } from './settings.ts';

/** FEED-3: the parts of a story's score for one reader. Diversity depends on what was picked before and is added later. */
export function scoreOf(slot: number, deps: ScoringDeps): ScoredStory {
  const { window, base, reader } = deps;
  const relevance = relevanceOf(slot, deps);
  const factor = factorOf(slot, deps);
  return {
    slot,
    relevance,
    freshness: base.freshness[slot] ?? 0,
    quality: window.quality[slot] ?? 0,
    trending: base.trending[slot] ?? 0,
    diversity: 0,
    factor,
    score: scale(sumOf(slot, relevance, deps), factor),
    isRead: reader.read.has(slot),
    isExploration: false,
  };
}

/** The score alone, for candidates that may not be shown. */
export function totalScore(slot: number, deps: ScoringDeps): number {
  return scale(sumOf(slot, relevanceOf(slot, deps), deps), factorOf(slot, deps));
}

function sumOf(slot: number, relevance: number, { window, base, settings }: ScoringDeps): number {
  const { weights } = settings;
  return (
    weights.relevance * relevance +
    weights.freshness * (base.freshness[slot] ?? 0) +
    weights.quality * (window.quality[slot] ?? 0) +
    weights.trending * (base.trending[slot] ?? 0)
  );
}

function factorOf(slot: number, { window, base, settings, reader }: ScoringDeps): number {
  const volume = base.volume[slot] ?? 1;
  return (
    (reader.taste.liftsRare ? volume : Math.min(1, volume)) *
    (window.isBreaking[slot] === 1 ? settings.breakingFactor : 1) *
    (reader.read.has(slot) ? settings.readFactor : 1)
  );
}

/** A factor that raises a good story must not push a bad one further down, and one that lowers must not raise it. */
function scale(sum: number, factor: number): number {
  return sum >= 0 ? sum * factor : sum / factor;
}

/**
 * From -1 to 1: how well topics, entities and sources match the taste, plus what the reader follows and
 * prefers.
 */
export function relevanceOf(slot: number, { window, settings, reader }: ScoringDeps): number {
  const { topics, entities, source, followed, preferred } = settings.taste;
  const { taste, length } = reader;
  let likeness = 0;
  let follows = false;
  for (let index = slot * TOPICS_PER_STORY; index < (slot + 1) * TOPICS_PER_STORY; index++) {
    const weight = window.topicWeights[index] ?? 0;
    if (weight === 0) break;
    const topic = window.topicDimensions[index] ?? 0;
    likeness += weight * (taste.topics[topic] ?? 0);
    if (weight >= MIN_TOPIC_WEIGHT && taste.followed.topics.has(topic)) follows = true;
  }
  let named = 0;
  let known = 0;
  const names = window.entities.counts[slot] ?? 0;
  for (let index = 0; index < names; index++) {
    const number = window.entities.numberAt(slot, index);
    const mark = reader.entities.marks[number] ?? 0;
    if (mark === 0) continue;
    named += reader.entities.levels[number] ?? 0;
    known += mark & LIKED;
    if ((mark & FOLLOWED) !== 0) follows = true;
  }
  let liked = 0;
  let prefers = false;
  const sourceCount = window.sources.counts[slot] ?? 0;
  for (let index = 0; index < sourceCount; index++) {
    const number = window.sources.numberAt(slot, index);
    const mark = reader.sources.marks[number] ?? 0;
    if (mark === 0) continue;
    const level = reader.sources.levels[number] ?? 0;
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

export interface ScoringDeps {
  readonly window: StoryWindow;
  readonly base: BaseScores;
  readonly settings: RankingSettings;
  /** Loaded with the reader's taste. */
  readonly reader: ReaderWeights;
}

export interface ScoredStory {
  readonly slot: number;
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
