import type { Draw } from '../draw.ts';
import { TOPICS, type Topic } from '../types.ts';
import type { Traits } from './traits.ts';

/**
 * Publishers by interest in a topic: cumulative weights, so that a binary search draws a publisher from any number of
 * them. Specialists write much about their field and little about other topics.
 */
export function createInterestDraw(traits: readonly Traits[]): InterestDraw {
  const tables = new Map(TOPICS.map(topic => [topic, cumulate(traits, topic)]));
  return {
    draw: (topic, draw) => {
      const table = tables.get(topic);
      const found = table && traits[search(table, draw.fraction() * (table.at(-1) ?? 0))];
      if (!found) throw new RangeError(`no publisher writes about ${topic}`);
      return found;
    },
  };
}

function cumulate(traits: readonly Traits[], topic: Topic): Float64Array {
  const sums = new Float64Array(traits.length);
  let sum = 0;
  for (const [index, publisher] of traits.entries()) {
    sum += publisher.style === 'wire' ? 0 : publisher.size ** 0.7 * interest(publisher.topic, topic);
    sums[index] = sum;
  }
  return sums;
}

function interest(own: Topic | null, topic: Topic): number {
  if (own === null) return 1;
  return own === topic ? 4 : 0.04;
}

/** The first position whose sum is above the value. */
function search(sums: Float64Array, value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface InterestDraw {
  draw(topic: Topic, draw: Draw): Traits;
}
