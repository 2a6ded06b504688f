/** Packed words, see article-ring.ts: term (24 bits), in title (1 bit), square root of the weight (7 bits). */
export function pack(term: number, inTitle: boolean, weight: number): number {
  return ((term << 8) | (inTitle ? 0x80 : 0) | Math.min(127, Math.round(Math.sqrt(weight) * 127))) >>> 0;
}

export function termOfPacked(word: number): number {
  return word >>> 8;
}

export function weightOfPacked(word: number): number {
  return WEIGHTS[word & 0x7f] ?? 0;
}

/** The index of a term in an ascending list whose entries hold it above `bits` lower bits; -1 when absent. */
function indexOfTerm(term: number, list: Uint32Array, bits: number): number {
  let [low, high] = [0, list.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = (list[middle] ?? 0) >>> bits;
    if (found === term) return middle;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The weight of a term in a packed vector; 0 when absent. */
export function weightIn(words: Uint32Array, term: number): number {
  const at = indexOfTerm(term, words, 8);
  return at < 0 ? 0 : weightOfPacked(words[at] ?? 0);
}

/** The cosine of two packed vectors of length 1 (up to rounding). */
export function cosine(a: Uint32Array, b: Uint32Array): number {
  let [i, j, sum] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const left = a[i] ?? 0;
    const right = b[j] ?? 0;
    const difference = (left >>> 8) - (right >>> 8);
    if (difference === 0) sum += (WEIGHTS[left & 0x7f] ?? 0) * (WEIGHTS[right & 0x7f] ?? 0);
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return sum;
}

/** The number of heaviest words that identify what a text or story is about. */
export const SALIENT_TERMS = 8;

/**
 * The heaviest words, heaviest first, ties by term; all words of a short text in their own order. A counting sort:
 * words are ascending and weights have 128 values.
 */
export function heaviest(words: Uint32Array, limit: number): Uint32Array {
  if (words.length <= limit) return words;
  positions.fill(0);
  for (let at = 0; at < words.length; at++) {
    const behind = 128 - ((words[at] ?? 0) & 0x7f);
    positions[behind] = (positions[behind] ?? 0) + 1;
  }
  for (let weight = 1; weight < 128; weight++)
    positions[weight] = (positions[weight] ?? 0) + (positions[weight - 1] ?? 0);
  const found = new Uint32Array(limit);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    const weight = 127 - (word & 0x7f);
    const slot = positions[weight] ?? 0;
    positions[weight] = slot + 1;
    if (slot < limit) found[slot] = word;
  }
  return found;
}

/** The length of the title's words as a vector; the words are a part of an array. */
export function titleLength(words: Uint32Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) {
    const word = words[at] ?? 0;
    if ((word & 0x80) !== 0) sum += (WEIGHTS[word & 0x7f] ?? 0) ** 2;
  }
  return Math.sqrt(sum);
}

/** By weight, the number of heavier words. Scratch space of one call. */
const positions = new Uint16Array(129);
/** 32-bit numbers in a cache line. */
export const WORDS_PER_CACHE_LINE = 16;
/** By the lowest seven bits of a packed word. */
export const WEIGHTS = Float64Array.from({ length: 128 }, (_, step) => (step / 127) ** 2);

/** The similarity of two articles by their words. */
export interface ArticleSimilarity {
  /** The cosine of their vectors. */
  whole: number;
  /** The cosine of their titles as vectors. */
  title: number;
  /** The share of the first one's weight in words that the second one has too. */
  shared: number;
}
