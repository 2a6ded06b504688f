/** FEED-3: the parameters of the ranking. A variant stores only the values that differ from the standard. */
export interface RankingSettings {
  readonly weights: {
    readonly relevance: number;
    readonly freshness: number;
    readonly quality: number;
    readonly diversity: number;
    readonly trending: number;
  };
  readonly halfLifeMs: number;
  readonly breakingFactor: number;
  readonly readFactor: number;
  /** The parts of relevance; their sum is capped at 1. */
  readonly taste: {
    readonly topics: number;
    readonly entities: number;
    readonly source: number;
    readonly followed: number;
    readonly preferred: number;
  };
  readonly volume: {
    /** A source with at most this many stories in the window publishes rarely; above `floodAbove` it floods. */
    readonly rareBelow: number;
    readonly rareFactor: number;
    readonly floodAbove: number;
    readonly floodLeast: number;
  };
  /** FEED-2: the mix of candidates. */
  readonly mix: {
    readonly topics: number;
    readonly perTopic: number;
    readonly trending: number;
    readonly exploration: number;
  };
}

export const STANDARD: RankingSettings = {
  weights: { relevance: 0.35, freshness: 0.25, quality: 0.2, diversity: 0.1, trending: 0.1 },
  halfLifeMs: 6 * 3_600_000,
  breakingFactor: 1.3,
  readFactor: 0.1,
  taste: { topics: 0.7, entities: 0.3, source: 0.2, followed: 0.4, preferred: 0.5 },
  volume: { rareBelow: 3, rareFactor: 1.15, floodAbove: 60, floodLeast: 0.6 },
  mix: { topics: 5, perTopic: 100, trending: 50, exploration: 0.1 },
};

/**
 * Merges a variant into the standard settings. Unknown names and values that are not numbers are rejected: a mistyped
 * weight must not silently rank by the standard.
 */
export function parseSettings(data: unknown, standard: RankingSettings = STANDARD): RankingSettings {
  return validated(merged(standard, data, ''));
}

function merged<T>(standard: T, data: unknown, path: string): T {
  if (data === undefined) return standard;
  if (typeof standard === 'number') {
    if (typeof data !== 'number' || !Number.isFinite(data) || Math.abs(data) > 1e9)
      throw new RangeError(`${path} has to be a number`);
    return data as T;
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new RangeError(`${path || 'a variant'} has to be an object`);
  const known: Record<string, unknown> = { ...(standard as object) };
  for (const [name, value] of Object.entries(data)) {
    if (!(name in known)) throw new RangeError(`${path}${name} is not known`);
    known[name] = merged(known[name], value, `${path}${name}.`);
  }
  return known as T;
}

function validated(settings: RankingSettings): RankingSettings {
  const { mix, halfLifeMs } = settings;
  if (mix.exploration < MIN_EXPLORATION || mix.exploration > 0.5)
    throw new RangeError('mix.exploration has to lie between 0.1 and 0.5');
  if (halfLifeMs < 60_000) throw new RangeError('halfLifeMs has to be at least a minute');
  if (mix.perTopic < 1 || mix.perTopic > 100)
    throw new RangeError('mix.perTopic has to lie between 1 and 100');
  if (mix.topics < 0 || mix.topics > 20 || mix.trending < 0 || mix.trending > 500)
    throw new RangeError('mix.topics has to lie between 0 and 20, mix.trending between 0 and 500');
  return settings;
}

/** FEED-2: a minimum of exploration, so that readers also see what is new to them. */
const MIN_EXPLORATION = 0.1;
