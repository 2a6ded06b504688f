import { DeliveryLedger, describeCheck, isCorrect } from './delivery-ledger.ts';
import type { Transport } from './protocol.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

/**
 * Runs a regression of the transports: senders keep sending until the regression stops them,
 * and every process is stopped whatever the result.
 */
export async function runDeliveries(
  options: DeliveryRunOptions,
  run: (play: DeliveryRun) => Promise<boolean>,
): Promise<boolean> {
  const { transports } = options;
  const ledger = new DeliveryLedger(options.ledgerUrl);
  const pool = new WorkerPool(options);
  const stop = new AbortController();
  let sending: Promise<unknown> = Promise.resolve();
  const stopSending = async () => {
    stop.abort();
    await sending;
  };
  try {
    await ledger.open();
    await pool.start(options.processes);
    sending = Promise.all(transports.map(way => ledger.sendUntil(way, options.everyMs, stop.signal)));
    return await run({ ledger, pool, stopSending });
  } finally {
    await stopSending();
    await pool.stop();
    await ledger.close();
  }
}

/**
 * Whether each transport delivered every acknowledged item once, and more than `minAcknowledged`; prints the
 * result.
 */
export async function allSettled(
  ledger: DeliveryLedger,
  ways: readonly Transport[],
  minAcknowledged: number,
): Promise<boolean> {
  let ok = true;
  for (const way of ways) {
    const check = await ledger.waitUntilSettled(way, 60_000);
    console.log(describeCheck(way, check));
    ok = ok && isCorrect(check) && check.acknowledged > minAcknowledged;
  }
  return ok;
}

export interface DeliveryRunOptions extends WorkerPoolOptions {
  /** The workers have a URL of their own: a proxy may be in between. */
  readonly ledgerUrl: string;
  readonly processes: number;
  /** Between two items on each transport. */
  readonly everyMs: number;
}

export interface DeliveryRun {
  readonly ledger: DeliveryLedger;
  readonly pool: WorkerPool;
  /** Resolves when no more items are sent. */
  stopSending(): Promise<void>;
}
