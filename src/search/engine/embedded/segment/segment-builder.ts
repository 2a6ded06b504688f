import { LexemeTable } from '../../../analysis/lexemes.ts';
import {
  FIELD_RULES,
  FIELD_START,
  type FieldName,
  filterTermsOf,
  KIND,
  SATURATION,
} from '../../../analysis/terms.ts';
import type { SearchDocument } from '../../../search-document.ts';
import { PostingBuffer } from './posting-buffer.ts';
import { SalientTerms } from './salient-terms.ts';
import { newestFirst, writeSegment } from './segment-writer.ts';
import { type TokenizedArticle, tokenizeArticles } from './tokenize.ts';

/** Writes articles as a segment. Ids have to be unique. */
export function buildSegment(
  folder: string,
  documents: readonly SearchDocument[],
  lengths: FieldLengths,
): void {
  LEXEMES.clearWhenFull();
  const sorted = [...documents].sort(newestFirst);
  const articles = tokenizeArticles(sorted, LEXEMES);
  for (const article of articles) lengths.add(article.lengths);
  const builder = new SegmentBuilder(lengths);
  for (const [number, article] of articles.entries()) builder.add(article, number, sorted[number]);
  builder.write(folder, sorted);
}

/** The mean lengths of the fields of all articles ever put: a segment of one article has no meaningful mean. */
export class FieldLengths {
  documents: number;
  readonly sums: Record<FieldName, number>;

  constructor(documents = 0, sums: Record<FieldName, number> = { title: 0, tags: 0, summary: 0, body: 0 }) {
    this.documents = documents;
    this.sums = { ...sums };
  }

  add(lengths: Readonly<Record<FieldName, number>>): void {
    this.documents++;
    for (const name of FIELDS) this.sums[name] += lengths[name];
  }

  averageOf(field: FieldName): number {
    return Math.max(1, this.sums[field] / Math.max(1, this.documents));
  }
}

/**
 * Counts the terms and words of one article at a time. The values of stems and words of the current article are in
 * columns by their number; columns that hold the number of the article need no clearing.
 */
class SegmentBuilder {
  readonly #lengths: FieldLengths;
  readonly #postings = new PostingBuffer();
  /** The keys of terms, by their number in this segment. */
  readonly #keys: string[] = [];
  readonly #filterTerms = new Map<string, number>();
  readonly #stemTerms = new Int32Array(LEXEMES.size).fill(-1);
  readonly #titleTerms = new Int32Array(LEXEMES.size).fill(-1);
  /** Of stems, in the current article. */
  readonly #stemIn = new Int32Array(LEXEMES.size).fill(-1);
  readonly #titleIn = new Int32Array(LEXEMES.size).fill(-1);
  readonly #weights = new Float64Array(LEXEMES.size);
  readonly #first = new Int32Array(LEXEMES.size);
  readonly #last = new Int32Array(LEXEMES.size);
  readonly #positions = new Int32Array(LEXEMES.size);
  readonly #found = new Int32Array(MAX_STEMS);
  /** Of words, in all articles. */
  readonly #wordIn = new Int32Array(LEXEMES.size).fill(-1);
  readonly #capitalIn = new Int32Array(LEXEMES.size).fill(-1);
  readonly #articles = new Int32Array(LEXEMES.size);
  readonly #capitals = new Int32Array(LEXEMES.size);
  readonly #salient = new SalientTerms();

  constructor(lengths: FieldLengths) {
    this.#lengths = lengths;
  }

  add(article: TokenizedArticle, number: number, document: SearchDocument | undefined): void {
    const stems = this.#countStems(article, number);
    this.#salient.begin(this.#postings.size);
    for (let i = 0; i < stems; i++) this.#postStem(this.#found[i] ?? 0, number);
    this.#salient.end(this.#postings.size);
    for (const term of document ? filterTermsOf(document) : [])
      this.#postings.add(this.#filterTerm(term), number, 0);
  }

