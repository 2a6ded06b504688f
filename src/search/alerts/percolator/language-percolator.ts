import type { SynonymIndex } from '../../query/synonyms.ts';
import type { SearchDocument } from '../../search-document.ts';
import { ArticleTerms } from './article-terms.ts';
import { compileSaved, type NumberedQuery, type SavedQuery } from './compile.ts';
import { isMatch } from './match.ts';
import { TermReader } from './term-reader.ts';

/**
 * SRCH-9: saved queries, compiled for articles of one language. Each query is anchored to the rarest of its required
 * groups of terms: only queries whose anchor occurs in an article are evaluated.
 *
 *   numbers    term -> its number
 *   starts     number -> where in `anchored` the queries with this anchor begin
 *   anchored   numbers of queries
 *
 * Frequencies of terms are learned from the articles; once they have doubled, all anchors are chosen again.
 */
export class LanguagePercolator {
  readonly #language: string;
  readonly #synonyms: SynonymIndex;
  readonly #numbers = new Map<string, number>();
  readonly #lengths: number[] = [];
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #ids: (string | null)[] = [];
  readonly #queries: (NumberedQuery | null)[] = [];
  readonly #article = new ArticleTerms();
  readonly #reader = new TermReader(term => this.#numbers.get(term));
  #starts = new Int32Array(1);
  #anchored = new Int32Array(0);
  #seen = new Uint32Array(0);
  #frequencies = new Float64Array(1_024);
  #articles = 0;
  #anchoredAt = 0;
  #isAnchored = true;

  constructor(language: string, synonyms: SynonymIndex) {
    this.#language = language;
    this.#synonyms = synonyms;
  }

  put(id: string, saved: SavedQuery): void {
    const slot = this.#slots.get(id) ?? this.#free.pop() ?? this.#ids.length;
    const deps = { synonyms: this.#synonyms, numberOf: (term: string) => this.#numberOf(term) };
    this.#slots.set(id, slot);
    this.#ids[slot] = id;
    this.#queries[slot] = compileSaved(saved, this.#language, deps);
    this.#isAnchored = false;
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#free.push(slot);
    this.#ids[slot] = null;
    this.#queries[slot] = null;
    this.#isAnchored = false;
  }

  matches(document: SearchDocument): string[] {
    this.#anchorWhenDue();
    this.#reader.read(document, this.#article);
    this.#articles++;
    const found: string[] = [];
    for (let index = 0; index < this.#article.count; index++) {
      const term = this.#article.at(index);
      this.#frequencies[term] = (this.#frequencies[term] ?? 0) + 1;
      const end = this.#starts[term + 1] ?? 0;
      for (let at = this.#starts[term] ?? 0; at < end; at++) this.#match(this.#anchored[at] ?? 0, found);
    }
    return found;
  }

  /** A query whose anchor has several terms comes up once for each of them and is evaluated once. */
  #match(slot: number, found: string[]): void {
    if (this.#seen[slot] === this.#articles) return;
    this.#seen[slot] = this.#articles;
    const query = this.#queries[slot];
    const id = this.#ids[slot];
    if (query && id && isMatch(query, this.#article)) found.push(id);
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(term, number);
    this.#lengths[number] = term.length;
    return number;
  }

  #anchorWhenDue(): void {
    if (this.#isAnchored && this.#articles < this.#anchoredAt * 2 + MIN_LEARNED_ARTICLES) return;
    const terms = this.#numbers.size;
    if (terms > this.#frequencies.length) {
      const larger = new Float64Array(terms * 2);
      larger.set(this.#frequencies);
      this.#frequencies = larger;
    }
    this.#article.reserve(terms);
    this.#reader.clear();
    this.#seen = new Uint32Array(this.#ids.length);
    this.#anchorQueries(terms);
    this.#isAnchored = true;
    this.#anchoredAt = this.#articles;
  }

  #anchorQueries(terms: number): void {
    const anchors = this.#queries.map(query => (query === null ? [] : this.#anchorOf(query)));
    const starts = new Int32Array(terms + 1);
    for (const anchor of anchors)
      for (const number of anchor) starts[number + 1] = (starts[number + 1] ?? 0) + 1;
    for (let number = 0; number < terms; number++)
      starts[number + 1] = (starts[number + 1] ?? 0) + (starts[number] ?? 0);
    const next = starts.slice();
    this.#anchored = new Int32Array(starts[terms] ?? 0);
    for (const [slot, anchor] of anchors.entries())
      for (const number of anchor) {
        const at = next[number] ?? 0;
        next[number] = at + 1;
        this.#anchored[at] = slot;
      }
    this.#starts = starts;
  }

  /** The rarest group of terms of which every match contains one. */
  #anchorOf({ required, phrases }: NumberedQuery): number[] {
    let best: number[] = [];
    let lowest = Number.POSITIVE_INFINITY;
    for (let at = 0; at < required.length; at += 1 + (required[at] ?? 0)) {
      const group = required.subarray(at + 1, at + 1 + (required[at] ?? 0));
      const terms = [...group].flatMap(each => (each >= 0 ? [each] : this.#rarestWord(phrases[~each])));
      const cost = this.#costOf(terms);
      if (cost < lowest) [best, lowest] = [terms, cost];
    }
    return [...new Set(best)];
  }

  #rarestWord(phrase: NumberedQuery['phrases'][number] | undefined): number[] {
    const words = (phrase?.words ?? []).map(({ terms }) => [...terms]);
    return words.sort((a, b) => this.#costOf(a) - this.#costOf(b))[0] ?? [];
  }

  /** Expected frequency of the group. Among unknown terms, long ones are rarer. */
  #costOf(terms: readonly number[]): number {
    return terms.reduce(
      (sum, term) => sum + (this.#frequencies[term] ?? 0) + 1 / (1 + (this.#lengths[term] ?? 0)),
      0,
    );
  }
}

const MIN_LEARNED_ARTICLES = 500;
