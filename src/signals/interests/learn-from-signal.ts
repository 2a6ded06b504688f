import { TOPIC_DIMENSIONS } from '../../model/topic-vector.ts';
import type { ReadingSignal } from './event.ts';
import { MAX_ENTITIES, MAX_SOURCES, type ReaderInterests } from './interests.ts';

/**
 * INT-1: learned levels decay by 0.95 per day since the last update; then a tenth of the article, times the
 * weight of the signal, is added, and topics are normalised to length one. Numbers are rounded to 32 bits as
 * in storage, so that continuing from a stored state gives the same result.
 */
export function learnFromSignal(
  interests: ReaderInterests,
  signal: ReadingSignal,
  at: number,
): ReaderInterests {
  const decay = decayOf(interests, at);
  const step = STEP * weightOf(signal);
  const { topics, entities, sourceId } = signal.article;
  return {
    ...interests,
    learnedAt: Math.max(interests.learnedAt, at),
    topics: addToVector(interests.topics, decay, topics, step),
    entities: addToLevels(interests.entities, decay, entities, step, MAX_ENTITIES),
    sources: addToLevels(interests.sources, decay, [sourceId], step, MAX_SOURCES),
  };
}

/**
 * The reader takes a signal back. Exact when nothing was learned since: the step, which has decayed like everything else,
 * is subtracted, and the vector gets the length that it had before it was normalised. A reader of whom nothing else was
 * learned has no topics again.
 */
export function unlearnSignal(
  interests: ReaderInterests,
  signal: ReadingSignal,
  at: number,
): ReaderInterests {
  const decay = decayOf(interests, at);
  const step = STEP * weightOf(signal);
  const { topics, entities, sourceId } = signal.article;
  const sources = addToLevels(interests.sources, decay, [sourceId], -step * decay, MAX_SOURCES);
  return {
    ...interests,
    learnedAt: Math.max(interests.learnedAt, at),
    topics:
      sources.size === 0
        ? new Float32Array(TOPIC_DIMENSIONS)
        : subtractFromVector(interests.topics, topics, step),
    entities: addToLevels(interests.entities, decay, entities, -step * decay, MAX_ENTITIES),
    sources,
  };
}

function decayOf({ learnedAt }: ReaderInterests, at: number): number {
  return learnedAt === 0 ? 1 : DAILY_DECAY ** (Math.max(0, at - learnedAt) / DAY);
}

/**
 * Explicit signals weigh more than a read. A read weighs by its duration: a minute or more counts fully, a
 * glance a tenth. Hiding says less about the topic than a dislike; hiding a source also mutes it.
 */
export function weightOf({ kind, dwellSeconds }: Pick<ReadingSignal, 'kind' | 'dwellSeconds'>): number {
  if (kind !== 'read') return WEIGHTS[kind];
  if (dwellSeconds === null || Number.isNaN(dwellSeconds)) return 1;
  return Math.min(1, Math.max(0.1, dwellSeconds / FULL_READ_SECONDS));
}

function addToVector(vector: Float32Array, decay: number, towards: Float32Array, step: number): Float32Array {
  const sum = new Float64Array(TOPIC_DIMENSIONS);
  let squares = 0;
  for (let dimension = 0; dimension < TOPIC_DIMENSIONS; dimension++) {
    const value = (vector[dimension] ?? 0) * decay + (towards[dimension] ?? 0) * step;
    sum[dimension] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  return Float32Array.from(sum, value => (length < MIN_LENGTH ? 0 : value / length));
}

/**
 * The vector before `addToVector`. It had length one: before = length * vector - step * towards, and |before| = 1 gives the
 * length.
 */
function subtractFromVector(vector: Float32Array, towards: Float32Array, step: number): Float32Array {
  let along = 0;
  let size = 0;
  for (let dimension = 0; dimension < TOPIC_DIMENSIONS; dimension++) {
    along += (vector[dimension] ?? 0) * (towards[dimension] ?? 0) * step;
    size += (towards[dimension] ?? 0) ** 2 * step ** 2;
  }
  const length = along + Math.sqrt(along ** 2 + 1 - size);
  return addToVector(vector, length, towards, -step);
}

/** Keeps the strongest; ties go to the first in the alphabet. */
function addToLevels(
  known: ReadonlyMap<string, number>,
  decay: number,
  ids: readonly string[],
  step: number,
  max: number,
): ReadonlyMap<string, number> {
  const changed = new Map<string, number>();
  for (const [id, level] of known) changed.set(id, Math.fround(level * decay));
  for (const id of new Set(ids)) {
    const level = (changed.get(id) ?? 0) + step;
    changed.set(id, Math.fround(Math.min(1, Math.max(-1, level))));
  }
  const strongest = [...changed].filter(([, level]) => Math.abs(level) >= MIN_LEVEL).sort(byStrength);
  return new Map(strongest.slice(0, max));
}

function byStrength([a, levelA]: [string, number], [b, levelB]: [string, number]): number {
  return Math.abs(levelB) - Math.abs(levelA) || (a < b ? -1 : 1);
}

const DAY = 86_400_000;
const DAILY_DECAY = 0.95;
const STEP = 0.1;
const FULL_READ_SECONDS = 60;
const WEIGHTS = { save: 3, share: 3, like: 2, dislike: -2, hide: -1, 'hide-source': -1 };
/** A shorter vector is only rounding. */
const MIN_LENGTH = 1e-9;
const MIN_LEVEL = 0.001;
