import type { Publisher } from '../types.ts';
import { describePublisher } from './publisher.ts';
import type { Traits } from './traits.ts';

/** Looks up publishers and describes each on first use. */
export function createDirectory(seed: number, traits: readonly Traits[]): Directory {
  const described: Publisher[] = [];
  const traitsAt = (index: number): Traits => {
    const found = traits[index];
    if (!found) throw new RangeError(`there is no publisher ${index}`);
    return found;
  };
  const at = (index: number): Publisher => {
    described[index] ??= describePublisher(seed, traitsAt(index));
    return described[index];
  };
  let slugs: Map<string, number> | null = null;
  return {
    at,
    traitsAt,
    all: () => traits.map(({ index }) => at(index)),
    broken: () => traits.filter(({ fault }) => fault !== null).map(({ index }) => at(index)),
    bySlug: slug => {
      slugs ??= new Map(traits.map(({ index }) => [at(index).slug, index]));
      const index = slugs.get(slug);
      return index === undefined ? null : at(index);
    },
  };
}

export interface Directory {
  at(index: number): Publisher;
  traitsAt(index: number): Traits;
  all(): Publisher[];
  broken(): Publisher[];
  bySlug(slug: string): Publisher | null;
}
