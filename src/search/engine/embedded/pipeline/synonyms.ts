import { wordsOf } from '../../../text/words.ts';

/** SRCH-3: sets of words and phrases that mean the same, by each single word in them. */
export class SynonymIndex {
  readonly #sets = new Map<string, string[][]>();

  constructor(sets: readonly (readonly string[])[]) {
    for (const set of sets) {
      const entries = set.map(entry => wordsOf(entry, MOST_WORDS).map(({ folded }) => folded));
      for (const [word, ...rest] of entries) {
        if (word === undefined || rest.length > 0) continue;
        const others = entries.filter(
          entry => entry.length > 0 && !(entry.length === 1 && entry[0] === word),
        );
        this.#sets.set(word, [...(this.#sets.get(word) ?? []), ...others].slice(0, MOST_OF_A_WORD));
      }
    }
  }

  /** Each as its folded words. */
  of(word: string): readonly (readonly string[])[] {
    return this.#sets.get(word) ?? [];
  }
}

const MOST_WORDS = 6;
const MOST_OF_A_WORD = 16;
