import { openBroker } from '../benchmarks/queue/broker.ts';
import { int8, row } from '../src/platform/database/rows.ts';
import { sql } from '../src/platform/database/sql.ts';
import { CHAOS_QUEUE, EFFECTS, VISIBILITY_MS } from './lib/chaos.ts';
import { ChaosProcesses } from './lib/chaos-processes.ts';
import { numberFlag } from './lib/flags.ts';
import { startQueueDatabase } from './lib/queue-database.ts';

/**
 * MQ-2, MQ-3 and "delivered at least once, takes effect exactly once": 16 workers in 4 processes, of which
 * every two seconds or so one is killed and one paused past its leases, while messages are published with and
 * without a group. An effect is a row that commits with the deletion of its message. In the end every
 * acknowledged message has exactly one effect, and each group's effects are in order.
 */
const seconds = numberFlag('seconds', 60);
const GROUPS = 12;

const ChaosVerdict = row({ effects: int8, distinct: int8, redelivered: int8, disordered: int8 });
const JUDGEMENT = sql`
  with ordered as (
    select
      number,
      receives,
      group_name is not null
        and sequence <> row_number() over (partition by group_name order by position) as disordered
    from effects
  )
  select
    count(*) as effects,
    count(distinct number) as distinct,
    count(*) filter (where receives > 1) as redelivered,
    count(*) filter (where disordered) as disordered
  from ordered
`;

const server = await startQueueDatabase();
const { broker, database, close } = await openBroker(server.url);
const processes = new ChaosProcesses(server.url);
const stop = new AbortController();
const publishers: Promise<void>[] = [];
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  stop.abort();
  await Promise.allSettled(publishers);
  await processes.stop();
  await close();
  await server.stop();
}

async function run(): Promise<boolean> {
  await database.transaction(tx => tx.script(EFFECTS));
  // The faults are not the messages', so none may become a dead letter.
  await broker.declare(CHAOS_QUEUE, { maxReceives: 1_000 });
  await processes.start();

  const published = { count: 0 };
  publishers.push(
    publishUngrouped(published, stop.signal),
    ...Array.from({ length: GROUPS }, (_, n) => publishGroup(`group-${n}`, published, stop.signal)),
    killPeriodically(stop.signal),
    pausePeriodically(stop.signal),
  );
  // The first failure ends the run; the other promises are awaited in either case.
  await Promise.race([reportWhile(published, seconds * 1_000), Promise.all(publishers)]);
  stop.abort();
  await Promise.all(publishers);
  const drainedInMs = await waitUntilDrained(published.count);
  return checkResults(published.count, drainedInMs);
}

async function publishUngrouped(published: Published, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const numbers = Array.from({ length: 5 }, () => published.count++);
    await broker.publishMany(
      CHAOS_QUEUE,
      numbers.map(number => ({ body: { number, group: null, sequence: 0 } })),
    );
    await pause(40);
  }
}

/** Publishes one at a time, so that the order is known. */
async function publishGroup(group: string, published: Published, signal: AbortSignal): Promise<void> {
  for (let sequence = 1; !signal.aborted; sequence++) {
    const number = published.count++;
    await broker.publish(CHAOS_QUEUE, { body: { number, group, sequence }, group });
    await pause(250 + Math.random() * 250);
  }
}

async function killPeriodically(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const next = performance.now() + 1_500 + Math.random() * 1_000;
    await processes.killOne();
    await pause(next - performance.now());
  }
}

async function pausePeriodically(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(2_000 + Math.random() * 2_000);
    await processes.pauseOne(VISIBILITY_MS * 1.5);
  }
}

async function reportWhile(published: Published, ms: number): Promise<void> {
  const endAt = performance.now() + ms;
  while (performance.now() < endAt) {
    await pause(Math.min(10_000, endAt - performance.now()));
    const { effects } = await database.one(ChaosVerdict, JUDGEMENT);
    console.log(
      `${published.count} published, ${effects} effects, ${processes.kills} kills, ${processes.pauses} pauses, ${processes.refused} late effects refused`,
    );
  }
}

/** Messages of dead workers return after their visibility timeout; more than a minute is too long. */
async function waitUntilDrained(expected: number): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < 60_000) {
    const { distinct } = await database.one(ChaosVerdict, JUDGEMENT);
    if (distinct >= expected && (await isEmpty())) break;
    await pause(200);
  }
  return performance.now() - start;
}

async function isEmpty(): Promise<boolean> {
  const state = (await broker.queues()).find(({ name }) => name === CHAOS_QUEUE);
  return state !== undefined && state.pending + state.inFlight + state.delayed === 0;
}

async function checkResults(published: number, drainedInMs: number): Promise<boolean> {
  const { effects, distinct, redelivered, disordered } = await database.one(ChaosVerdict, JUDGEMENT);
  const [lost, doubled] = [published - distinct, effects - distinct];
  console.log(
    `${published} messages, ${lost} lost, ${doubled} effects doubled, ${disordered} out of order in their group`,
  );
  console.log(
    `${processes.kills} kills, ${processes.pauses} pauses, ${redelivered} messages took effect on redelivery, ${processes.refused} late effects refused, ${processes.crashes} crashes, drained ${Math.round(drainedInMs)} ms after the last fault`,
  );
  // A run without a redelivery proves nothing.
  const tried = processes.kills > 0 && redelivered > 0;
  return (
    tried && processes.crashes === 0 && lost === 0 && doubled === 0 && disordered === 0 && (await isEmpty())
  );
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, Math.max(0, ms)));
}

interface Published {
  count: number;
}
