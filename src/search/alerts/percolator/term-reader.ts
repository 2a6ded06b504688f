import { Lexemes } from '../../analysis/lexemes.ts';
import { FIELD_RULES, FIELD_START, type FieldName, filterTermsOf, KIND } from '../../analysis/terms.ts';
import type { SearchDocument } from '../../search-document.ts';
import { secondOf } from '../../search-document.ts';
import type { ArticleTerms } from './article-terms.ts';

/**
 * Reads articles for the terms that queries ask for, as they would be indexed: for judging them without an index. Most
 * words of an article are in no query, so which term a stem stands for is looked up once and kept by the stem's number:
 *
 *   words    stem -> the number of its term anywhere, NONE, or UNASKED
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

  /** There are more terms than before. */
  forget(): void {
    this.#words.fill(UNASKED);
    this.#titles.fill(UNASKED);
  }

  read(document: SearchDocument, article: ArticleTerms): void {
    this.#keepUp();
    article.begin(secondOf(document));
    for (const term of filterTermsOf(document)) {
      const number = this.#numberOf(term);
      if (number !== undefined) article.note(number);
    }
    const language = document.language ?? '';
    for (const name of FIELDS) this.#readField(name, document[name], language, article);
  }

  #readField(name: FieldName, text: string, language: string, article: ArticleTerms): void {
    const isTitle = name === 'title';
    let place = FIELD_START[name] - 1;
    LEXEMES.read(text, language, FIELD_RULES[name].mostWords, lexeme => {
      place++;
      const stem = LEXEMES.stemOf(lexeme);
      if (stem >= this.#words.length) this.#grow();
      if (isTitle) {
        const inTitle = this.#titles[stem] ?? NONE;
        const term = inTitle === UNASKED ? this.#ask(this.#titles, KIND.title, stem) : inTitle;
        if (term !== NONE) article.note(term);
      }
      if (LEXEMES.isStop(lexeme)) return;
      const anywhere = this.#words[stem] ?? NONE;
      const term = anywhere === UNASKED ? this.#ask(this.#words, KIND.word, stem) : anywhere;
      if (term !== NONE) article.place(term, place);
    });
  }

  #ask(terms: Int32Array, kind: string, stem: number): number {
    const term = this.#numberOf(kind + LEXEMES.textOf(stem)) ?? NONE;
    terms[stem] = term;
    return term;
  }

  /** Numbers of stems hold between two articles, unless too many were remembered. */
  #keepUp(): void {
    if (LEXEMES.ease()) generation++;
    if (this.#generation === generation) return;
    this.#generation = generation;
    this.forget();
  }

  #grow(): void {
    this.#words = grown(this.#words);
    this.#titles = grown(this.#titles);
  }
}

function grown(terms: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(LEXEMES.size, terms.length * 2)).fill(UNASKED);
  larger.set(terms);
  return larger;
}

/** Of the thread: all who read share what is known of words. */
const LEXEMES = new Lexemes();
let generation = 0;

const NONE = -1;
const UNASKED = -2;
const FIELDS = ['title', 'tags', 'summary', 'body'] as const satisfies readonly FieldName[];
