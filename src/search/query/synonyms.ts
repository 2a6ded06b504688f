import { wordsOf } from '../analysis/words.ts';
import type { Clause, Term } from './parsed-query.ts';

/** SRCH-3: sets of words and phrases that mean the same, by each word or phrase in them. */
export class SynonymIndex {
  readonly #sets = new Map<string, string[][]>();
  #longest = 1;

  constructor(sets: readonly (readonly string[])[]) {
    for (const set of sets) {
      const entries = set.map(entry => wordsOf(entry, MOST_WORDS).map(({ folded }) => folded));
      for (const entry of entries.filter(({ length }) => length > 0)) {
        const key = entry.join(' ');
        const others = entries.filter(other => other.length > 0 && other.join(' ') !== key);
        this.#sets.set(key, [...(this.#sets.get(key) ?? []), ...others].slice(0, MOST_OF_A_WORD));
        this.#longest = Math.max(this.#longest, entry.length);
      }
    }
  }

  /** Each as its folded words. */
  of(word: string): readonly (readonly string[])[] {
    return this.#sets.get(word) ?? [];
  }

  /**
   * Words of a query that are a phrase with synonyms become one clause: the phrase, or any of what means the same. What
   * stands in quotes or among alternatives is meant as it stands.
   */
  joined(clauses: readonly Clause[], tell: (note: string) => void): readonly Clause[] {
    if (this.#longest === 1) return clauses;
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
        tell(`${words.join(' ')} = ${others.map(other => other.join(' ')).join(', ')}`);
        result.push({ alternatives: [words, ...others].map(termOf) });
      }
      at += length;
    }
    return result;
  }

  /** How many words from here on are a phrase with synonyms; 1 when they are none. */
  #phraseAt(plain: readonly (string | null)[], at: number): number {
    for (let length = Math.min(this.#longest, plain.length - at); length > 1; length--) {
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

const MOST_WORDS = 6;
const MOST_OF_A_WORD = 16;
