import { join } from 'node:path';
import { createPool } from '../../src/platform/database/pool.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { series } from '../harness/statistics.ts';
import {
  type LoadRequest,
  load,
  type MeasuredServer,
  startMeasured,
  stopMeasured,
  warmUp,
} from '../http/measured.ts';
import { copyFor, linesOf, openCopy, type SharedBy } from './copy.ts';
import type { Prepared } from './index.ts';

/** Batches over HTTP and COPY alternate, in one database. */
export async function measureBatches(ctx: BenchmarkContext, given: Prepared): Promise<void> {
  await using open = new AsyncDisposableStack();
  const { databaseUrl, data, articles, token } = given;
  const database = createPool({ url: databaseUrl, telemetry: createMemoryTelemetry({ level: 'error' }) });
  open.defer(() => database.close());
  const copy = await openCopy(database);
  const program = join(import.meta.dirname, 'server.ts');
  const ours = await startMeasured('ours', { program, given: [databaseUrl, data], data });
  open.defer(() => stopMeasured([ours]));
  const shares = sharesOf(articles);
  const copied = { lines: linesOf(shares), rows: BATCH };
  const sent: LoadRequest = {
    path: '/api/v1/events',
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ events: shares }),
    connections: CONNECTIONS,
  };
  await warmUp(ctx, ours, () => sent, 500);
  await copyFor(copy, copied, 1);
  const rows: number[] = [];
  for (let round = 0; round < (ctx.quick ? 3 : 15); round++) {
    const turns = [
      async () => void ours.rounds.push(await load(ours, sent, ROUND_SECONDS)),
      async () => void rows.push(await copyFor(copy, copied, ROUND_SECONDS)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  report(ctx, ours, rows);
}

function report(ctx: BenchmarkContext, { rounds }: MeasuredServer, rows: readonly number[]): void {
  const [batches, copied] = [series(rounds.map(({ rate }) => rate * BATCH)), series(rows)];
  const cpu = series(rounds.map(({ cpuMicros }) => cpuMicros / BATCH));
  const ofCopy = ctx.ratio(batches, copied);
  ctx.table(
    `Events a second in batches of ${BATCH}, durable when acknowledged`,
    ['events/s over HTTP', 'CPU µs an event', 'rows/s by COPY of ready lines', 'of COPY'],
    [[Math.round(batches.median), cpu.median.toFixed(1), Math.round(copied.median), ofCopy.toFixed(2)]],
  );
  ctx.figure({ metric: 'events a second in batches', value: batches.median, unit: '/s', better: 'higher' });
  ctx.figure({ metric: 'events in batches, of COPY', value: ofCopy, unit: 'x', better: 'higher' });
  ctx.figure({
    metric: 'events in batches, of 100000 a second or half of COPY',
    value: Math.max(batches.median / 100_000, ofCopy / 0.5),
    unit: 'x',
    goal: 1,
    better: 'higher',
  });
}

function sharesOf(articles: readonly string[]): SharedBy[] {
  return Array.from({ length: BATCH }, (_, number) => ({
    kind: 'share',
    id: `share-${number}-0190e1a2`,
    article: articles[number % articles.length] ?? '',
    via: 'link',
    from: {
      address: `10.1.${number % 200}.7`,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  }));
}

const BATCH = 1_000;
const CONNECTIONS = 6;
const ROUND_SECONDS = 1.5;
