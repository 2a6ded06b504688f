import { doubled } from '../../lib/typed-arrays.ts';
import { ValueList } from '../../lib/value-list.ts';
import { stemOf } from './stems.ts';
import { isStopWord } from './stop-words.ts';
import { eachWord, foldedWord } from './words.ts';

/**
 * Words as numbers. Articles repeat their words, so folding, stemming and stop words are computed once for each
 * spelling and language; after that a word costs one table lookup. Numbers are valid until `clearWhenFull` clears the
 * table.
 */
export class LexemeTable {
  #spellings = new Map<string, Map<string, number>>();
  #numbers = new ValueList();
  #columns = new LexemeColumns();

  /** Calls `visit` with the number of each of the first `maxWords` words of a text. */
  read(text: string, language: string, maxWords: number, visit: (lexeme: number) => void): void {
    const known = this.#spellings.get(language) ?? new Map<string, number>();
    this.#spellings.set(language, known);
    eachWord(text, maxWords, raw => {
      let lexeme = known.get(raw);
      if (lexeme === undefined) {
        lexeme = this.#add(raw, language);
        known.set(raw, lexeme);
      }
      visit(lexeme);
    });
  }

  #add(raw: string, language: string): number {
    const folded = foldedWord(raw);
    const stop = isStopWord(folded, language) ? STOP : 0;
    const capital = raw === raw.toLowerCase() ? 0 : CAPITAL;
    return this.#columns.add(
      this.#numbers.numberOf(folded),
      this.#numbers.numberOf(stemOf(folded, language)),
      stop | capital,
    );
  }

  wordOf(lexeme: number): number {
    return this.#columns.words[lexeme] ?? 0;
  }

  stemOf(lexeme: number): number {
    return this.#columns.stems[lexeme] ?? 0;
  }

  isStop(lexeme: number): boolean {
    return ((this.#columns.flags[lexeme] ?? 0) & STOP) !== 0;
  }

  isCapital(lexeme: number): boolean {
    return ((this.#columns.flags[lexeme] ?? 0) & CAPITAL) !== 0;
  }

  /** The text of a word or stem. */
  textOf(number: number): string {
    return this.#numbers.values[number] ?? '';
  }

  /** Numbers of words and stems are below this. */
  get size(): number {
    return this.#numbers.values.length;
  }

  /** Called while no number is in use. Returns whether the table was cleared. */
  clearWhenFull(): boolean {
    if (this.#columns.size < MAX_SPELLINGS) return false;
    this.#spellings = new Map();
    this.#numbers = new ValueList();
    this.#columns = new LexemeColumns();
    return true;
  }
}

class LexemeColumns {
  size = 0;
  words = new Int32Array(1_024);
  stems = new Int32Array(1_024);
  flags = new Uint8Array(1_024);

  add(word: number, stem: number, flags: number): number {
    if (this.size === this.words.length) {
      this.words = doubled(this.words);
      this.stems = doubled(this.stems);
      this.flags = doubled(this.flags);
    }
    this.words[this.size] = word;
    this.stems[this.size] = stem;
    this.flags[this.size] = flags;
    return this.size++;
  }
}

const STOP = 1;
const CAPITAL = 2;
/** Spellings, of a few hundred bytes each. */
const MAX_SPELLINGS = 500_000;
