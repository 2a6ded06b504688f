import { drawFor } from './draw.ts';
import type { Truth } from './types.ts';
import type { World } from './world.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The times at which an installation would store the articles of a world, in the order of arrival. It starts like the
 * demo edition: articles of the last hours arrive together, within four minutes. After that an article is stored
 * seconds after its publication; one in fifty arrives late, after articles with a later storage time.
 */
export function asStored(world: World, { from, until, catalogue = 3 * HOUR }: Stay): Arrival[] {
  const draw = drawFor(world.seed, 'stored', Math.floor(from / MINUTE));
  const arrivals = world.truthsWithin(from - catalogue, until).map(truth => {
    const found = truth.publishedAt < from ? from + draw.fraction() * 4 * MINUTE : truth.publishedAt;
    const storedAt = Math.floor(found + 2 * SECOND + draw.exponential(15 * SECOND));
    return { truth, storedAt, arrivesAt: storedAt + (draw.chance(0.02) ? draw.fraction() * 20 * SECOND : 0) };
  });
  return arrivals.sort((a, b) => a.arrivesAt - b.arrivesAt);
}

interface Stay {
  readonly from: number;
  readonly until: number;
  /** The age of the oldest article at the start. */
  readonly catalogue?: number;
}

export interface Arrival {
  readonly truth: Truth;
  readonly storedAt: number;
  /** When its event reaches the consumers; never before the storage time. */
  readonly arrivesAt: number;
}
