import { openBroker } from '../benchmarks/queue/broker.ts';
import { int8, row } from '../src/platform/database/rows.ts';
import { sql } from '../src/platform/database/sql.ts';
import { CHAOS_QUEUE, EFFECTS, VISIBILITY_MS } from './lib/chaos.ts';
import { ChaosProcesses } from './lib/chaos-processes.ts';
import { numberFlag } from './lib/flags.ts';
import { startQueueDatabase } from './lib/queue-database.ts';

/**
 * MQ-2, MQ-3 and "delivered at least once, takes effect exactly once": 16 workers in 4 processes, one of which
 * is killed with SIGKILL every two seconds or so and one paused until its leases are over, while messages are
 * published with and without a group. An effect is a row that commits with the deletion of its message. At the
 * end every message that was acknowledged has exactly one, and those of a group came in order.
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
const underWay: Promise<void>[] = [];
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  stop.abort();
  await Promise.allSettled(underWay);
  await processes.stop();
  await close();
  await server.stop();
}

async function run(): Promise<boolean> {
  await database.transaction(tx => tx.script(EFFECTS));
  // Nothing here is the message's fault, so nothing may be put aside.
  await broker.declare(CHAOS_QUEUE, { maxReceives: 1_000 });
  await processes.start();

  const published = { count: 0 };
  underWay.push(
    publishLoose(published, stop.signal),
    ...Array.from({ length: GROUPS }, (_, n) => publishGroup(`group-${n}`, published, stop.signal)),
    killPeriodically(stop.signal),
    pausePeriodically(stop.signal),
  );
  // The first that fails ends the run; the others are awaited in either case.
  await Promise.race([reportWhile(published, seconds * 1_000), Promise.all(underWay)]);
  stop.abort();
  await Promise.all(underWay);
  const drainedInMs = await waitUntilDrained(published.count);
  return checkResults(published.count, drainedInMs);
}

async function publishLoose(published: Published, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const numbers = Array.from({ length: 5 }, () => published.count++);
    await broker.publishMany(
      CHAOS_QUEUE,
      numbers.map(number => ({ body: { number, group: null, sequence: 0 } })),
    );
    await pause(40);
  }
}

/** One after the other, so that the order of publishing is known. */
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

/** What was held by the dead comes back when its visibility is over; more than a minute is too long. */
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
    `${published} messages, ${lost} lost, ${doubled} effects doubled, ${disordered} of a group out of order`,
  );
  console.log(
    `${processes.kills} kills, ${processes.pauses} pauses, ${redelivered} messages took effect at a later delivery, ${processes.refused} late effects refused, ${processes.crashes} crashes, drained ${Math.round(drainedInMs)} ms after the last fault`,
  );
  // A run in which nothing was delivered again has proved nothing.
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
