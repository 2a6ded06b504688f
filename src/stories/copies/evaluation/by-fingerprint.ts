import { estimateJaccard, type Fingerprint } from '../../fingerprints/fingerprint.ts';
import { hammingDistance } from '../../fingerprints/simhash.ts';
import { Forest } from './forest.ts';

/** SimHash alone: at most three bits apart, so one of four blocks of 16 bits is equal. */
export function groupBySimHash(prints: readonly Fingerprint[]): number[] {
  const keys = ({ simhashHigh: high, simhashLow: low }: Fingerprint) =>
    [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff].map((block, number) => `${number}:${block}`);
  return groupByKeys(prints, keys, (a, b) => hammingDistance(a, b) <= 3);
}

/** MinHash alone: 16 bands of 8, estimated Jaccard at least 0.85. */
export function groupBySketch(prints: readonly Fingerprint[]): number[] {
  const keys = ({ sketch }: Fingerprint) =>
    Array.from({ length: 16 }, (_, band) => `${band}:${sketch[2 * band]}:${sketch[2 * band + 1]}`);
  return groupByKeys(prints, keys, (a, b) => estimateJaccard(a, b) >= 0.85);
}

function groupByKeys(
  prints: readonly Fingerprint[],
  keys: (print: Fingerprint) => readonly string[],
  alike: (a: Fingerprint, b: Fingerprint) => boolean,
): number[] {
  const forest = new Forest(prints.length);
  const buckets = new Map<string, number[]>();
  for (const [number, print] of prints.entries()) {
    if (print.shingles === 0) continue;
    for (const key of keys(print)) {
      const bucket = buckets.get(key) ?? [];
      for (const other of bucket) {
        const known = prints[other];
        if (known !== undefined && forest.root(other) !== forest.root(number) && alike(known, print))
          forest.join(other, number);
      }
      bucket.push(number);
      buckets.set(key, bucket);
    }
  }
  return forest.labels();
}
