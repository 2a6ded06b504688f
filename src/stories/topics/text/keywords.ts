import type { KeywordRule } from '../port.ts';
import type { TaxonomyEntry } from '../taxonomy/entry.ts';
import { wordsOf } from './words.ts';

/**
 * Keywords and rules by their first word, so that a text is read once whatever their number. Plural and
 * singular are the same word here.
 */
export class KeywordIndex {
  readonly #phrases = new Map<string, Phrase[]>();

  constructor(taxonomy: readonly TaxonomyEntry[], rules: readonly KeywordRule[] = []) {
    const dimensions = new Map(taxonomy.map(entry => [entry.id, entry.dimension]));
    for (const { keywords, dimension } of taxonomy)
      for (const keyword of keywords)
        this.#add(keyword, dimension, keyword.startsWith('~') ? FAINT_WEIGHT : 1);
    for (const { keyword, topic, weight } of rules) {
      const dimension = dimensions.get(topic);
      if (dimension === undefined)
        throw new TypeError(`a keyword rule is about '${topic}', which is not there`);
      this.#add(keyword, dimension, weight);
    }
  }

  #add(keyword: string, dimension: number, weight: number): void {
    const [first, ...rest] = wordsOf(keyword, LONGEST_PHRASE).map(singular);
    if (first === undefined) return;
    // A phrase of several words is rarely said by accident.
    const phrase = { rest, dimension, weight: weight * (rest.length > 0 ? PHRASE_WEIGHT : 1) };
    const others = this.#phrases.get(first);
    if (others) others.push(phrase);
    else this.#phrases.set(first, [phrase]);
  }

  /** Adds to `evidence`, by dimension, what these words say; a word that comes again says less each time. */
  read(words: readonly string[], factor: number, evidence: Float64Array): void {
    const folded = words.map(singular);
    const said = new Map<Phrase, number>();
    for (let index = 0; index < folded.length; index++) {
      const phrases = this.#phrases.get(folded[index] ?? '');
      if (phrases === undefined) continue;
      for (const phrase of phrases) {
        if (!follows(phrase.rest, folded, index + 1)) continue;
        const times = (said.get(phrase) ?? 0) + 1;
        said.set(phrase, times);
        const weight = (phrase.weight * factor) / times ** 1.5;
        evidence[phrase.dimension] = (evidence[phrase.dimension] ?? 0) + weight;
      }
    }
  }
}

function follows(rest: readonly string[], words: readonly string[], from: number): boolean {
  for (let offset = 0; offset < rest.length; offset++)
    if (words[from + offset] !== rest[offset]) return false;
  return true;
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

const FAINT_WEIGHT = 0.35;
const PHRASE_WEIGHT = 1.4;
const LONGEST_PHRASE = 8;

interface Phrase {
  readonly rest: readonly string[];
  readonly dimension: number;
  readonly weight: number;
}
