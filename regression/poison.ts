import { systemClock } from '../src/lib/clock.ts';
import { type DeliveryLedger, describeCheck, isCorrect } from './lib/deliveries/delivery-ledger.ts';
import { POISONS, type Poison, TRANSPORTS, type Transport } from './lib/deliveries/protocol.ts';
import { type DeliveryRun, runDeliveries } from './lib/deliveries/run.ts';
import { startQueueDatabase } from './lib/queue-database.ts';

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
  for (const way of TRANSPORTS) {
    const url = await server.create(`poison_${way}`);
    const stage = { transports: [way], ledgerUrl: url, workerUrl: url, processes: PROCESSES, everyMs: 10 };
    ok.push(await runDeliveries(stage, play => run(way, play)));
  }
} finally {
  await server.stop();
}
process.exitCode = ok.every(Boolean) ? 0 : 1;

async function run(way: Transport, { ledger, pool, stopSending }: DeliveryRun): Promise<boolean> {
  const began = performance.now();
  const spoiled = new Map<number, Poison>();
  for (const poison of POISONS) spoiled.set(await ledger.send(way, { poison }), poison);
  await waitUntilDeadLettered(ledger, way, spoiled.size);
  const putAsideInMs = performance.now() - began;
  await stopSending();
  const verdict = await ledger.waitUntilSettled(way, 30_000, new Set(spoiled.keys()));
  const aside = await putAside(ledger, way);
  const innocent = aside.filter(number => !spoiled.has(number));
  console.log(
    `${describeCheck(way, verdict)}; ${aside.length} put aside, ${innocent.length} of them innocent, after ${Math.round(putAsideInMs / 1_000)} s; ${pool.killedForSilence} processes fell silent, ${pool.ended} died`,
  );
  return (
    isCorrect(verdict) && aside.length === spoiled.size && innocent.length === 0 && pool.killedForSilence > 0
  );
}

async function waitUntilDeadLettered(ledger: DeliveryLedger, way: Transport, count: number): Promise<void> {
  const giveUpAt = performance.now() + LIMIT_MS;
  while ((await putAside(ledger, way)).length < count && performance.now() < giveUpAt)
    await systemClock.sleep(200);
}

/** Numbers of the errands that were given up: dead letters, and tasks that failed or were lost for good. */
async function putAside(ledger: DeliveryLedger, way: Transport): Promise<number[]> {
  if (way === 'log')
    return (await ledger.log.deadLetters({ limit: 1_000 })).map(({ event }) => numberOf(event.data));
  if (way === 'task')
    return (await ledger.tasks.list({ state: 'failed', limit: 1_000 })).map(({ payload }) =>
      numberOf(payload),
    );
  const queues = await ledger.broker.queues();
  const dead = queues.find(({ name }) => name.endsWith('.dead'));
  return dead
    ? (await ledger.broker.peek(dead.name, { limit: 1_000 })).map(({ body }) => numberOf(body))
    : [];
}

function numberOf(errand: unknown): number {
  return typeof errand === 'object' && errand !== null && 'number' in errand
    ? Number(errand.number)
    : Number.NaN;
}
