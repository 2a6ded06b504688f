import { seededRandom } from '../src/lib/random.ts';

/**
 * Everything in the world derives from a key: the draws for ('event', 812, 4) are the same at any time and in any
 * order. So the world stores nothing.
 */
export function drawFor(seed: number, ...key: (number | string)[]): Draw {
  return new Draw(hashOf(seed, key));
}

export class Draw {
  readonly fraction: () => number;

  constructor(seed: number) {
    this.fraction = seededRandom(seed).fraction;
  }

  /** An integer from `min` to `max`, inclusive. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.fraction() * list.length)];
    if (picked === undefined) throw new RangeError('cannot pick from an empty list');
    return picked;
  }

  /** Up to `count` different items, in the order drawn. */
  several<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(Math.floor(this.fraction() * rest.length), 1));
    }
    return taken;
  }

  weighted<T extends { weight: number }>(list: readonly T[]): T {
    let left = this.fraction() * list.reduce((sum, { weight }) => sum + weight, 0);
    for (const candidate of list) {
      left -= candidate.weight;
      if (left < 0) return candidate;
    }
    return this.pick(list);
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.fraction());
  }

  /** Heavy tail: the share of draws at or above x is x^-alpha. */
  pareto(alpha: number): number {
    return (1 - this.fraction()) ** (-1 / alpha);
  }
}

/** FNV-1a over the parts of the key, then mixed so that adjacent keys are unrelated. */
export function hashOf(seed: number, key: readonly (number | string)[]): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const part of key) {
    if (typeof part === 'number') {
      hash = Math.imul(hash ^ (part & 0xffff), 0x01000193);
      hash = Math.imul(hash ^ ((part / 65536) | 0), 0x01000193);
    } else {
      for (let i = 0; i < part.length; i++) hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193);
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  }
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}
