import { seededRandom } from '../../src/lib/random.ts';

/**
 * Items drawn from 10 million by Zipf's law, by rejection from the continuous law of the same exponent. Ids are shuffled
 * ranks, so that a method that favours small ids has no advantage.
 */
export function zipfItems(events: number, exponent: number, seed: number): Uint32Array {
  const random = seededRandom(seed);
  const { area, inverse } = integralOf(exponent);
  const total = area(IDS + 0.5) - area(0.5);
  const items = new Uint32Array(events);
  for (let at = 0; at < events; ) {
    const x = inverse(area(0.5) + random.fraction() * total);
    const rank = Math.min(IDS, Math.max(1, Math.round(x)));
    // The area under the curve around a rank is a little more than the rank's own share: the curve is convex.
    const own = rank ** -exponent;
    if (random.fraction() * (area(rank + 0.5) - area(rank - 0.5)) > own) continue;
    items[at++] = (rank * 7_368_787) % IDS;
  }
  return items;
}

function integralOf(exponent: number) {
  const e = 1 - exponent;
  if (e === 0) return { area: Math.log, inverse: Math.exp };
  return { area: (x: number) => x ** e / e, inverse: (y: number) => (y * e) ** (1 / e) };
}

export const IDS = 10_000_000;
