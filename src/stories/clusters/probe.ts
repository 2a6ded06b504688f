import { type ArticleSimilarity, titleLength, WEIGHTS } from './packed.ts';

/**
 * One article's words in a hash table, so that comparing it with many others takes one lookup per word instead of a
 * merge of both lists. The table is indexed by the low bits of the term and holds one more than the word's index, or
 * 0; words with the same bits are chained.
 */
export class Probe {
  readonly #table = new Uint8Array(SLOTS);
  readonly #before = new Uint8Array(256);
  /** The weights of the words in the vector of the last product. */
  readonly #matched = new Float32Array(256);
  #words: Uint32Array = new Uint32Array(0);
  #title = 0;

  /** Loads an article's words, which must not change while the probe is used. */
  set(words: Uint32Array): void {
    for (const word of this.#words) this.#table[(word >>> 8) & MASK] = 0;
    for (let at = 0; at < words.length; at++) {
      const slot = ((words[at] ?? 0) >>> 8) & MASK;
      this.#before[at] = this.#table[slot] ?? 0;
      this.#table[slot] = at + 1;
    }
    this.#words = words;
    this.#title = titleLength(words, 0, words.length);
  }

  /** The similarity of another article, whose words are a part of a larger array. */
  compare(others: Uint32Array, from: number, to: number, result: ArticleSimilarity): void {
    const [table, before, words] = [this.#table, this.#before, this.#words];
    let [sum, title, shared] = [0, 0, 0];
    for (let at = from; at < to; at++) {
      const right = others[at] ?? 0;
      const term = right >>> 8;
      for (let slot = table[term & MASK] ?? 0; slot !== 0; slot = before[slot - 1] ?? 0) {
        const left = words[slot - 1] ?? 0;
        if (left >>> 8 !== term) continue;
        const weight = WEIGHTS[left & 0x7f] ?? 0;
        const product = weight * (WEIGHTS[right & 0x7f] ?? 0);
        sum += product;
        shared += weight * weight;
        if ((left & right & 0x80) !== 0) title += product;
        break;
      }
    }
    result.whole = sum;
    result.shared = shared;
    result.title = title === 0 ? 0 : title / (this.#title * titleLength(others, from, to));
  }

  /** The product with a sparse vector, whose weights are remembered for `matchedWeightOf`. */
  product(terms: Uint32Array, weights: Float32Array): number {
    const [table, before, words, met] = [this.#table, this.#before, this.#words, this.#matched];
    let sum = 0;
    met.fill(0, 0, words.length);
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at] ?? 0;
      for (let slot = table[term & MASK] ?? 0; slot !== 0; slot = before[slot - 1] ?? 0) {
        const word = words[slot - 1] ?? 0;
        if (word >>> 8 !== term) continue;
        const weight = weights[at] ?? 0;
        met[slot - 1] = weight;
        sum += weight * (WEIGHTS[word & 0x7f] ?? 0);
        break;
      }
    }
    return sum;
  }

  /** The weight of a term; 0 when the article does not have it. */
  weightOf(term: number): number {
    const slot = this.#slotOf(term);
    return slot === 0 ? 0 : (WEIGHTS[(this.#words[slot - 1] ?? 0) & 0x7f] ?? 0);
  }

  /** The weight of one of the article's terms in the vector of the last product. */
  matchedWeightOf(term: number): number {
    const slot = this.#slotOf(term);
    return slot === 0 ? 0 : (this.#matched[slot - 1] ?? 0);
  }

  #slotOf(term: number): number {
    let slot = this.#table[term & MASK] ?? 0;
    while (slot !== 0 && (this.#words[slot - 1] ?? 0) >>> 8 !== term) slot = this.#before[slot - 1] ?? 0;
    return slot;
  }
}

const SLOTS = 1 << 12;
const MASK = SLOTS - 1;
