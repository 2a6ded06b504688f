import { ShingleReader } from './shingles.ts';
import { SimHasher } from './simhash.ts';
import { jaccardOfMatches, matchingSlots, Sketcher } from './sketch.ts';

/** COPY-1: the data by which copies of a text are found. */
export interface Fingerprint {
  /** MinHash over runs of three words, 128 slots of one byte, four to a 32-bit word; see sketch.ts. */
  readonly sketch: Uint32Array;
  /** SimHash over words and runs of three words, in two signed halves; see simhash.ts. */
  readonly simhashHigh: number;
  readonly simhashLow: number;
  /** The number of distinct runs of three words. */
  readonly shingles: number;
  /** Hash of the headline without publishers' names, 0 for none; see article-fingerprint.ts. */
  readonly title: number;
}

export function fingerprint(text: string): Fingerprint {
  features.read(text);
  const { words, wordCount, shingles, shingleCount } = features;
  return {
    sketch: sketcher.sketch(shingles, shingleCount),
    simhashHigh: simhasher.half(words, wordCount, shingles, shingleCount, HIGH),
    simhashLow: simhasher.half(words, wordCount, shingles, shingleCount, LOW),
    shingles: shingleCount,
    title: 0,
  };
}

/** The estimated Jaccard similarity of two texts' shingles. Standard error 0.04 at 0.7. */
export function estimateJaccard(a: Fingerprint, b: Fingerprint): number {
  if (a.shingles === 0 || b.shingles === 0) return 0;
  return jaccardOfMatches(matchingSlots(a.sketch, 0, b.sketch, 0));
}

/** The containment of the shorter text in the longer one, from their Jaccard similarity. */
export function containmentOf(jaccard: number, shingles: number, others: number): number {
  const shared = (jaccard / (1 + jaccard)) * (shingles + others);
  return Math.max(0, Math.min(1, shared / Math.min(shingles, others)));
}

/** Scratch space of this thread, overwritten by each text. */
const features = new ShingleReader();
const sketcher = new Sketcher();
const simhasher = new SimHasher();

const HIGH = 0x3c6ef372;
const LOW = 0x1b873593;
