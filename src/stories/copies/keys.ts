import { mix } from '../../lib/bits.ts';
import { SKETCH_WORDS } from '../fingerprints/sketch.ts';
import { isShort } from './copy-rules.ts';
import type { TextSlots, TextTraits } from './text-slots.ts';

/**
 * The keys of a text. Texts are compared when they agree in one of them, within one language:
 *
 *   0-15   a band of the sketch: eight slots, two words
 *   16-25  two of five blocks of the SimHash (13, 13, 13, 13 and 12 bits): three changed bits leave two blocks
 *          as they were, and 25 bits keep strangers apart among tens of millions
 *   26     the headline
 *   27     the whole text: an exact repeat
 */
const BANDS = 16;
const BLOCK_PAIRS = 10;
export const TITLE = 26;
export const WHOLE = 27;

/** SimHash blocks are keys of short texts only; the headline is one where there is one. */
export function keysOf({ shingles, title }: TextTraits): readonly number[] {
  if (isShort(shingles)) return title === 0 ? SHORT : SHORT_WITH_TITLE;
  return title === 0 ? LONG : LONG_WITH_TITLE;
}

export function keyHash(slots: TextSlots, slot: number, key: number): number {
  const language = Math.imul((slots.languages[slot] ?? 0) * 32 + key + 1, 0x9e3779b1);
  if (key < BANDS) {
    const word = slot * SKETCH_WORDS + 2 * key;
    return mix(mix((slots.sketches[word] ?? 0) ^ language) ^ (slots.sketches[word + 1] ?? 0));
  }
  if (key === TITLE) return mix((slots.titles[slot] ?? 0) ^ language);
  if (key === WHOLE) return mix(sketchHash(slots, slot) ^ language);
  const pair = key - BANDS;
  const high = (slots.simhashHigh[slot] ?? 0) & (HIGH_MASKS[pair] ?? 0);
  const low = (slots.simhashLow[slot] ?? 0) & (LOW_MASKS[pair] ?? 0);
  return mix(mix(high ^ language) ^ low);
}

export function sameKey(slots: TextSlots, a: number, b: number, key: number): boolean {
  if (slots.languages[a] !== slots.languages[b]) return false;
  if (key < BANDS)
    return sameWords(slots.sketches, a * SKETCH_WORDS + 2 * key, b * SKETCH_WORDS + 2 * key, 2);
  if (key === TITLE) return slots.titles[a] === slots.titles[b];
  if (key === WHOLE) return sameText(slots, a, b);
  const pair = key - BANDS;
  const high = (slots.simhashHigh[a] ?? 0) ^ (slots.simhashHigh[b] ?? 0);
  const low = (slots.simhashLow[a] ?? 0) ^ (slots.simhashLow[b] ?? 0);
  return ((high & (HIGH_MASKS[pair] ?? 0)) | (low & (LOW_MASKS[pair] ?? 0))) === 0;
}

function sameText(slots: TextSlots, a: number, b: number): boolean {
  return (
    slots.simhashHigh[a] === slots.simhashHigh[b] &&
    slots.simhashLow[a] === slots.simhashLow[b] &&
    slots.titles[a] === slots.titles[b] &&
    slots.shingles[a] === slots.shingles[b] &&
    sameWords(slots.sketches, a * SKETCH_WORDS, b * SKETCH_WORDS, SKETCH_WORDS)
  );
}

function sameWords(words: Uint32Array, a: number, b: number, count: number): boolean {
  for (let index = 0; index < count; index++) if (words[a + index] !== words[b + index]) return false;
  return true;
}

function sketchHash(slots: TextSlots, slot: number): number {
  let hash = (slots.titles[slot] ?? 0) ^ (slots.simhashLow[slot] ?? 0);
  for (let word = slot * SKETCH_WORDS; word < (slot + 1) * SKETCH_WORDS; word++)
    hash = Math.imul(hash ^ (slots.sketches[word] ?? 0), 0x01000193);
  return hash;
}

/** Masks of each pair of blocks; a block may cross the two halves. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [0x00001fff, 0],
  [0x03ffe000, 0],
  [0xfc000000 | 0, 0x0000007f],
  [0, 0x000fff80],
  [0, 0xfff00000 | 0],
];
const PAIRS = BLOCKS.flatMap(([highA, lowA], a) =>
  BLOCKS.slice(a + 1).map(([highB, lowB]) => [highA | highB, lowA | lowB] as const),
);
const HIGH_MASKS = Int32Array.from(PAIRS, ([high]) => high);
const LOW_MASKS = Int32Array.from(PAIRS, ([, low]) => low);

const LONG: readonly number[] = [...Array.from({ length: BANDS }, (_, band) => band), WHOLE];
const SHORT: readonly number[] = [...LONG, ...Array.from({ length: BLOCK_PAIRS }, (_, pair) => BANDS + pair)];
const LONG_WITH_TITLE: readonly number[] = [...LONG, TITLE];
const SHORT_WITH_TITLE: readonly number[] = [...SHORT, TITLE];
