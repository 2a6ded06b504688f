import { systemClock } from '../src/lib/clock.ts';
import { int8, row } from '../src/platform/database/rows.ts';
import { sql } from '../src/platform/database/sql.ts';
import { startSilentProxy } from '../test/harness/silent-proxy.ts';
import { numberFlag } from './lib/flags.ts';
import { startQueueDatabase } from './lib/queue-database.ts';
import { watchMachine } from './lib/stretch.ts';
import { WAYS } from './lib/three-ways/agreed.ts';
import type { Books } from './lib/three-ways/books.ts';
import { allSettled, runThreeWays, type ThreeWays } from './lib/three-ways/frame.ts';

/**
 * Fault 20: every connection of a process that works for log, queue and tasks is lost without a word, `--rounds 3`
 * times, while work comes in. It goes on within 15 s (of a machine that nobody else uses), listens again, and nothing is lost
 * or doubled.
 */
const rounds = numberFlag('rounds', 3);
const LIMIT_MS = 15_000;
/** One for the log and one for the queues. */
const CHANNELS = 2;
const server = await startQueueDatabase();
const proxy = await startSilentProxy(server.url);
try {
  const stage = { ways: WAYS, booksUrl: server.url, crewUrl: proxy.url, processes: 1, everyMs: 50 };
  process.exitCode = (await runThreeWays(stage, run)) ? 0 : 1;
} finally {
  await proxy.stop();
  await server.stop();
}

async function run({ books, crew, endGiving }: ThreeWays): Promise<boolean> {
  const machine = await watchMachine();
  let slowest = 0;
  for (let round = 1; round <= rounds; round++) {
    await systemClock.sleep(3_000);
    const at = new Date(systemClock.now());
    const count = proxy.forget();
    const effects = await untilAllGoOn(books, at);
    const heard = await until(at, async () => (await listenersSince(books, at)) >= CHANNELS);
    slowest = Math.max(slowest, effects, heard);
    console.log(
      `round ${round}: ${count} connections lost; all three went on after ${effects} ms, listening again after ${heard} ms`,
    );
  }
  await endGiving();
  const settled = await allSettled(books, WAYS, 0);
  const limitMs = LIMIT_MS * (await machine.stop());
  console.log(
    `${crew.ended + crew.silenced} processes ended, slowest ${slowest} ms (limit ${Math.round(limitMs)} ms)`,
  );
  return settled && slowest <= limitMs && crew.ended + crew.silenced === 0;
}

/** An effect that was on its way when the connections were lost does not count. */
function untilAllGoOn(books: Books, since: Date): Promise<number> {
  const after = new Date(since.getTime() + 500);
  return until(since, async () => (await books.firstEffects(after)).length === WAYS.length);
}

async function until(since: Date, holds: () => Promise<boolean>): Promise<number> {
  for (;;) {
    const ms = systemClock.now() - since.getTime();
    if (await holds()) return ms;
    if (ms > 90_000) return Number.POSITIVE_INFINITY;
    await systemClock.sleep(50);
  }
}

/** A session that has begun to listen has said nothing else until its first heartbeat, 5 s later. */
async function listenersSince(books: Books, at: Date): Promise<number> {
  const { count } = await books.database.one(
    row({ count: int8 }),
    sql`
      select count(*) from pg_stat_activity
      where application_name = 'three-ways' and query ilike 'listen %' and backend_start > ${at}
    `,
  );
  return count;
}
