/** Packed words, see articles.ts: term (24 bits), in title (1 bit), square root of the weight (7 bits). */
export function pack(term: number, inTitle: boolean, weight: number): number {
  return ((term << 8) | (inTitle ? 0x80 : 0) | Math.min(127, Math.round(Math.sqrt(weight) * 127))) >>> 0;
}

export function termOfPacked(word: number): number {
  return word >>> 8;
}

export function weightOfPacked(word: number): number {
  return WEIGHTS[word & 0x7f] ?? 0;
}

/** Where an ascending list has a term, above so many lower bits; -1 when it has not. */
export function placeOf(term: number, list: Uint32Array, bits: number): number {
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

/** The weight of a term in a packed vector. */
export function weightIn(words: Uint32Array, term: number): number {
  const at = placeOf(term, words, 8);
  return at < 0 ? 0 : weightOfPacked(words[at] ?? 0);
}

/** Cosine of two packed vectors, of which each has a length of about 1. */
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

/** So many of its heaviest words tell what a text or a story is about. */
export const TELLING = 8;

/**
 * A few of the heaviest words, heaviest first, of equals the smaller; all of a headline, the telling ones of a long text.
 * Words are ascending and weights few, so that counting how many have each weight sorts them.
 */
export function heaviest(words: Uint32Array, most: number): Uint32Array {
  if (words.length <= most) return words;
  places.fill(0);
  for (let at = 0; at < words.length; at++) {
    const behind = 128 - ((words[at] ?? 0) & 0x7f);
    places[behind] = (places[behind] ?? 0) + 1;
  }
  for (let weight = 1; weight < 128; weight++)
    places[weight] = (places[weight] ?? 0) + (places[weight - 1] ?? 0);
  const found = new Uint32Array(most);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    const weight = 127 - (word & 0x7f);
    const place = places[weight] ?? 0;
    places[weight] = place + 1;
    if (place < most) found[place] = word;
  }
  return found;
}

/** Of the words of a title as a vector; they are a part of an array. */
export function titleLength(words: Uint32Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) {
    const word = words[at] ?? 0;
    if ((word & 0x80) !== 0) sum += (WEIGHTS[word & 0x7f] ?? 0) ** 2;
  }
  return Math.sqrt(sum);
}

/** How many words are heavier than those of a weight; between two calls it means nothing. */
const places = new Uint16Array(129);
/** Numbers of 32 bits in a line of memory. */
export const LINE = 16;
/** By the last seven bits of a packed word. */
export const WEIGHTS = Float64Array.from({ length: 128 }, (_, step) => (step / 127) ** 2);

/** How alike two articles are by their words. */
export interface Likeness {
  /** The cosine of their vectors. */
  whole: number;
  /** The cosine of their titles, each taken as a vector of its own. */
  title: number;
  /** How much of the first one's weight is in words that the second one has. */
  shared: number;
}
