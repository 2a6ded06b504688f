import { systemClock } from '../src/lib/clock.ts';
import { startCrashingPostgres } from './lib/crashing-postgres.ts';
import { numberFlag } from './lib/flags.ts';
import { WAYS } from './lib/three-ways/agreed.ts';
import { Books, inWords, isGood } from './lib/three-ways/books.ts';
import { Crew } from './lib/three-ways/crew.ts';

/**
 * Fault 2 for those who work: PostgreSQL is stopped without warning, `--rounds 10` times, under consumers of the
 * log, workers of a queue and executors of tasks in two processes, and under those who give them work. Nothing that
 * was acknowledged is lost, nothing is doubled, no process ends, and each of the three has its first effect 5 s
 * after the server is back at the latest.
 */
const rounds = numberFlag('rounds', 10);
const LIMIT_MS = 5_000;
const server = await startCrashingPostgres();
const books = new Books(server.url);
const crew = new Crew(server.url, WAYS);
const stop = new AbortController();
let giving: Promise<unknown> = Promise.resolve();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  stop.abort();
  await giving;
  await crew.stop();
  await books.close();
  await server.stop();
}

async function run(): Promise<boolean> {
  await books.open();
  await crew.start(2);
  giving = Promise.all(WAYS.map(way => books.giveUntil(way, 15, stop.signal)));
  const waits: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    await systemClock.sleep(1_000 + Math.random() * 2_000);
    const back = await server.crash(round % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
    const slowest = await slowestFirstEffect(back);
    console.log(`round ${round}: the last of the three went on ${Math.round(slowest)} ms after the server`);
    waits.push(slowest);
  }
  stop.abort();
  await giving;
  let ok = Math.max(...waits) <= LIMIT_MS && crew.ended + crew.silenced === 0;
  for (const way of WAYS) {
    const verdict = await books.settled(way, 60_000);
    console.log(inWords(way, verdict));
    ok = ok && isGood(verdict) && verdict.acknowledged > rounds;
  }
  const parked = (await books.log.deadLetters()).length;
  const dead = (await books.broker.queues()).filter(
    ({ name, pending }) => name.endsWith('.dead') && pending > 0,
  );
  console.log(
    `${crew.ended + crew.silenced} processes ended, ${parked + dead.length} dead letters, slowest ${Math.round(Math.max(...waits))} ms (limit ${LIMIT_MS} ms)`,
  );
  return ok && parked + dead.length === 0;
}

async function slowestFirstEffect(back: Date): Promise<number> {
  for (;;) {
    const first = await books.firstEffects(back).catch(() => []);
    if (first.length === WAYS.length)
      return Math.max(...first.map(({ at }) => at.getTime() - back.getTime()));
    if (systemClock.now() - back.getTime() > 30_000) return Number.POSITIVE_INFINITY;
    await systemClock.sleep(50);
  }
}
