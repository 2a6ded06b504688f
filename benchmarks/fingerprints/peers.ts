import { createRequire } from 'node:module';
import { mix } from '../../src/lib/bits.ts';
import { ShingleReader } from '../../src/stories/fingerprints/shingles.ts';

/** The peers have no types; these declare the functions in use. */
const require = createRequire(import.meta.url);
const { Minhash }: { Minhash: new (options: { numPerm: number }) => MinhashPeer } = require('minhash');
const { SimHash }: { SimHash: new () => { hash(text: string): number } } = require('simhash-js');

/** 128 permutations over runs of three words, as in its documentation; the caller splits words. */
export function minhashPeer(text: string): number {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const sketch = new Minhash({ numPerm: 128 });
  for (let index = 2; index < words.length; index++)
    sketch.update(`${words[index - 2]} ${words[index - 1]} ${words[index]}`);
  return sketch.hashvalues[0] ?? 0;
}

/** 32 bits over runs of four characters. */
export function simhashPeer(text: string): number {
  return simhash.hash(text);
}

/** The naive method: 128 hashes of every shingle, in typed arrays, from the same words. */
export function permutations(text: string): number {
  features.read(text);
  const lowest = new Uint32Array(128).fill(0xffffffff);
  for (let index = 0; index < features.shingleCount; index++) {
    const shingle = features.shingles[index] ?? 0;
    for (let slot = 0; slot < 128; slot++) {
      const hash = mix(shingle ^ (SEEDS[slot] ?? 0)) >>> 0;
      if (hash < (lowest[slot] ?? 0)) lowest[slot] = hash;
    }
  }
  return lowest[0] ?? 0;
}

const simhash = new SimHash();
const features = new ShingleReader();
const SEEDS = Int32Array.from({ length: 128 }, (_, slot) => Math.imul(slot + 1, 0x9e3779b9));

interface MinhashPeer {
  readonly hashvalues: readonly number[];
  update(shingle: string): void;
}
