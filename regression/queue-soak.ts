import { openBroker } from '../benchmarks/queue/broker.ts';
import { bodies } from '../benchmarks/queue/corpus.ts';
import type { Database } from '../src/platform/database/port.ts';
import { int8, row } from '../src/platform/database/rows.ts';
import { sql } from '../src/platform/database/sql.ts';
import { numberFlag } from './lib/flags.ts';
import { startQueueDatabase } from './lib/queue-database.ts';

/**
 * MQ-6: half of the measured peak rate for half an hour. The last minute handles at least 90 % of the first;
 * the working tables stay small; the audit tables grow with the handled messages only.
 */
const minutes = numberFlag('minutes', 30);
const COLUMNS = ['minute', 'published/s', 'handled/s', 'behind', 'working', 'audit'];
const QUEUE = 'soak';
const BATCH_SIZE = 100;
const PRODUCERS = 2;
const CONSUMERS = 4;
const WORKING_LIMIT_BYTES = 64 * 1_024 * 1_024;

const server = await startQueueDatabase();
const { broker, database, close } = await openBroker(server.url);
const counts = { published: 0, handled: 0 };
const batch = bodies(BATCH_SIZE).map(body => ({ body }));
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await close();
  await server.stop();
}

async function run(): Promise<boolean> {
  await broker.declare(QUEUE);
  const peak = await peakRate(10_000);
  const rate = peak / 2;
  console.log(
    `peak ${Math.round(peak)} messages a second, soaking at ${Math.round(rate)} for ${minutes} minutes`,
  );
  const stop = new AbortController();
  const startedWith = counts.published;
  const start = performance.now();
  const due = () => startedWith + (rate * (performance.now() - start)) / 1_000;
  const load = startLoad(due, stop.signal);
  const table: Minute[] = [];
  console.log(line(COLUMNS));
  for (let minute = 1; minute <= minutes; minute++) {
    table.push(await oneMinute(minute, start + minute * 60_000));
    console.log(line(table.slice(-1).flatMap(cells)));
  }
  stop.abort();
  await load;
  const after = await peakRate(10_000);
  return checkResults(table, rate, { before: peak, after });
}

/** The end-to-end rate at full load; producers wait while consumers are behind. */
async function peakRate(ms: number): Promise<number> {
  const stop = new AbortController();
  const due = () => counts.handled + 20_000;
  const load = startLoad(due, stop.signal);
  const [before, start] = [counts.handled, performance.now()];
  await pause(ms);
  const rate = ((counts.handled - before) / (performance.now() - start)) * 1_000;
  stop.abort();
  await load;
  return rate;
}

/** Runs until the signal, then until the queue is empty. */
async function startLoad(due: () => number, signal: AbortSignal): Promise<void> {
  const producing = Promise.all(Array.from({ length: PRODUCERS }, () => produce(due, signal)));
  let producersDone = false;
  const consuming = Array.from({ length: CONSUMERS }, () => consume(() => producersDone));
  await producing;
  producersDone = true;
  await Promise.all(consuming);
}

async function produce(due: () => number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (counts.published >= due()) {
      await pause(5);
      continue;
    }
    counts.published += BATCH_SIZE;
    await broker.publishMany(QUEUE, batch);
  }
}

async function consume(isOver: () => boolean): Promise<void> {
  for (;;) {
    const messages = await broker.receive(QUEUE, { max: BATCH_SIZE, waitMs: 500 });
    if (messages.length === 0 && isOver() && counts.handled >= counts.published) return;
    const deleted = await broker.delete(messages.map(({ receipt }) => receipt));
    counts.handled += deleted.filter(Boolean).length;
  }
}

async function oneMinute(minute: number, until: number): Promise<Minute> {
  const before = { ...counts };
  const start = performance.now();
  await pause(until - start);
  const seconds = (performance.now() - start) / 1_000;
  return {
    minute,
    publishedPerSecond: (counts.published - before.published) / seconds,
    handledPerSecond: (counts.handled - before.handled) / seconds,
    behind: counts.published - counts.handled,
    handledInAll: counts.handled,
    ...(await sizes(database)),
  };
}

/** Day tables hold messages for audit, all others the waiting messages. */
async function sizes(of: Database): Promise<Sizes> {
  return of.one(
    row({ working_bytes: int8, audit_bytes: int8 }),
    sql`
      select
        coalesce(sum(pg_total_relation_size(oid)) filter (where not relispartition), 0)::bigint as working_bytes,
        coalesce(sum(pg_total_relation_size(oid)) filter (where relispartition), 0)::bigint as audit_bytes
      from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname like 'queue%'
    `,
  );
}

function checkResults(
  table: readonly Minute[],
  rate: number,
  peak: { readonly before: number; readonly after: number },
): boolean {
  const [first, last] = [table.at(0), table.at(-1)];
  if (!first || !last) throw new Error('no minute was measured');
  const retained = last.handledPerSecond / first.handledPerSecond;
  const largest = Math.max(...table.map(({ workingBytes }) => workingBytes));
  const growth = bytesPerMessage(last) / bytesPerMessage(first);
  const facts: readonly (readonly [string, boolean])[] = [
    [
      `first minute ${percent(first.handledPerSecond / rate)} of the requested rate`,
      first.handledPerSecond >= rate * 0.9,
    ],
    [`last minute ${percent(retained)} of the first (at least 90 %)`, retained >= 0.9],
    [
      `working tables ${megabytes(largest)} at most (limit ${megabytes(WORKING_LIMIT_BYTES)})`,
      largest <= WORKING_LIMIT_BYTES,
    ],
    [
      `audit tables ${Math.round(bytesPerMessage(last))} bytes per message, ${percent(growth)} of the first minute's (at most 125 %)`,
      growth <= 1.25,
    ],
  ];
  for (const [fact, ok] of facts) console.log(`${fact}: ${ok ? 'ok' : 'FAILED'}`);
  console.log(
    `peak afterwards ${Math.round(peak.after)}, ${percent(peak.after / peak.before)} of the first peak`,
  );
  return facts.every(([, ok]) => ok);
}

function bytesPerMessage({ auditBytes, handledInAll }: Minute): number {
  return auditBytes / handledInAll;
}

function line(of: readonly (string | number)[]): string {
  return of.map(cell => String(cell).padStart(12)).join('');
}

function cells(of: Minute): (string | number)[] {
  return [
    of.minute,
    Math.round(of.publishedPerSecond),
    Math.round(of.handledPerSecond),
    of.behind,
    megabytes(of.workingBytes),
    megabytes(of.auditBytes),
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_024 / 1_024).toFixed(1)} MB`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, Math.max(0, ms)));
}

interface Sizes {
  readonly workingBytes: number;
  readonly auditBytes: number;
}

interface Minute extends Sizes {
  readonly minute: number;
  readonly publishedPerSecond: number;
  readonly handledPerSecond: number;
  readonly behind: number;
  readonly handledInAll: number;
}
