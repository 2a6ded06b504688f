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
import { ARTICLES, CORPUS, createCorpus, DISTINCT, renamed } from './corpus.ts';
import { type CopyBatch, copyBatch, linesOf } from './floor.ts';

/** Each peer on a database of its own on the same server, one connection, tables emptied before every round. */
export default defineBenchmark({
  name: 'store',
  question: 'How near to plain COPY is storing articles once, with their keys and events?',
  corpus: CORPUS,
  peers: ['pg', 'pg-copy-streams'],
  async run(ctx) {
    ctx.plan(1);
    await using open = new AsyncDisposableStack();
    const [ours, floor] = [await openDatabase(ctx, open, 'store'), await openDatabase(ctx, open, 'floor')];
    const log = createLog({ database: ours, telemetry: createMemoryTelemetry({ level: 'error' }) });
    open.defer(() => log.close());
    await log.declare({ name: 'articles.new', partitions: 8, retentionDays: 30 });
    const tools = { log, newId: createIdSource(systemClock, systemRandom) };

    const corpus = createCorpus();
    const distinct = [...new Set(corpus)];
    if (corpus.length !== ARTICLES || distinct.length !== DISTINCT)
      throw new RangeError(`the corpus has ${distinct.length} distinct articles of ${corpus.length}`);
    let run = 0;
    let lines = distinctLines(distinct, 0);
    const { store, copy, copyOnly } = await ctx.measure(
      `${ARTICLES} articles in batches of ${BATCH}, ${DISTINCT} of them new`,
      {
        store: () =>
          inBatches(renamed(corpus, ++run), batch => ours.transaction(tx => storeArticles(tx, tools, batch))),
        copy: () => inBatches(renamed(distinct, ++run), batch => copyBatch(floor, linesOf(batch))),
        copyOnly: async () => {
          for (const batch of lines) await copyBatch(floor, batch);
        },
      },
      {
        rounds: 9,
        durationMs: 1,
        warmupMs: 1,
        unitsPerCall: DISTINCT,
        beforeRound: async () => {
          for (const database of [ours, floor]) await empty(database);
          lines = distinctLines(distinct, ++run);
        },
      },
    );
    const rows: [string, Measurement][] = [
      ['storeArticles', store],
      ['COPY, making ids, hashes and lines', copy],
      ['COPY of lines made before', copyOnly],
    ];
    ctx.table(
      'New articles a second',
      ['what', 'articles/s', 'storeArticles is', 'our CPU µs'],
      rows.map(([what, { rate, cpuMicros }]) => [
        what,
        Math.round(rate.median),
        `${ctx.ratio(store.rate, rate).toFixed(2)} x`,
        cpuMicros.median.toFixed(1),
      ]),
    );
    ctx.figure({
      metric: 'storing articles once, of plain COPY',
      value: ctx.ratio(store.rate, copy.rate),
      unit: 'x',
      goal: 0.5,
      better: 'higher',
    });
    ctx.note('Repetitions count for nothing: they are work that only storeArticles has.');
  },
});

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

async function empty(database: Database): Promise<void> {
  await database.execute(sql`truncate articles, article_urls, article_guids, article_revisions, log_events`);
  await database.execute(sql`checkpoint`);
}

async function inBatches(
  articles: readonly NewArticle[],
  store: (batch: readonly NewArticle[]) => Promise<unknown>,
): Promise<void> {
  for (const batch of batchesOf(articles)) await store(batch);
}

function distinctLines(distinct: readonly NewArticle[], run: number): CopyBatch[] {
  return batchesOf(renamed(distinct, run)).map(linesOf);
}

function batchesOf(articles: readonly NewArticle[]): NewArticle[][] {
  const starts = Array.from({ length: Math.ceil(articles.length / BATCH) }, (_, n) => n * BATCH);
  return starts.map(start => articles.slice(start, start + BATCH));
}

const BATCH = 1_000;
