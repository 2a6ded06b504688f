import { systemClock } from '../src/lib/clock.ts';
import { int8, row } from '../src/platform/database/rows.ts';
import { sql } from '../src/platform/database/sql.ts';
import { startSilentProxy } from '../test/harness/silent-proxy.ts';
import type { DeliveryLedger } from './lib/deliveries/delivery-ledger.ts';
import { TRANSPORTS } from './lib/deliveries/protocol.ts';
import { allSettled, type DeliveryRun, runDeliveries } from './lib/deliveries/run.ts';
import { numberFlag } from './lib/flags.ts';
import { watchMachineLoad } from './lib/machine-load.ts';
import { startQueueDatabase } from './lib/queue-database.ts';

/**
 * Fault 20: every connection of a worker process breaks silently, `--rounds 3` times, while work arrives. All
 * transports resume within 15 s (on an otherwise idle machine) and listen again, and nothing is lost or
 * doubled.
 */
const rounds = numberFlag('rounds', 3);
const LIMIT_MS = 15_000;
/** One for the log and the queues. */
const LISTENERS = 1;
const server = await startQueueDatabase();
const proxy = await startSilentProxy(server.url);
try {
  const stage = {
    transports: TRANSPORTS,
    ledgerUrl: server.url,
    workerUrl: proxy.url,
    processes: 1,
    // The process may not end, and a busy machine holds it up.
    silenceMs: 60_000,
    everyMs: 50,
  };
  process.exitCode = (await runDeliveries(stage, run)) ? 0 : 1;
} finally {
  await proxy.stop();
  await server.stop();
}

async function run({ ledger, pool, stopSending }: DeliveryRun): Promise<boolean> {
  const machine = await watchMachineLoad();
  let slowest = 0;
  let lost = 0;
  for (let round = 1; round <= rounds; round++) {
    await waitUntilAllContinue(ledger, new Date(systemClock.now()));
    const at = new Date(systemClock.now());
    const count = proxy.forget();
    lost += count;
    const effects = await waitUntilAllContinue(ledger, at);
    const heard = await until(at, async () => (await listenersSince(ledger, at)) >= LISTENERS);
    slowest = Math.max(slowest, effects, heard);
    console.log(
      `round ${round}: ${count} connections lost; all transports resumed after ${effects} ms, listening again after ${heard} ms`,
    );
  }
  await stopSending();
  const settled = await allSettled(ledger, TRANSPORTS, 0);
  const limitMs = LIMIT_MS * (await machine.stop());
  console.log(
    `${pool.ended + pool.killedForSilence} processes ended, slowest ${slowest} ms (limit ${Math.round(limitMs)} ms)`,
  );
  return settled && lost > 0 && slowest <= limitMs && pool.ended + pool.killedForSilence === 0;
}

/** All transports take effect. An effect that was already on its way at that time does not count. */
function waitUntilAllContinue(ledger: DeliveryLedger, since: Date): Promise<number> {
  const after = new Date(since.getTime() + 500);
  return until(since, async () => (await ledger.firstEffects(after)).length === TRANSPORTS.length);
}

async function until(since: Date, holds: () => Promise<boolean>): Promise<number> {
  for (;;) {
    const ms = systemClock.now() - since.getTime();
    if (await holds()) return ms;
    if (ms > 90_000) return Number.POSITIVE_INFINITY;
    await systemClock.sleep(50);
  }
}

/** A new listening session sends nothing else until its first heartbeat, 5 s later. */
async function listenersSince(ledger: DeliveryLedger, at: Date): Promise<number> {
  const { count } = await ledger.database.one(
    row({ count: int8 }),
    sql`
      select count(*) from pg_stat_activity
      where application_name = 'three-ways' and query ilike 'listen %' and backend_start > ${at}
    `,
  );
  return count;
}
