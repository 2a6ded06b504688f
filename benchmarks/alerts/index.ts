import assert from 'node:assert/strict';
import { seededRandom } from '../../src/lib/random.ts';
import { ArticleTerms } from '../../src/search/alerts/percolator/article-terms.ts';
import {
  compileSaved,
  type NumberedQuery,
  type SavedQuery,
} from '../../src/search/alerts/percolator/compile.ts';
import { isMatch } from '../../src/search/alerts/percolator/match.ts';
import { Percolator } from '../../src/search/alerts/percolator/percolator.ts';
import { TermReader } from '../../src/search/alerts/percolator/term-reader.ts';
import { savedQuery } from '../../src/search/alerts/saved-queries.ts';
import { SynonymIndex } from '../../src/search/query/synonyms.ts';
import type { SearchDocument } from '../../src/search/search-document.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { companionOf, madeUpArticle, rankFrom, wordOf } from '../search/corpus.ts';
import { measurePostgres } from './postgres-peer.ts';
import { measureWholePath, type SavedSearchQuery } from './whole-path.ts';

/**
 * SRCH-9. The peer evaluates every saved search against every article, with the same compiled queries and the same
 * articles.
 */
export default defineBenchmark({
  name: 'alerts',
  question:
    'How many articles per second are matched against 10,000 saved searches, compared with evaluating each search?',
  corpus: {
    name: 'made-up articles of about 250 words (seed by number), made-up queries (seed 7)',
    size: '10,000 saved searches of 1 to 3 words, phrases, OR, exclusions and filters; 500 articles, quick 100; 4,000 through PostgreSQL, quick 400',
  },
  peers: [],
  run,
});

async function run(ctx: BenchmarkContext): Promise<void> {
  ctx.plan(1);
  const queries = savedQueries(SAVED, BROAD);
  const saved = queries.map(({ query, filters }) => savedQuery(query, filters));
  const count = ctx.quick ? QUICK_ARTICLES : ARTICLES;
  const articles = Array.from({ length: count }, (_, number) => madeUpArticle(number));
  const percolator = new Percolator();
  for (const [index, query] of saved.entries()) percolator.put(String(index), query);
  const before = performance.now();
  percolator.matches(madeUpArticle(ARTICLES));
  const openMs = performance.now() - before;
  const scan = new Scan(saved);
  let matches = 0;
  for (const article of articles.slice(0, 50)) {
    const found = percolator.matches(article);
    assert.deepEqual(found.sort(), scan.matches(article).sort());
    matches += found.length;
  }
  const results = await ctx.measure(
    `${count} articles`,
    {
      percolator: () => articles.forEach(each => void percolator.matches(each)),
      'full scan': () => articles.forEach(each => void scan.matches(each)),
      'reading the article only': () => articles.forEach(each => void scan.read(each)),
    },
    { unitsPerCall: count },
  );
  const rows = Object.values(results).map(({ peer, rate, cpuMicros }) => [
    peer,
    Math.round(rate.median),
    Math.round(1e6 / cpuMicros.median),
  ]);
  ctx.table('Articles matched against 10,000 saved searches', ['how', 'a second', 'per CPU second'], rows);
  ctx.note(
    `An article matches ${(matches / 50).toFixed(1)} searches; ready ${Math.round(openMs)} ms after the start.`,
  );
  const ours = results['percolator'];
  ctx.figure({
    metric: 'alerts.articles-per-core-second',
    value: Math.round(1e6 / ours.cpuMicros.median),
    unit: 'articles/s',
    goal: 500,
    better: 'higher',
  });
  ctx.figure({
    metric: 'alerts.of-scan',
    value: ctx.ratio(ours.rate, results['full scan'].rate),
    unit: 'x',
    better: 'higher',
  });
  await measurePostgres(ctx, queries);
  await measureWholePath(ctx, {
    broad: { queries, goal: 500 },
    // The same with fewer matches shows how costs divide; only in the long run.
    ...(ctx.quick ? {} : { narrow: { queries: savedQueries(SAVED, NARROW), goal: 500 } }),
  });
}

function savedQueries(count: number, minRank: number): SavedSearchQuery[] {
  const random = seededRandom(7);
  const rank = () => minRank + rankFrom(random.fraction());
  const word = () => wordOf(rank());
  const kinds: (() => string)[] = [
    () => word(),
    () => `${word()} ${word()}`,
    () => `${word()} ${word()}`,
    () => `${word()} ${word()} ${word()}`,
    () => phrase(rank()),
    () => `${word()} -${word()}`,
    () => `${word()} OR ${word()}`,
    () => `title:${word()}`,
    () => `${word()} topic:topic-${Math.floor(random.fraction() * 40)}`,
    () => `${word()} source:source-${Math.floor(random.fraction() * 2_000)}`,
  ];
  return Array.from({ length: count }, (_, index) => ({
    query: kinds[index % kinds.length]?.() ?? '',
    filters: index % 50 === 0 ? { breaking: true } : {},
  }));
}

function phrase(rank: number): string {
  const leading = rank - (rank % 10) + 3;
  return `"${wordOf(leading)} ${wordOf(companionOf(leading))}"`;
}

class Scan {
  readonly #numbers = new Map<string, number>();
  readonly #queries: (NumberedQuery | null)[];
  readonly #article = new ArticleTerms();
  readonly #reader = new TermReader(term => this.#numbers.get(term));

  constructor(saved: readonly SavedQuery[]) {
    const numberOf = (term: string) => {
      const number = this.#numbers.get(term) ?? this.#numbers.size;
      this.#numbers.set(term, number);
      return number;
    };
    const synonyms = new SynonymIndex([]);
    this.#queries = saved.map(query => compileSaved(query, 'en', { synonyms, numberOf }));
    this.#article.reserve(this.#numbers.size);
  }

  read(document: SearchDocument): void {
    this.#reader.read(document, this.#article);
  }

  matches(document: SearchDocument): string[] {
    this.read(document);
    return this.#queries.flatMap((query, index) =>
      query !== null && isMatch(query, this.#article) ? [String(index)] : [],
    );
  }
}

const SAVED = 10_000;
const ARTICLES = 500;
const QUICK_ARTICLES = 100;
/** Readers do not save searches for words of every tenth article. */
const BROAD = 300;
/** A word that one article in a thousand contains. */
const NARROW = 20_000;
