import { TOPIC_DIMENSIONS } from '../../model/topic-vector.ts';
/** INT-1: the interests of one reader. Immutable. */
export interface ReaderInterests {
  /** The last event applied; events up to it are ignored (INT-2). */
  readonly offset: bigint;
  /** When something was last learned; learned levels decay from then. */
  readonly learnedAt: number;
  readonly isPaused: boolean;
  /** Of length one, or all zero for a new reader. */
  readonly topics: Float32Array;
  /** From -1 to 1, the strongest `MAX_ENTITIES` and `MAX_SOURCES`. */
  readonly entities: ReadonlyMap<string, number>;
  readonly sources: ReadonlyMap<string, number>;
  /** Levels that the reader set, from -1 to 1, by `subjectKey`. */
  readonly set: ReadonlyMap<string, number>;
  readonly muted: ReadonlySet<string>;
}

export function noInterests(): ReaderInterests {
  return {
    offset: 0n,
    learnedAt: 0,
    isPaused: false,
    topics: new Float32Array(TOPIC_DIMENSIONS),
    entities: new Map(),
    sources: new Map(),
    set: new Map(),
    muted: new Set(),
  };
}

export const MAX_ENTITIES = 200;
export const MAX_SOURCES = 100;
/** Of levels set, and of mutes. */
export const MAX_SETTINGS = 1000;
