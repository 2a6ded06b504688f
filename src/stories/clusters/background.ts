import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Document frequencies of words in a background corpus, so that a new installation knows from its first article
 * which words are rare. The file is made by scripts/train/words.ts:
 *
 *   "BSW2" | number of languages (u8) | for each of them: its code (3 bytes, filled with blanks) | texts counted
 *   (u32) | buckets as a power of two (u8) | one byte per bucket of terms: round(16 ln(1 + texts))
 *
 * Numbers are little-endian. Two words in one bucket share the higher count, which only makes the rarer one look a
 * little more common.
 */
export function hasBackground(language: string): boolean {
  return BACKGROUNDS.has(language);
}

/** An upper bound on the number of background texts with a term. */
export function backgroundCount(term: number, language: string): number {
  const background = BACKGROUNDS.get(language);
  return background === undefined ? 0 : (COUNTS[stepOf(background, term)] ?? 0);
}

export function backgroundTexts(language: string): number {
  return BACKGROUNDS.get(language)?.texts ?? 0;
}

/** Inverse document frequency by the background alone; 1 where there is none. */
export function backgroundRarity(term: number, language: string): number {
  const background = BACKGROUNDS.get(language);
  return background === undefined ? 1 : (background.rarities[stepOf(background, term)] ?? 0);
}

function stepOf({ buckets }: Background, term: number): number {
  return buckets[term & (buckets.length - 1)] ?? 0;
}

function read(): Map<string, Background> {
  const file = readFileSync(join(import.meta.dirname, '../../../models/words.bin'));
  if (file.toString('latin1', 0, 4) !== 'BSW2')
    throw new Error('models/words.bin is not a file of word counts of version 2');
  const found = new Map<string, Background>();
  let at = 5;
  for (let left = file[4] ?? 0; left > 0; left--) {
    const language = file.toString('latin1', at, at + 3).trimEnd();
    const texts = file.readUInt32LE(at + 3);
    const size = 1 << file.readUInt8(at + 7);
    const buckets = file.subarray(at + HEAD, at + HEAD + size);
    if (buckets.length !== size) throw new Error('models/words.bin is truncated');
    const rarities = COUNTS.map(count => Math.log((texts + 1) / (count + 0.5)));
    found.set(language, { texts, buckets, rarities });
    at += HEAD + size;
  }
  return found;
}

const HEAD = 8;
const COUNTS = Float64Array.from({ length: 256 }, (_, step) => Math.expm1(step / 16));
const BACKGROUNDS: ReadonlyMap<string, Background> = read();

interface Background {
  readonly texts: number;
  readonly buckets: Uint8Array;
  /** Inverse document frequencies by step. */
  readonly rarities: Float64Array;
}
