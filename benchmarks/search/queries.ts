import { seededRandom } from '../../src/lib/random.ts';
import { misspelled } from '../../src/search/evaluation/evaluate-search.ts';
import type { SearchFilters } from '../../src/search/query/filters.ts';
import { companionOf, madeUpArticle, NEWEST, rankFrom, wordOf } from './corpus.ts';

/** The kinds of queries with their shares. */
export const KINDS = ['rare', 'common', 'words', 'phrase', 'filtered', 'misspelled', 'headline'] as const;
const SHARES: Readonly<Record<Kind, number>> = {
  rare: 0.2,
  common: 0.12,
  words: 0.28,
  phrase: 0.1,
  filtered: 0.15,
  misspelled: 0.1,
  headline: 0.05,
};

/** The same queries in every run, a different one for each number. */
export function queryOf(number: number, articles: number): Query {
  const random = seededRandom(number * 31 + 7);
  const kind = kindAt(random.fraction());
  const article = madeUpArticle(Math.floor(random.fraction() * articles));
  const titleWords = article.title.split(' ').filter(word => word.length > 4);
  const common = () => wordOf(Math.floor(random.fraction() * 60));
  if (kind === 'rare') return { kind, text: wordOf(5_000 + Math.floor(random.fraction() * 100_000)) };
  if (kind === 'common') return { kind, text: common() };
  if (kind === 'words') return { kind, text: `${common()} ${titleWords.slice(0, 2).join(' ')}` };
  if (kind === 'phrase') {
    const rank = Math.floor(rankFrom(random.fraction()) / 10) * 10 + 3;
    return { kind, text: `"${wordOf(rank)} ${wordOf(companionOf(rank))}"` };
  }
  if (kind === 'filtered') {
    const after = new Date(NEWEST - random.fraction() * 90 * 86_400_000);
    const filters =
      random.fraction() < 0.5 ? { sourceIds: [article.sourceId] } : { topics: article.topics, after };
    return { kind, text: common(), filters };
  }
  if (kind === 'misspelled') return { kind, text: misspelled(titleWords.slice(0, 2).join(' '), random) };
  return { kind, text: article.title };
}

function kindAt(fraction: number): Kind {
  let sum = 0;
  for (const kind of KINDS) {
    sum += SHARES[kind];
    if (fraction < sum) return kind;
  }
  return 'words';
}

export type Kind = (typeof KINDS)[number];

export interface Query {
  readonly kind: Kind;
  readonly text: string;
  readonly filters?: SearchFilters;
}
