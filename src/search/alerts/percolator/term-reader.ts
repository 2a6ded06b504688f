import { LexemeTable } from '../../analysis/lexemes.ts';
import { FIELD_RULES, FIELD_START, type FieldName, filterTermsOf, KIND } from '../../analysis/terms.ts';
import type { SearchDocument } from '../../search-document.ts';
import { secondOf } from '../../search-document.ts';
import type { ArticleTerms } from './article-terms.ts';

/**
 * Reads the terms of an article that occur in queries, as indexing would produce them, without an index. Most words
 * of an article are in no query, so the term of each stem is looked up once and cached by the number of the stem:
 *
 *   words    stem -> the number of its term in any field, NO_TERM, or UNKNOWN
 *   titles   stem -> the same for its term in titles
 */
export class TermReader {
  readonly #numberOf: (term: string) => number | undefined;
  #words = new Int32Array(0);
  #titles = new Int32Array(0);
  #generation = generation;

  constructor(numberOf: (term: string) => number | undefined) {
    this.#numberOf = numberOf;
  }

  /** Called after terms were added. */
  clear(): void {
    this.#words.fill(UNKNOWN);
    this.#titles.fill(UNKNOWN);
  }

  read(document: SearchDocument, article: ArticleTerms): void {
    this.#forgetWhenCleared();
    article.begin(secondOf(document));
    for (const term of filterTermsOf(document)) {
      const number = this.#numberOf(term);
      if (number !== undefined) article.add(number);
    }
    const language = document.language ?? '';
    for (const name of FIELDS) this.#readField(name, document[name], language, article);
  }

  #readField(name: FieldName, text: string, language: string, article: ArticleTerms): void {
    const isTitle = name === 'title';
    let position = FIELD_START[name] - 1;
    LEXEMES.read(text, language, FIELD_RULES[name].maxWords, lexeme => {
      position++;
      const stem = LEXEMES.stemOf(lexeme);
      if (stem >= this.#words.length) this.#grow();
      if (isTitle) {
        const inTitle = this.#titles[stem] ?? NO_TERM;
        const term = inTitle === UNKNOWN ? this.#lookUp(this.#titles, KIND.title, stem) : inTitle;
        if (term !== NO_TERM) article.add(term);
      }
      if (LEXEMES.isStop(lexeme)) return;
      const anywhere = this.#words[stem] ?? NO_TERM;
      const term = anywhere === UNKNOWN ? this.#lookUp(this.#words, KIND.word, stem) : anywhere;
      if (term !== NO_TERM) article.addPosition(term, position);
    });
  }

  #lookUp(terms: Int32Array, kind: string, stem: number): number {
    const term = this.#numberOf(kind + LEXEMES.textOf(stem)) ?? NO_TERM;
    terms[stem] = term;
    return term;
  }

  /** Numbers of stems stay valid between articles until the lexeme table is cleared. */
  #forgetWhenCleared(): void {
    if (LEXEMES.clearWhenFull()) generation++;
    if (this.#generation === generation) return;
    this.#generation = generation;
    this.clear();
  }

  #grow(): void {
    this.#words = grown(this.#words);
    this.#titles = grown(this.#titles);
  }
}

function grown(terms: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(LEXEMES.size, terms.length * 2)).fill(UNKNOWN);
  larger.set(terms);
  return larger;
}

/** Shared by all readers of the thread. */
const LEXEMES = new LexemeTable();
let generation = 0;

const NO_TERM = -1;
const UNKNOWN = -2;
const FIELDS = ['title', 'tags', 'summary', 'body'] as const satisfies readonly FieldName[];
