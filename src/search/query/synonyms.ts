import { wordsOf } from '../analysis/words.ts';
import type { Clause, Term } from './parsed-query.ts';

/** SRCH-3: sets of synonymous words and phrases, by each of their entries. */
export class SynonymIndex {
  readonly #sets = new Map<string, string[][]>();
  #longestPhrase = 1;

  constructor(sets: readonly (readonly string[])[]) {
    for (const set of sets) {
      const entries = set.map(entry => wordsOf(entry, MAX_WORDS).map(({ folded }) => folded));
      for (const entry of entries.filter(({ length }) => length > 0)) {
        const key = entry.join(' ');
        const others = entries.filter(other => other.length > 0 && other.join(' ') !== key);
        this.#sets.set(key, [...(this.#sets.get(key) ?? []), ...others].slice(0, MAX_SYNONYMS_PER_WORD));
        this.#longestPhrase = Math.max(this.#longestPhrase, entry.length);
      }
    }
  }

  /** Each synonym as its folded words. */
  of(word: string): readonly (readonly string[])[] {
    return this.#sets.get(word) ?? [];
  }

  /**
   * Joins words of a query that form a phrase with synonyms into one clause: the phrase or any of its synonyms.
   * Quoted words and alternatives stay as they are.
   */
  joinPhrases(clauses: readonly Clause[], note: (note: string) => void): readonly Clause[] {
    if (this.#longestPhrase === 1) return clauses;
    const plain = clauses.map(plainWord);
    const result: Clause[] = [];
    for (let at = 0; at < clauses.length; ) {
      const length = this.#phraseAt(plain, at);
      const clause = clauses[at];
      if (clause === undefined) break;
      if (length === 1) result.push(clause);
      else {
        const words = plain.slice(at, at + length).map(word => word ?? '');
        const others = this.of(words.join(' '));
        note(`${words.join(' ')} = ${others.map(other => other.join(' ')).join(', ')}`);
        result.push({ alternatives: [words, ...others].map(termOf) });
      }
      at += length;
    }
    return result;
  }

  /** The number of words from here on that form a phrase with synonyms; 1 if there is none. */
  #phraseAt(plain: readonly (string | null)[], at: number): number {
    for (let length = Math.min(this.#longestPhrase, plain.length - at); length > 1; length--) {
      const words = plain.slice(at, at + length);
      if (!words.includes(null) && this.#sets.has(words.join(' '))) return length;
    }
    return 1;
  }
}

function plainWord({ alternatives }: Clause): string | null {
  const [term, ...others] = alternatives;
  if (term === undefined || others.length > 0 || term.field !== 'any' || term.words.length !== 1) return null;
  const folded = wordsOf(term.words[0] ?? '', 2).map(each => each.folded);
  return folded.length === 1 ? (folded[0] ?? null) : null;
}

function termOf(words: readonly string[]): Term {
  return { words, isPhrase: words.length > 1, field: 'any', isPrefix: false };
}

const MAX_WORDS = 6;
const MAX_SYNONYMS_PER_WORD = 16;
