import type { Segment } from '../segment/reader.ts';
import type { RemovedSet } from '../segment/removed.ts';
import type { WeightedTerm } from './plan.ts';

/** The index as one manifest says it is. */
export class View {
  readonly parts: readonly ViewPart[];
  /** Articles that can be found. */
  readonly articles: number;

  constructor(parts: readonly ViewPart[]) {
    this.parts = parts;
    this.articles = parts.reduce((sum, { segment, removed }) => sum + segment.documents - removed.count, 0);
  }

  /** Articles that hold a term; removed ones count until their segment is merged. */
  articlesWith(term: string): number {
    const key = Buffer.from(term);
    return this.parts.reduce((sum, { segment }) => {
      const number = segment.terms.find(key);
      return number === -1 ? sum : sum + segment.articlesOf(number);
    }, 0);
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

export interface ViewPart {
  readonly segment: Segment;
  readonly removed: RemovedSet;
}
