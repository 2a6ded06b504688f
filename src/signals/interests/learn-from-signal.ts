import type { ReadingSignal } from './event.ts';
import { MAX_ENTITIES, MAX_SOURCES, type ReaderInterests, TOPIC_DIMENSIONS } from './interests.ts';

/**
 * INT-1: what was known fades by 0.95 a day since something was last learned; a tenth of the article, times the
 * weight of the signal, is added; topics are brought to length one again. Numbers are kept as they are stored
 * (32 bits), so that going on from a stored state and going on without storing it are the same.
 */
export function learnFromSignal(
  interests: ReaderInterests,
  signal: ReadingSignal,
  at: number,
): ReaderInterests {
  const days = Math.max(0, at - interests.learnedAt) / DAY;
  const kept = interests.learnedAt === 0 ? 1 : KEPT_A_DAY ** days;
  const step = STEP * weightOf(signal);
  const { topics, entities, sourceId } = signal.article;
  return {
    ...interests,
    learnedAt: Math.max(interests.learnedAt, at),
    topics: moved(interests.topics, kept, topics, step),
    entities: nudged(interests.entities, kept, entities, step, MAX_ENTITIES),
    sources: nudged(interests.sources, kept, [sourceId], step, MAX_SOURCES),
  };
}

/**
 * Explicit signals weigh more than a read, and a read by the time it took: a minute is a whole one, a glance at
 * least a tenth. Hiding a source says more about the source than about the topic, and mutes it besides.
 */
export function weightOf({ kind, dwellSeconds }: Pick<ReadingSignal, 'kind' | 'dwellSeconds'>): number {
  if (kind !== 'read') return WEIGHTS[kind];
  if (dwellSeconds === null || Number.isNaN(dwellSeconds)) return 1;
  return Math.min(1, Math.max(0.1, dwellSeconds / WHOLE_READ_SECONDS));
}

function moved(vector: Float32Array, kept: number, towards: Float32Array, step: number): Float32Array {
  const sum = new Float64Array(TOPIC_DIMENSIONS);
  let squares = 0;
  for (let place = 0; place < TOPIC_DIMENSIONS; place++) {
    const value = (vector[place] ?? 0) * kept + (towards[place] ?? 0) * step;
    sum[place] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  return Float32Array.from(sum, value => (length < ALMOST_NOTHING ? 0 : value / length));
}

/** Only the strongest are kept; of those as strong as each other, the one that comes first in the alphabet. */
function nudged(
  known: ReadonlyMap<string, number>,
  kept: number,
  ids: readonly string[],
  step: number,
  most: number,
): ReadonlyMap<string, number> {
  const changed = new Map<string, number>();
  for (const [id, level] of known) changed.set(id, Math.fround(level * kept));
  for (const id of new Set(ids)) {
    const level = (changed.get(id) ?? 0) + step;
    changed.set(id, Math.fround(Math.min(1, Math.max(-1, level))));
  }
  const strongest = [...changed].filter(([, level]) => Math.abs(level) >= FORGOTTEN_BELOW).sort(byStrength);
  return new Map(strongest.slice(0, most));
}

function byStrength([a, levelA]: [string, number], [b, levelB]: [string, number]): number {
  return Math.abs(levelB) - Math.abs(levelA) || (a < b ? -1 : 1);
}

const DAY = 86_400_000;
const KEPT_A_DAY = 0.95;
const STEP = 0.1;
const WHOLE_READ_SECONDS = 60;
const WEIGHTS = { save: 3, share: 3, like: 2, dislike: -2, hide: -1 };
/** Below this a direction is rounding and nothing else. */
const ALMOST_NOTHING = 1e-9;
const FORGOTTEN_BELOW = 0.001;
