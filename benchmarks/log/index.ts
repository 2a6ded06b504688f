import { migrate } from '../../src/platform/database/migrations.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { EventLog } from '../../src/platform/log/port.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { MIGRATIONS } from '../../test/harness/database.ts';
import { testStream } from '../../test/harness/stream.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import type { Measurement } from '../harness/measure.ts';
import { CORPUS, events } from './corpus.ts';
import { type Floor, LANES, openFloor } from './floor.ts';

/** Both on the same server, from this process, through the same pool of ten connections. */
export default defineBenchmark({
  name: 'log',
  question: 'How close does the log come to the append and read rates of plain PostgreSQL?',
  corpus: CORPUS,
  peers: ['pg', 'pg-copy-streams'],
  async run(ctx) {
    ctx.plan(BATCHES.length + 2);
    await using open = new AsyncDisposableStack();
    const url = await (await ctx.postgres()).createDatabase('log');
    const database = createPool({ url, telemetry: createMemoryTelemetry({ level: 'error' }) });
    open.defer(() => database.close());
    await migrate(database, MIGRATIONS, { now: () => new Date() });
    const log = createLog({ database, telemetry: createMemoryTelemetry({ level: 'error' }) });
    open.defer(() => log.close());
    const floor = await openFloor(database);

    const appends: Compared[] = [];
    for (const batch of BATCHES) appends.push(await measureAppends(ctx, { database, log, floor }, batch));
    const consumed = await measureConsumers(ctx, { database, log, floor });
    report(ctx, appends, consumed);
  },
});

const CONSUMED = testStream('consume', { partitions: LANES });

async function measureAppends(ctx: BenchmarkContext, peers: Peers, batch: number): Promise<Compared> {
  const { database, log, floor } = peers;
  const stream = testStream(`append.${batch}`, { partitions: LANES });
  await log.declare(stream);
  const [some, callers] = [events(batch), 4];
  const label = `append ${batch} ${batch === 1 ? 'event' : 'events'} in a transaction, ${callers} callers`;
  const measured = await ctx.measure(
    label,
    {
      log: () => database.transaction(async tx => log.append(tx, stream, some)),
      // One offset for all callers, who then wait for each other as in the log. With an offset per caller
      // the floor is faster, but does not order their events.
      floor: () => floor.append(0, some),
    },
    { durationMs: 1_500, rounds: 5, callers, unitsPerCall: batch },
  );
  return { label, ...measured };
}

/** Each call is a new group that handles the whole stream from its start. */
async function measureConsumers(ctx: BenchmarkContext, peers: Peers): Promise<Compared[]> {
  const { database, log, floor } = peers;
  const total = ctx.quick ? 40_000 : 200_000;
  await log.declare(CONSUMED);
  for (let start = 0; start < total; start += 10_000) {
    const some = events(10_000, start);
    await database.transaction(async tx => log.append(tx, CONSUMED, some));
  }
  for (let lane = 0; lane < LANES; lane++) await floor.append(lane, events(total / LANES));
  const compared: Compared[] = [];
  for (const batch of [500, 2_000]) {
    const label = `consume in batches of ${batch}`;
    const measured = await ctx.measure(
      label,
      {
        log: () => consumeAll(log, batch, total),
        floor: () =>
          Promise.all(Array.from({ length: LANES }, (_, lane) => floor.consume(lane, batch, total / LANES))),
      },
      { rounds: 5, unitsPerCall: total, durationMs: 1, warmupMs: 1 },
    );
    compared.push({ label, ...measured });
  }
  return compared;
}

async function consumeAll(log: EventLog, batch: number, total: number): Promise<void> {
  let handled = 0;
  const done = Promise.withResolvers<void>();
  const consumer = await log.consume(
    { group: `group ${groups++}`, stream: CONSUMED, batch },
    async (_, some) => {
      handled += some.length;
      if (handled === total) done.resolve();
    },
  );
  await done.promise;
  await consumer.stop();
}

function report(ctx: BenchmarkContext, appends: readonly Compared[], consumed: readonly Compared[]): void {
  ctx.table(
    'Events a second',
    ['what', 'log', 'floor', 'of the floor', 'our CPU µs', 'floor CPU µs'],
    [...appends, ...consumed].map(({ label, log, floor }) => [
      label,
      Math.round(log.rate.median),
      Math.round(floor.rate.median),
      ctx.ratio(log.rate, floor.rate).toFixed(2),
      log.cpuMicros.median.toFixed(1),
      floor.cpuMicros.median.toFixed(1),
    ]),
  );
  const [append, consume] = [appends.at(-1), consumed.at(-1)];
  for (const [what, result] of [
    ['append', append],
    ['consume', consume],
  ] as const) {
    if (!result) continue;
    ctx.figure({
      metric: `${what} in batches, of the floor`,
      value: ctx.ratio(result.log.rate, result.floor.rate),
      unit: 'x',
      goal: 0.8,
      better: 'higher',
    });
    ctx.note(
      `${what}: ${Math.round(result.log.rate.median).toLocaleString('en')} events a second (goal 300,000, or 0.8 of the floor).`,
    );
  }
}

const BATCHES = [1, 10, 100, 1_000, 5_000];
let groups = 0;

interface Peers {
  readonly database: Database;
  readonly log: EventLog;
  readonly floor: Floor;
}

interface Compared {
  readonly label: string;
  readonly log: Measurement;
  readonly floor: Measurement;
}