  /** Returns the number of distinct stems. */
  #countStems({ fields }: TokenizedArticle, number: number): number {
    let stems = 0;
    for (const { name, lexemes, length } of fields) {
      const { weight, lengthShare } = FIELD_RULES[name];
      const share = weight / (1 - lengthShare + (lengthShare * length) / this.#lengths.averageOf(name));
      const start = FIELD_START[name];
      for (let index = 0; index < lexemes.length; index++) {
        const lexeme = lexemes[index] ?? 0;
        const stem = LEXEMES.stemOf(lexeme);
        if (name === 'title' && this.#titleIn[stem] !== number) this.#postTitle(stem, number);
        if (LEXEMES.isStop(lexeme)) continue;
        this.#countWord(LEXEMES.wordOf(lexeme), number, name !== 'title' && LEXEMES.isCapital(lexeme));
        if (this.#stemIn[stem] !== number) {
          if (stems === MAX_STEMS) continue;
          this.#found[stems++] = stem;
          this.#begin(stem, number);
        }
        this.#weights[stem] = (this.#weights[stem] ?? 0) + share;
        this.#addPosition(stem, start + index);
      }
    }
    return stems;
  }

  #begin(stem: number, number: number): void {
    this.#stemIn[stem] = number;
    this.#weights[stem] = 0;
    this.#positions[stem] = 0;
    this.#last[stem] = -1;
  }

  #addPosition(stem: number, value: number): void {
    const count = this.#positions[stem] ?? 0;
    if (count === MAX_POSITIONS) return;
    const position = this.#postings.addPosition(value, this.#last[stem] ?? -1);
    if (count === 0) this.#first[stem] = position;
    this.#last[stem] = position;
    this.#positions[stem] = count + 1;
  }

  #countWord(word: number, number: number, isCapital: boolean): void {
    if (this.#wordIn[word] !== number) {
      this.#wordIn[word] = number;
      this.#articles[word] = (this.#articles[word] ?? 0) + 1;
    }
    if (isCapital && this.#capitalIn[word] !== number) {
      this.#capitalIn[word] = number;
      this.#capitals[word] = (this.#capitals[word] ?? 0) + 1;
    }
  }

  #postStem(stem: number, number: number): void {
    const weight = this.#weights[stem] ?? 0;
    const impact = Math.max(1, Math.round((255 * weight) / (weight + SATURATION)));
    let term = this.#stemTerms[stem] ?? -1;
    if (term === -1) {
      term = this.#keys.push(KIND.word + LEXEMES.textOf(stem)) - 1;
      this.#stemTerms[stem] = term;
    }
    this.#postings.add(term, number, impact, this.#first[stem] ?? 0, this.#positions[stem] ?? 0);
  }

  #postTitle(stem: number, number: number): void {
    this.#titleIn[stem] = number;
    let term = this.#titleTerms[stem] ?? -1;
    if (term === -1) {
      term = this.#keys.push(KIND.title + LEXEMES.textOf(stem)) - 1;
      this.#titleTerms[stem] = term;
    }
    this.#postings.add(term, number, 0);
  }

  #filterTerm(key: string): number {
    const known = this.#filterTerms.get(key);
    if (known !== undefined) return known;
    const term = this.#keys.push(key) - 1;
    this.#filterTerms.set(key, term);
    return term;
  }

  write(folder: string, documents: readonly SearchDocument[]): void {
    const words: { key: string; articles: number; capitals: number }[] = [];
    for (let word = 0; word < this.#articles.length; word++) {
      const articles = this.#articles[word] ?? 0;
      if (articles > 0)
        words.push({ key: LEXEMES.textOf(word), articles, capitals: this.#capitals[word] ?? 0 });
    }
    writeSegment(folder, {
      keys: this.#keys,
      postings: this.#postings,
      words,
      documents,
      salient: this.#salient,
    });
  }
}

/** One per thread: segments are built one at a time, and the table is a cache for the next one. */
const LEXEMES = new LexemeTable();
const FIELDS = ['title', 'tags', 'summary', 'body'] as const;
const MAX_POSITIONS = 200;
/** An upper bound: the fields of an article have no more words. */
const MAX_STEMS = Object.values(FIELD_RULES).reduce((sum, { maxWords }) => sum + maxWords, 0);
