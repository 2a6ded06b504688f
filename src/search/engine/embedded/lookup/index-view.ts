import type { WeightedTerm } from '../../../query/plan.ts';
import type { Dictionary } from '../segment/dictionary.ts';
import type { RemovedSet } from '../segment/removed-set.ts';
import type { Segment } from '../segment/segment.ts';
import { FacetValues } from './facet-values.ts';

/** The index as one manifest says it is. */
export class View {
  /** From the newest article on: what is found first keeps much of the older from being looked at. */
  readonly parts: readonly ViewPart[];
  /** Articles that can be found. */
  readonly articles: number;
  readonly facetValues: FacetValues;
  /** Words as they are written; a word's articles are the sum of what these say. */
  readonly words: readonly Dictionary[];
  readonly #rows = new Map<string, number>();
  /** For each row the term's number in each part, and its articles in all. */
  readonly #numbers: number[] = [];
  readonly #articles: number[] = [];

  constructor(
    parts: readonly ViewPart[],
    facetValues = new FacetValues(),
    words: readonly Dictionary[] = parts.map(({ segment }) => segment.words),
  ) {
    const newest = ({ segment }: ViewPart) => segment.columns.published[0] ?? 0;
    this.parts = [...parts].sort((a, b) => newest(b) - newest(a));
    this.articles = parts.reduce((sum, { segment, removed }) => sum + segment.documents - removed.count, 0);
    this.facetValues = facetValues;
    this.words = words;
  }

  /** The number of a term in a part, -1 where it is not. */
  numberIn(part: number, term: string): number {
    return this.#numbers[this.#rowOf(term) * this.parts.length + part] ?? -1;
  }

  /** Articles that hold a term; removed ones count until their segment is merged. */
  articlesWith(term: string): number {
    return this.#articles[this.#rowOf(term)] ?? 0;
  }

  /** What is known of a term is remembered: a query asks for the same ones again and again. */
  #rowOf(term: string): number {
    const known = this.#rows.get(term);
    if (known !== undefined) return known;
    if (this.#rows.size >= MOST_REMEMBERED) this.#rows.clear();
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

  /** How much the rarer of several that count as one weighs: like the most frequent of them. */
  rarityOf(terms: readonly WeightedTerm[]): number {
    const most = terms.reduce((most, { term }) => Math.max(most, this.articlesWith(term)), 0);
    return this.rarity(most);
  }

  /** The idf of BM25. */
  rarity(articles: number): number {
    const all = Math.max(this.articles, articles);
    return Math.log(1 + (all - articles + 0.5) / (articles + 0.5));
  }

  /** Languages that at least one article in twenty is in, the most frequent first. */
  languages(): string[] {
    const counts = new Map<string, number>();
    for (const language of new Set(this.parts.flatMap(({ segment }) => segment.about.languages)))
      if (language !== '') counts.set(language, this.articlesWith(`L${language}`));
    return [...counts]
      .filter(([, count]) => count * 20 >= this.articles)
      .sort((a, b) => b[1] - a[1])
      .map(([language]) => language);
  }
}

const MOST_REMEMBERED = 20_000;

export interface ViewPart {
  readonly segment: Segment;
  readonly removed: RemovedSet;
}
