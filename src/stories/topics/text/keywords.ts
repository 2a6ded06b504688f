import type { KeywordRule } from '../port.ts';
import type { TaxonomyEntry } from '../taxonomy/entry.ts';
import { hashOf, hashOfUnits } from './hashing.ts';
import { type WordList, wordsOf } from './words.ts';

/**
 * Keywords and rules by their first word, so that a text is scanned once whatever their number. Plural and singular
 * match.
 */
export class KeywordIndex {
  /** By the hash of the first word. */
  readonly #phrases = new Map<number, KeywordPhrase[]>();

  constructor(taxonomy: readonly TaxonomyEntry[], rules: readonly KeywordRule[] = []) {
    const dimensions = new Map(taxonomy.map(entry => [entry.id, entry.dimension]));
    for (const { keywords, dimension } of taxonomy)
      for (const keyword of keywords)
        this.#add(keyword, dimension, keyword.startsWith('~') ? WEAK_WEIGHT : 1);
    for (const { keyword, topic, weight } of rules) {
      const dimension = dimensions.get(topic);
      if (dimension === undefined) throw new TypeError(`a keyword rule names the unknown topic '${topic}'`);
      this.#add(keyword, dimension, weight);
    }
  }

  #add(keyword: string, dimension: number, weight: number): void {
    const words = [...wordsOf(keyword, MAX_PHRASE_WORDS)].map(singular);
    const [first] = words;
    if (first === undefined) return;
    // A phrase of several words is rarely a coincidence.
    const phrase = { words, dimension, weight: weight * (words.length > 1 ? PHRASE_WEIGHT : 1) };
    const hash = hashOf(first, SEED);
    const others = this.#phrases.get(hash);
    if (others) others.push(phrase);
    else this.#phrases.set(hash, [phrase]);
  }

  /** Adds the evidence of these words by dimension; repetitions count less each time. */
  read(words: WordList, factor: number, evidence: Float64Array): void {
    const counts = new Map<KeywordPhrase, number>();
    for (let index = 0; index < words.count; index++) {
      const phrases = this.#phrases.get(
        hashOfUnits(words.units, words.starts[index] ?? 0, singularEnd(words, index), SEED),
      );
      if (phrases === undefined) continue;
      for (const phrase of phrases) {
        if (!matchesAt(phrase.words, words, index)) continue;
        const times = (counts.get(phrase) ?? 0) + 1;
        counts.set(phrase, times);
        const weight = (phrase.weight * factor) / times ** 1.5;
        evidence[phrase.dimension] = (evidence[phrase.dimension] ?? 0) + weight;
      }
    }
  }
}

/** Compares letters, because hashes may collide. */
function matchesAt(phrase: readonly string[], words: WordList, from: number): boolean {
  if (from + phrase.length > words.count) return false;
  return phrase.every((word, offset) => isWordAt(word, words, from + offset));
}

function isWordAt(word: string, words: WordList, index: number): boolean {
  const start = words.starts[index] ?? 0;
  if (singularEnd(words, index) - start !== word.length) return false;
  for (let at = 0; at < word.length; at++) if (words.units[start + at] !== word.charCodeAt(at)) return false;
  return true;
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** The end of a word's singular in the buffer. */
function singularEnd({ units, starts }: WordList, index: number): number {
  const end = starts[index + 1] ?? 0;
  const isPlural = end - (starts[index] ?? 0) > 3 && units[end - 1] === S && units[end - 2] !== S;
  return isPlural ? end - 1 : end;
}

const S = 's'.charCodeAt(0);
const SEED = 0;
const WEAK_WEIGHT = 0.35;
const PHRASE_WEIGHT = 1.4;
const MAX_PHRASE_WORDS = 8;

interface KeywordPhrase {
  /** In the singular. */
  readonly words: readonly string[];
  readonly dimension: number;
  readonly weight: number;
}
