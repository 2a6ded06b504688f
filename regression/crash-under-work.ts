import { systemClock } from '../src/lib/clock.ts';
import { startCrashingPostgres } from './lib/crashing-postgres.ts';
import type { DeliveryLedger } from './lib/deliveries/delivery-ledger.ts';
import { TRANSPORTS } from './lib/deliveries/protocol.ts';
import { allSettled, type DeliveryRun, runDeliveries } from './lib/deliveries/run.ts';
import { numberFlag } from './lib/flags.ts';
import { watchMachineLoad } from './lib/machine-load.ts';

/**
 * Fault 2 under work: PostgreSQL crashes `--rounds 10` times under consumers of the log, workers of a queue
 * and task executors in two processes, and under the senders of their work. No acknowledged item is lost or
 * takes effect twice, no process ends, and each transport takes effect again within 5 s of the server's
 * return (on an otherwise idle machine).
 */
const rounds = numberFlag('rounds', 10);
const LIMIT_MS = 5_000;
const server = await startCrashingPostgres();
try {
  const stage = {
    transports: TRANSPORTS,
    ledgerUrl: server.url,
    workerUrl: server.url,
    processes: 2,
    // No process may end, and a busy machine holds them up.
    silenceMs: 60_000,
    everyMs: 15,
  };
  process.exitCode = (await runDeliveries(stage, run)) ? 0 : 1;
} finally {
  await server.stop();
}

async function run({ ledger, pool, stopSending }: DeliveryRun): Promise<boolean> {
  const machine = await watchMachineLoad();
  const waits: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    await systemClock.sleep(1_000 + Math.random() * 2_000);
    const back = await server.crash(round % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
    const slowest = await slowestFirstEffect(ledger, back);
    console.log(
      `round ${round}: the slowest transport resumed ${Math.round(slowest)} ms after the server's return`,
    );
    waits.push(slowest);
  }
  await stopSending();
  const settled = await allSettled(ledger, TRANSPORTS, rounds);
  const parked = (await ledger.log.deadLetters()).length;
  const dead = (await ledger.broker.queues()).filter(
    ({ name, pending }) => name.endsWith('.dead') && pending > 0,
  );
  const limitMs = LIMIT_MS * (await machine.stop());
  console.log(
    `${pool.ended + pool.killedForSilence} processes ended, ${parked + dead.length} dead letters, slowest ${Math.round(Math.max(...waits))} ms (limit ${Math.round(limitMs)} ms)`,
  );
  const inTime = Math.max(...waits) <= limitMs;
  return settled && inTime && pool.ended + pool.killedForSilence + parked + dead.length === 0;
}

async function slowestFirstEffect(ledger: DeliveryLedger, back: Date): Promise<number> {
  for (;;) {
    const first = await ledger.firstEffects(back).catch(() => []);
    if (first.length === TRANSPORTS.length)
      return Math.max(...first.map(({ at }) => at.getTime() - back.getTime()));
    if (systemClock.now() - back.getTime() > 120_000) return Number.POSITIVE_INFINITY;
    await systemClock.sleep(50);
  }
}
