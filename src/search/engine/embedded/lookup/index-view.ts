import type { WeightedTerm } from '../../../query/plan.ts';
import type { SortedDictionary } from '../segment/dictionary.ts';
import type { RemovedSet } from '../segment/removed-set.ts';
import type { IndexSegment } from '../segment/segment.ts';
import { FacetValues } from './facet-values.ts';

/** The index as listed by one manifest. */
export class IndexView {
  /** Newest first: hits in new segments raise the threshold, so that much of the older ones is skipped. */
  readonly parts: readonly ViewPart[];
  /** Articles that can be found. */
  readonly articles: number;
  readonly facetValues: FacetValues;
  /** Words as written; the frequency of a word is the sum over these dictionaries. */
  readonly words: readonly SortedDictionary[];
  readonly #rows = new Map<string, number>();
  /** For each row the number of the term in each part, and its articles in all parts. */
  readonly #numbers: number[] = [];
  readonly #articles: number[] = [];

  constructor(
    parts: readonly ViewPart[],
    facetValues = new FacetValues(),
    words: readonly SortedDictionary[] = parts.map(({ segment }) => segment.words),
  ) {
    const newest = ({ segment }: ViewPart) => segment.columns.published[0] ?? 0;
    this.parts = [...parts].sort((a, b) => newest(b) - newest(a));
    this.articles = parts.reduce((sum, { segment, removed }) => sum + segment.documents - removed.count, 0);
    this.facetValues = facetValues;
    this.words = words;
  }

  /** The number of a term in a part, -1 when it is absent. */
  numberIn(part: number, term: string): number {
    return this.#numbers[this.#rowOf(term) * this.parts.length + part] ?? -1;
  }

  /** Articles that contain a term; removed ones count until their segment is merged. */
  articlesWith(term: string): number {
    return this.#articles[this.#rowOf(term)] ?? 0;
  }

  /** Cached, because a query looks up the same terms many times. */
  #rowOf(term: string): number {
    const known = this.#rows.get(term);
    if (known !== undefined) return known;
    if (this.#rows.size >= MAX_CACHED_TERMS) this.#rows.clear();
    const row = this.#rows.size;
    const key = Buffer.from(term);
    let articles = 0;
    for (let part = 0; part < this.parts.length; part++) {
      const segment = this.parts[part]?.segment;
      const number = segment?.terms.find(key) ?? -1;
      this.#numbers[row * this.parts.length + part] = number;
      if (number !== -1) articles += segment?.articlesOf(number) ?? 0;
    }
    this.#articles[row] = articles;
    this.#rows.set(term, row);
    return row;
  }

  /** Terms that count as one weigh as much as the most frequent of them. */
  rarityOf(terms: readonly WeightedTerm[]): number {
    const highest = terms.reduce((highest, { term }) => Math.max(highest, this.articlesWith(term)), 0);
    return this.rarity(highest);
  }

  /** The idf of BM25. */
  rarity(articles: number): number {
    const all = Math.max(this.articles, articles);
    return Math.log(1 + (all - articles + 0.5) / (articles + 0.5));
  }

  /** Languages of at least one article in twenty, the most frequent first. */
  languages(): string[] {
    const counts = new Map<string, number>();
    for (const language of new Set(this.parts.flatMap(({ segment }) => segment.info.languages)))
      if (language !== '') counts.set(language, this.articlesWith(`L${language}`));
    return [...counts]
      .filter(([, count]) => count * 20 >= this.articles)
      .sort((a, b) => b[1] - a[1])
      .map(([language]) => language);
  }
}

const MAX_CACHED_TERMS = 20_000;

export interface ViewPart {
  readonly segment: IndexSegment;
  readonly removed: RemovedSet;
}
