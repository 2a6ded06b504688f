import { storeArticles } from '../../src/ingest/dedup/store.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import type { NewArticle } from '../../src/model/article.ts';
import { migrate } from '../../src/platform/database/migrations.ts';
import { maintainPartitions } from '../../src/platform/database/partitions.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { MIGRATIONS } from '../../test/harness/database.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import type { Measurement } from '../harness/measure.ts';
import {
  ARTICLES,
  CORPUS,
  createCorpus,
  QUICK_ARTICLES,
  REPEATED,
  renamed,
  withRepetitions,
} from './corpus.ts';
import { copyBatch, linesOf } from './floor.ts';

/**
 * The rate is articles offered per second, new or not. COPY writes every offered article; storing detects known ones.
 * Each peer has a separate database on the same server and one connection. The tables are emptied before every round.
 */
export default defineBenchmark({
  name: 'store',
  question: 'How close to plain COPY is storing articles once, with their keys and events?',
  corpus: CORPUS,
  peers: ['pg', 'pg-copy-streams'],
  async run(ctx) {
    ctx.plan(2);
    await using open = new AsyncDisposableStack();
    const [ours, floor] = [await openDatabase(ctx, open, 'store'), await openDatabase(ctx, open, 'floor')];
    const log = createLog({ database: ours, telemetry: createMemoryTelemetry({ level: 'error' }) });
    open.defer(() => log.close());
    await log.declare({ name: 'articles.new', partitions: 8, retentionDays: 30 });
    const tools = { log, newId: createIdSource(systemClock, systemRandom) };
    const storeAll = (articles: readonly NewArticle[]) =>
      inBatches(articles, batch => ours.transaction(tx => storeArticles(tx, tools, batch)));

    const corpus = createCorpus(ctx.quick ? QUICK_ARTICLES : ARTICLES);
    for (const { what, offered, metric } of [
      { what: 'all new', offered: corpus, metric: 'storing new articles once, of COPY of ready lines' },
      {
        what: `${Math.round(REPEATED * 100)} % repeated`,
        offered: withRepetitions(corpus),
        metric: 'storing articles once, repetitions included, of COPY of ready lines',
      },
    ]) {
      const measured = await compare(ctx, what, { ours, floor, corpus, offered, storeAll });
      ctx.figure({ metric, value: measured, unit: 'x', goal: 0.5, better: 'higher' });
    }
    ctx.note(
      'COPY gets prepared lines of as many articles; lookups, keys and events are extra work of storeArticles.',
    );
  },
});

/** Returns the rate of storing as a share of the rate of COPY, whose lines are prepared. */
async function compare(
  ctx: BenchmarkContext,
  what: string,
  { ours, floor, corpus, offered, storeAll }: Comparison,
): Promise<number> {
  let run = 0;
  let stream = renamed(offered, 0);
  let lines = batchesOf(renamed(corpus, 0)).map(linesOf);
  const { store, making, copy } = await ctx.measure(
    `${corpus.length} articles in batches of ${BATCH}, ${what}`,
    {
      store: () => storeAll(stream),
      making: () => inBatches(renamed(corpus, ++run), batch => copyBatch(floor, linesOf(batch))),
      copy: async () => {
        for (const batch of lines) await copyBatch(floor, batch);
      },
    },
    {
      rounds: 9,
      durationMs: 1,
      warmupMs: 1,
      unitsPerCall: corpus.length,
      beforeRound: async () => {
        for (const database of [ours, floor]) await empty(ctx, database);
        stream = renamed(offered, ++run);
        lines = batchesOf(renamed(corpus, ++run)).map(linesOf);
      },
    },
  );
  const rows: [string, Measurement][] = [
    ['storeArticles', store],
    ['COPY, creating ids, hashes and lines', making],
    ['COPY of prepared lines', copy],
  ];
  ctx.table(
    `Articles offered a second, ${what}`,
    ['what', 'articles/s', 'storeArticles is', 'our CPU µs'],
    rows.map(([name, { rate, cpuMicros }]) => [
      name,
      Math.round(rate.median),
      `${ctx.ratio(store.rate, rate).toFixed(2)} x`,
      cpuMicros.median.toFixed(1),
    ]),
  );
  return ctx.ratio(store.rate, copy.rate);
}

interface Comparison {
  readonly ours: Database;
  readonly floor: Database;
  readonly corpus: readonly NewArticle[];
  readonly offered: readonly NewArticle[];
  readonly storeAll: (articles: readonly NewArticle[]) => Promise<unknown>;
}

async function openDatabase(
  ctx: BenchmarkContext,
  open: AsyncDisposableStack,
  name: string,
): Promise<Database> {
  const url = await (await ctx.postgres()).createDatabase(name);
  const database = createPool({ url, telemetry: createMemoryTelemetry({ level: 'error' }) });
  open.defer(() => database.close());
  await migrate(database, MIGRATIONS, { now: () => new Date() });
  await maintainPartitions(database, new Date());
  return database;
}

/** No peer pays for writes of another. A quick run skips the wait for the disk, which was most of its time. */
async function empty({ quick }: BenchmarkContext, database: Database): Promise<void> {
  await database.execute(sql`truncate articles, article_urls, article_guids, article_revisions, log_events`);
  if (!quick) await database.execute(sql`checkpoint`);
}

async function inBatches(
  articles: readonly NewArticle[],
  store: (batch: readonly NewArticle[]) => Promise<unknown>,
): Promise<void> {
  for (const batch of batchesOf(articles)) await store(batch);
}

function batchesOf(articles: readonly NewArticle[]): NewArticle[][] {
  const starts = Array.from({ length: Math.ceil(articles.length / BATCH) }, (_, n) => n * BATCH);
  return starts.map(start => articles.slice(start, start + BATCH));
}

const BATCH = 1_000;
