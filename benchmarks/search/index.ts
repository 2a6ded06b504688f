import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { quantile } from '../harness/statistics.ts';
import { broadsheet, type Contender, minisearch, postgres, sqlite } from './contenders.ts';
import { madeUpArticle } from './corpus.ts';
import { KINDS, type Kind, type Query, queryOf } from './queries.ts';
import { measureSuggestions } from './suggestions.ts';

/**
 * Sixteen searchers send the next query as soon as they have an answer, on all cores, with the same queries for all
 * contenders. No query repeats, so caches of results do not help. Contenders that would take hours or too much memory
 * get fewer articles, which the table shows. BROADSHEET_BENCH_ARTICLES sets the number for all, and
 * BROADSHEET_BENCH_INDEX keeps our index in a folder for further runs.
 */
export default defineBenchmark({
  name: 'search',
  question: 'How long do sixteen concurrent searchers wait for results from a million articles?',
  corpus: {
    name: 'made-up articles by Zipf (seeded)',
    size: '1,000,000 articles of 190 words; quick 3,000',
  },
  peers: ['minisearch', 'pg'],
  async run(ctx) {
    const url = await (await ctx.postgres()).createDatabase('search');
    const plans: readonly Plan[] = [
      {
        open: () => broadsheet(process.env['BROADSHEET_BENCH_INDEX']),
        full: 1_000_000,
        quick: QUICK_ARTICLES,
      },
      { open: () => postgres(url), full: 200_000, quick: QUICK_ARTICLES },
      { open: async () => sqlite(), full: 200_000, quick: QUICK_ARTICLES },
      { open: async () => minisearch(), full: 50_000, quick: QUICK_ARTICLES },
    ];
    const rows: (string | number)[][] = [];
    const kinds: (string | number)[][] = [];
    for (const plan of plans) {
      const measured = await measure(ctx, plan);
      rows.push(measured.row);
      kinds.push(measured.kinds);
    }
    ctx.table(
      'Sixteen searchers, all kinds of queries',
      [
        'engine',
        'articles',
        'p50 ms',
        'p95 ms',
        'p99 ms',
        'queries/s',
        'ms of CPU',
        'articles indexed/s',
        'MB on disk',
        'MB of additional memory',
      ],
      rows,
    );
    ctx.table('Median and 99th percentile by kind, in ms', ['engine', ...KINDS], kinds);
    ctx.note('Broadsheet also counts all matches, facets and stories; the others return ids only.');
    ctx.note(
      'CPU is that of this process per query, including the client; PostgreSQL runs in another process.',
    );
  },
});

async function measure(ctx: BenchmarkContext, { open, full, quick }: Plan) {
  const articles = Number(process.env['BROADSHEET_BENCH_ARTICLES'] ?? (ctx.quick ? quick : full));
  const memory = process.memoryUsage().rss;
  const contender = await open();
  try {
    const rate = await index(ctx, contender, articles);
    // The first queries run cold code on cold files, and an index just opened is still building its lexicon.
    await measureQueries(
      contender,
      queriesFrom(1_000_000, ctx.quick ? WARM_UP_QUERIES / 4 : WARM_UP_QUERIES, articles),
      ctx.quick ? WARM_UP_MS / 8 : WARM_UP_MS,
    );
    const [maxQueries, ms] = ctx.quick ? [5_000, 1_000] : [60_000, 20_000];
    const { times, seconds, cpuMs } = await measureQueries(
      contender,
      queriesFrom(0, maxQueries, articles),
      ms,
    );
    const all = [...times.values()].flat().sort((a, b) => a - b);
    const grown = (process.memoryUsage().rss - memory) / 2 ** 20;
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map(share => quantile(all, share));
    if (contender.name === 'Broadsheet') reportFigures(ctx, [p95, p99], rate);
    if (contender.engine) await measureSuggestions(ctx, contender.engine, articles);
    const size = (await contender.bytes()) / 2 ** 20;
    return {
      row: [
        contender.name,
        articles,
        p50 ?? 0,
        p95 ?? 0,
        p99 ?? 0,
        all.length / seconds,
        contender.isElsewhere ? '–' : cpuMs / all.length,
        rate ?? 'kept',
        size,
        grown,
      ],
      kinds: [contender.name, ...KINDS.map(kind => medianAndTail(times.get(kind) ?? []))],
    };
  } finally {
    await contender.close();
  }
}

/** Articles per second; null when the index was already filled. */
async function index(ctx: BenchmarkContext, contender: Contender, articles: number): Promise<number | null> {
  if ((await contender.kept?.()) === articles) {
    await contender.ready();
    return null;
  }
  let milliseconds = 0;
  for (let from = 0; from < articles; from += BATCH) {
    const count = Math.min(BATCH, articles - from);
    const documents = Array.from({ length: count }, (_, index) => madeUpArticle(from + index));
    // Generating articles is not indexing.
    const began = performance.now();
    await contender.put(documents);
    milliseconds += performance.now() - began;
    if ((from / BATCH) % 50 === 0) ctx.say(`${contender.name}: ${from} of ${articles} articles`);
  }
  const began = performance.now();
  await contender.ready();
  return articles / ((milliseconds + performance.now() - began) / 1_000);
}

/** Generated beforehand, so that only searching is measured. */
function queriesFrom(first: number, count: number, articles: number): Query[] {
  return Array.from({ length: count }, (_, index) => queryOf(first + index, articles));
}

async function measureQueries(contender: Contender, queries: readonly Query[], milliseconds: number) {
  const times = new Map<Kind, number[]>(KINDS.map(kind => [kind, []]));
  const left = queries.values();
  const [began, before] = [performance.now(), process.cpuUsage()];
  const searcher = async () => {
    for (const query of left) {
      const asked = performance.now();
      await contender.search(query);
      times.get(query.kind)?.push(performance.now() - asked);
      if (performance.now() - began > milliseconds) return;
      // Lets the other searchers continue after an answer that came without a wait.
      await new Promise(resolve => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: SEARCHERS }, searcher));
  const { user, system } = process.cpuUsage(before);
  return { times, seconds: (performance.now() - began) / 1_000, cpuMs: (user + system) / 1_000 };
}

function medianAndTail(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${quantile(sorted, 0.5).toFixed(1)} / ${quantile(sorted, 0.99).toFixed(1)}`;
}

function reportFigures(
  ctx: BenchmarkContext,
  [p95 = Number.NaN, p99 = Number.NaN]: (number | undefined)[],
  rate: number | null,
): void {
  ctx.figure({ metric: 'search.mix.p95', value: p95, unit: 'ms', goal: 50, better: 'lower' });
  ctx.figure({ metric: 'search.mix.p99', value: p99, unit: 'ms', goal: 200, better: 'lower' });
  if (rate !== null)
    ctx.figure({ metric: 'search.index-rate', value: rate, unit: 'articles/s', better: 'higher' });
}

/** Enough for every kind of query to find something. */
const QUICK_ARTICLES = 3_000;
const SEARCHERS = 16;
const BATCH = 2_000;
const WARM_UP_MS = 6_000;
const WARM_UP_QUERIES = 6_000;

interface Plan {
  open(): Promise<Contender>;
  readonly full: number;
  readonly quick: number;
}
