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
  const days = Math.max(0, at - interests.learnedAt) / DAY;
  const decay = interests.learnedAt === 0 ? 1 : DAILY_DECAY ** days;
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
 * Explicit signals weigh more than a read. A read weighs by its duration: a minute or more counts fully, a
 * glance a tenth. Hiding a source says more about the source than about the topic, and also mutes it.
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
const WEIGHTS = { save: 3, share: 3, like: 2, dislike: -2, hide: -1 };
/** A shorter vector is only rounding. */
const MIN_LENGTH = 1e-9;
const MIN_LEVEL = 0.001;
