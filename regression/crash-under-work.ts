import { systemClock } from '../src/lib/clock.ts';
import { startCrashingPostgres } from './lib/crashing-postgres.ts';
import { numberFlag } from './lib/flags.ts';
import { watchMachine } from './lib/stretch.ts';
import { WAYS } from './lib/three-ways/agreed.ts';
import type { Books } from './lib/three-ways/books.ts';
import { allSettled, runThreeWays, type ThreeWays } from './lib/three-ways/frame.ts';

/**
 * Fault 2 for those who work: PostgreSQL is stopped without warning, `--rounds 10` times, under consumers of the
 * log, workers of a queue and executors of tasks in two processes, and under those who give them work. Nothing that
 * was acknowledged is lost, nothing is doubled, no process ends, and each of the three has its first effect 5 s
 * after the server is back at the latest, on a machine that nobody else uses.
 */
const rounds = numberFlag('rounds', 10);
const LIMIT_MS = 5_000;
const server = await startCrashingPostgres();
try {
  const stage = { ways: WAYS, booksUrl: server.url, crewUrl: server.url, processes: 2, everyMs: 15 };
  process.exitCode = (await runThreeWays(stage, run)) ? 0 : 1;
} finally {
  await server.stop();
}

async function run({ books, crew, endGiving }: ThreeWays): Promise<boolean> {
  const machine = await watchMachine();
  const waits: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    await systemClock.sleep(1_000 + Math.random() * 2_000);
    const back = await server.crash(round % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
    const slowest = await slowestFirstEffect(books, back);
    console.log(`round ${round}: the last of the three went on ${Math.round(slowest)} ms after the server`);
    waits.push(slowest);
  }
  await endGiving();
  const settled = await allSettled(books, WAYS, rounds);
  const parked = (await books.log.deadLetters()).length;
  const dead = (await books.broker.queues()).filter(
    ({ name, pending }) => name.endsWith('.dead') && pending > 0,
  );
  const limitMs = LIMIT_MS * (await machine.stop());
  console.log(
    `${crew.ended + crew.silenced} processes ended, ${parked + dead.length} dead letters, slowest ${Math.round(Math.max(...waits))} ms (limit ${Math.round(limitMs)} ms)`,
  );
  const inTime = Math.max(...waits) <= limitMs;
  return settled && inTime && crew.ended + crew.silenced + parked + dead.length === 0;
}

async function slowestFirstEffect(books: Books, back: Date): Promise<number> {
  for (;;) {
    const first = await books.firstEffects(back).catch(() => []);
    if (first.length === WAYS.length)
      return Math.max(...first.map(({ at }) => at.getTime() - back.getTime()));
    if (systemClock.now() - back.getTime() > 120_000) return Number.POSITIVE_INFINITY;
    await systemClock.sleep(50);
  }
}
