import { ShingleReader } from './shingles.ts';
import { SimHasher } from './simhash.ts';
import { jaccardOfMatches, matchingSlots, Sketcher } from './sketch.ts';

/** COPY-1: all that is kept of a text to find its copies. */
export interface Fingerprint {
  /** MinHash over runs of three words, 128 places of one byte, four to a word; see sketch.ts. */
  readonly sketch: Uint32Array;
  /** SimHash over words and runs of three words, in two signed halves; see simhash.ts. */
  readonly simhashHigh: number;
  readonly simhashLow: number;
  /** How many distinct runs of three words the text has. */
  readonly shingles: number;
  /** Hash of the headline as it was before publishers put their names to it, 0 for none; see article.ts. */
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

/** How alike two texts are: shingles that both have, of all that either has. Standard error 0.04 at 0.7. */
export function estimateJaccard(a: Fingerprint, b: Fingerprint): number {
  if (a.shingles === 0 || b.shingles === 0) return 0;
  return jaccardOfMatches(matchingSlots(a.sketch, 0, b.sketch, 0));
}

/** How much of the shorter text is in the longer one, when they are this much alike. */
export function containmentOf(jaccard: number, shingles: number, others: number): number {
  const shared = (jaccard / (1 + jaccard)) * (shingles + others);
  return Math.max(0, Math.min(1, shared / Math.min(shingles, others)));
}

/** The working memory of this thread: a text leaves nothing behind but its fingerprint. */
const features = new ShingleReader();
const sketcher = new Sketcher();
const simhasher = new SimHasher();

const HIGH = 0x3c6ef372;
const LOW = 0x1b873593;
