import type { SynonymIndex } from '../../query/synonyms.ts';
import type { SearchDocument } from '../../search-document.ts';
import { ArticleTerms } from './article-terms.ts';
import { type Compiled, compileSaved, type SavedQuery } from './compile.ts';
import { isMatch } from './match.ts';
import { TermReader } from './term-reader.ts';

/**
 * SRCH-9: saved queries as articles of one language meet them. Each query hangs on the rarest group of terms that it
 * cannot do without, its anchor: only queries whose anchor is in an article are looked at.
 *
 *   numbers    term -> its number
 *   places     number -> where in `hanging` the queries that hang on it begin
 *   hanging    numbers of queries
 *
 * How rare a term is, is learned from the articles that come by; queries are hung anew when much has been learned.
 */
export class LanguageIndex {
  readonly #language: string;
  readonly #synonyms: SynonymIndex;
  readonly #numbers = new Map<string, number>();
  readonly #lengths: number[] = [];
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #ids: (string | null)[] = [];
  readonly #queries: (Compiled | null)[] = [];
  readonly #article = new ArticleTerms();
  readonly #reader = new TermReader(term => this.#numbers.get(term));
  #places = new Int32Array(1);
  #hanging = new Int32Array(0);
  #seen = new Uint32Array(0);
  #frequencies = new Float64Array(1_024);
  #articles = 0;
  #hungAt = 0;
  #isHung = true;

  constructor(language: string, synonyms: SynonymIndex) {
    this.#language = language;
    this.#synonyms = synonyms;
  }

  put(id: string, saved: SavedQuery): void {
    const slot = this.#slots.get(id) ?? this.#free.pop() ?? this.#ids.length;
    const tools = { synonyms: this.#synonyms, numberOf: (term: string) => this.#numberOf(term) };
    this.#slots.set(id, slot);
    this.#ids[slot] = id;
    this.#queries[slot] = compileSaved(saved, this.#language, tools);
    this.#isHung = false;
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#free.push(slot);
    this.#ids[slot] = null;
    this.#queries[slot] = null;
    this.#isHung = false;
  }

  matches(document: SearchDocument): string[] {
    this.#hangWhenDue();
    this.#reader.read(document, this.#article);
    this.#articles++;
    const found: string[] = [];
    for (let index = 0; index < this.#article.count; index++) {
      const term = this.#article.at(index);
      this.#frequencies[term] = (this.#frequencies[term] ?? 0) + 1;
      const end = this.#places[term + 1] ?? 0;
      for (let at = this.#places[term] ?? 0; at < end; at++) this.#judge(this.#hanging[at] ?? 0, found);
    }
    return found;
  }

  /** A query with several terms as its anchor is met once for each that is there, and judged once. */
  #judge(slot: number, found: string[]): void {
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

  #hangWhenDue(): void {
    if (this.#isHung && this.#articles < this.#hungAt * 2 + LEARNED_FIRST) return;
    const terms = this.#numbers.size;
    if (terms > this.#frequencies.length) {
      const larger = new Float64Array(terms * 2);
      larger.set(this.#frequencies);
      this.#frequencies = larger;
    }
    this.#article.reserve(terms);
    this.#reader.forget();
    this.#seen = new Uint32Array(this.#ids.length);
    this.#hang(terms);
    this.#isHung = true;
    this.#hungAt = this.#articles;
  }

  #hang(terms: number): void {
    const anchors = this.#queries.map(query => (query === null ? [] : this.#anchorOf(query)));
    const places = new Int32Array(terms + 1);
    for (const anchor of anchors)
      for (const number of anchor) places[number + 1] = (places[number + 1] ?? 0) + 1;
    for (let number = 0; number < terms; number++)
      places[number + 1] = (places[number + 1] ?? 0) + (places[number] ?? 0);
    const next = places.slice();
    this.#hanging = new Int32Array(places[terms] ?? 0);
    for (const [slot, anchor] of anchors.entries())
      for (const number of anchor) {
        const at = next[number] ?? 0;
        next[number] = at + 1;
        this.#hanging[at] = slot;
      }
    this.#places = places;
  }

  /** The terms of which one has to be there for the query to match, as rare as the query allows. */
  #anchorOf({ wanted, phrases }: Compiled): number[] {
    let best: number[] = [];
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < wanted.length; at += 1 + (wanted[at] ?? 0)) {
      const group = wanted.subarray(at + 1, at + 1 + (wanted[at] ?? 0));
      const terms = [...group].flatMap(each => (each >= 0 ? [each] : this.#rarestPlace(phrases[~each])));
      const cost = this.#costOf(terms);
      if (cost < least) [best, least] = [terms, cost];
    }
    return [...new Set(best)];
  }

  #rarestPlace(phrase: Compiled['phrases'][number] | undefined): number[] {
    const places = (phrase?.places ?? []).map(({ terms }) => [...terms]);
    return places.sort((a, b) => this.#costOf(a) - this.#costOf(b))[0] ?? [];
  }

  /** How often one of them is there. Of those about which nothing is known yet long ones are rarer. */
  #costOf(terms: readonly number[]): number {
    return terms.reduce(
      (sum, term) => sum + (this.#frequencies[term] ?? 0) + 1 / (1 + (this.#lengths[term] ?? 0)),
      0,
    );
  }
}

const LEARNED_FIRST = 500;
