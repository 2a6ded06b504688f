/** INT-1: what one reader cares for. Never changed in place. */
export interface ReaderInterests {
  /** The last event that is in here; events up to it change nothing any more (INT-2). */
  readonly offset: bigint;
  /** When something was last learned; what was learned fades from then on. */
  readonly learnedAt: number;
  readonly isPaused: boolean;
  /** Of length one, or all zero for a reader of whom nothing is known. */
  readonly topics: Float32Array;
  /** From -1 to 1, at most `ENTITIES_KEPT` and `SOURCES_KEPT`, the strongest of them. */
  readonly entities: ReadonlyMap<string, number>;
  readonly sources: ReadonlyMap<string, number>;
  /** What the reader said; keys as `keyOf` writes them, levels from -1 to 1. */
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

/** The length of a topic vector; a test keeps it equal to that of the taxonomy, which another flow owns. */
export const TOPIC_DIMENSIONS = 128;
export const MAX_ENTITIES = 200;
export const MAX_SOURCES = 100;
/** Of what is set and of what is muted; nobody keeps so many by hand. */
export const MAX_SETTINGS = 1000;
