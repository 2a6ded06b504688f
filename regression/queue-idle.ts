import { openBroker } from '../benchmarks/queue/broker.ts';
import { drainByLoops } from '../benchmarks/queue/contender.ts';
import { bodies } from '../benchmarks/queue/corpus.ts';
import { systemClock } from '../src/lib/clock.ts';
import type { Broker } from '../src/platform/broker/port.ts';
import type { Database } from '../src/platform/database/port.ts';
import { int8, row, text } from '../src/platform/database/rows.ts';
import { exposeDatabase } from '../src/platform/database/server-metrics.ts';
import { identifier, sql } from '../src/platform/database/sql.ts';
import { createMemoryTelemetry } from '../src/platform/telemetry/memory/memory.ts';
import { startQueueDatabase } from './lib/queue-database.ts';

/**
 * MQ-5 and two traps: a hundred idle queues cost under 1 % of a core; a million waiting messages, in tables
 * without vacuum or analyse, are claimed at no less than half the usual rate; and the log warns of a
 * transaction that holds back vacuum for over a minute.
 */
const QUEUES = 100;
const MILLION = 1_000_000;
const server = await startQueueDatabase();
try {
  // The last part runs beside the others: it waits for a minute and costs one statement every five seconds.
  const outcomes = await Promise.all([costAndClaims(), pinnedHorizon()]);
  process.exitCode = outcomes.every(Boolean) ? 0 : 1;
} finally {
  await server.stop();
}

/** One after the other: the first part measures the CPU time of this process. */
async function costAndClaims(): Promise<boolean> {
  const isCheap = await idleCost();
  return (await claimsFromAMillion()) && isCheap;
}

async function idleCost(): Promise<boolean> {
  const { broker, database, close } = await openBroker(server.url);
  const workers = [];
  for (let n = 0; n < QUEUES; n++) {
    await broker.declare(`idle-${n}`);
    workers.push(broker.work(`idle-${n}`, { concurrency: 1 }, async () => undefined));
  }
  // Waits until startup work is over: compilation, garbage collection, late statistics of PostgreSQL.
  await pause(15_000);
  const [cpu, before, start] = [process.cpuUsage(), await commits(database), performance.now()];
  await pause(20_000);
  const used = process.cpuUsage(cpu);
  const ms = performance.now() - start;
  // Statistics lag by up to a second; one statement more or less does not matter.
  const statements = ((await commits(database)) - before) / (ms / 1_000);
  await Promise.all(workers.map(worker => worker.stop()));
  await close();
  const percent = ((used.user + used.system) / 1_000 / ms) * 100;
  const ok = percent < 1;
  console.log(
    `${QUEUES} empty queues with a waiting consumer each: ${percent.toFixed(2)} % of a core (limit 1), ${statements.toFixed(1)} transactions a second: ${verdict(ok)}`,
  );
  return ok;
}

async function claimsFromAMillion(): Promise<boolean> {
  const { broker, database, close } = await openBroker(await server.create('million'));
  await broker.declare('claims');
  await turnAutovacuumOff(database);
  const few: number[] = [];
  for (let round = 0; round < 5; round++) {
    await publish(broker, 5_000);
    few.push(await claimRate(broker, 5_000));
  }
  await publish(broker, MILLION);
  const many: number[] = [];
  for (let round = 0; round < 5; round++) many.push(await claimRate(broker, 5_000));
  await close();
  const [rateOfFew, rateOfMany] = [median(few), median(many)];
  const ok = rateOfMany >= rateOfFew / 2;
  console.log(
    `messages claimed and deleted per second: ${Math.round(rateOfFew)} from 5,000 messages, ${Math.round(rateOfMany)} from a million, autovacuum off, no ANALYZE: ${verdict(ok)}`,
  );
  return ok;
}

async function turnAutovacuumOff(database: Database): Promise<void> {
  const tables = await database.many(
    row({ name: text }),
    sql`select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) {
    await database.execute(
      sql`alter table ${identifier(name)} set (autovacuum_enabled = off, toast.autovacuum_enabled = off)`,
    );
  }
}

async function publish(broker: Broker, count: number): Promise<void> {
  const lot = bodies(Math.min(count, 5_000)).map(body => ({ body }));
  for (let done = 0; done < count; done += lot.length) await broker.publishMany('claims', lot);
}

async function claimRate(broker: Broker, count: number): Promise<number> {
  const ms = await drainByLoops(
    count,
    { consumers: 4, batch: 100 },
    () => broker.receive('claims', { max: 100 }),
    messages => broker.delete(messages.map(({ receipt }) => receipt)),
  );
  return (count / ms) * 1_000;
}

/** On its own database, so that the held snapshot does not slow the other parts down. */
async function pinnedHorizon(): Promise<boolean> {
  const { database, close } = await openBroker(await server.create('pinned'));
  const telemetry = createMemoryTelemetry();
  exposeDatabase(database, telemetry, systemClock);
  const seconds = await database.transaction(
    async tx => {
      await tx.execute(sql`select count(*) from pg_class`);
      const start = performance.now();
      while (performance.now() - start < 90_000) {
        await pause(5_000);
        // Our own pool ends sessions that idle in a transaction for a minute, so this uses another client.
        await tx.execute(sql`select 1`);
        await telemetry.metrics.expose();
        if (telemetry.lines.some(line => line.level === 'warn')) break;
      }
      return (performance.now() - start) / 1_000;
    },
    { isolation: 'repeatable read' },
  );
  const warned = telemetry.lines.find(line => line.level === 'warn');
  await close();
  console.log(
    `a snapshot held for ${Math.round(seconds)} s: ${warned ? `'${warned.msg}'` : 'no warning'}: ${verdict(warned !== undefined)}`,
  );
  return warned !== undefined;
}

async function commits(database: Database): Promise<number> {
  const { count } = await database.one(
    row({ count: int8 }),
    sql`select xact_commit as count from pg_stat_database where datname = current_database()`,
  );
  return count;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

function verdict(ok: boolean): string {
  return ok ? 'ok' : 'FAILED';
}
