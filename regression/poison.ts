import { systemClock } from '../src/lib/clock.ts';
import { startQueueDatabase } from './lib/queue-database.ts';
import { POISONS, type Poison, WAYS, type Way } from './lib/three-ways/agreed.ts';
import { type Books, inWords, isGood } from './lib/three-ways/books.ts';
import { runThreeWays, type ThreeWays } from './lib/three-ways/frame.ts';

/**
 * Fault 9: errands that throw, that never come back from a loop, and that use up the memory of their process, among
 * many that are in order, on the log, on a queue and as tasks. Two processes do them under a supervisor that ends
 * whom it does not hear. Every poisoned one is put aside after its fifth try, and every other takes effect once.
 */
const LIMIT_MS = 150_000;
const PROCESSES = 2;
const server = await startQueueDatabase();
const ok: boolean[] = [];
try {
  for (const way of WAYS) {
    const url = await server.create(`poison_${way}`);
    const stage = { ways: [way], booksUrl: url, crewUrl: url, processes: PROCESSES, everyMs: 10 };
    ok.push(await runThreeWays(stage, play => run(way, play)));
  }
} finally {
  await server.stop();
}
process.exitCode = ok.every(Boolean) ? 0 : 1;

async function run(way: Way, { books, crew, endGiving }: ThreeWays): Promise<boolean> {
  const began = performance.now();
  const spoiled = new Map<number, Poison>();
  for (const poison of POISONS) spoiled.set(await books.give(way, { poison }), poison);
  await untilPutAside(books, way, spoiled.size);
  const putAsideInMs = performance.now() - began;
  await endGiving();
  const verdict = await books.settled(way, 30_000, new Set(spoiled.keys()));
  const aside = await putAside(books, way);
  const innocent = aside.filter(number => !spoiled.has(number));
  console.log(
    `${inWords(way, verdict)}; ${aside.length} put aside, ${innocent.length} of them innocent, after ${Math.round(putAsideInMs / 1_000)} s; ${crew.silenced} processes fell silent, ${crew.ended} died`,
  );
  return isGood(verdict) && aside.length === spoiled.size && innocent.length === 0 && crew.silenced > 0;
}

async function untilPutAside(books: Books, way: Way, count: number): Promise<void> {
  const giveUpAt = performance.now() + LIMIT_MS;
  while ((await putAside(books, way)).length < count && performance.now() < giveUpAt)
    await systemClock.sleep(200);
}

/** Numbers of the errands that were given up: dead letters, and tasks that failed or were lost for good. */
async function putAside(books: Books, way: Way): Promise<number[]> {
  if (way === 'log')
    return (await books.log.deadLetters({ most: 1_000 })).map(({ event }) => numberOf(event.data));
  if (way === 'task')
    return (await books.tasks.list({ state: 'failed', most: 1_000 })).map(({ payload }) => numberOf(payload));
  const queues = await books.broker.queues();
  const dead = queues.find(({ name }) => name.endsWith('.dead'));
  return dead ? (await books.broker.peek(dead.name, { most: 1_000 })).map(({ body }) => numberOf(body)) : [];
}

function numberOf(errand: unknown): number {
  return typeof errand === 'object' && errand !== null && 'number' in errand
    ? Number(errand.number)
    : Number.NaN;
}
