import { setImmediate as endOfTurn } from 'node:timers/promises';
import { pause } from '../../lib/clock.ts';
import { transactionOnDemand } from './lazy-transaction.ts';
import type { Delivery, MessageHandler, Worker, WorkOptions } from './port.ts';
import type { ClaimResult } from './receiving.ts';
import {
  claimUntil,
  deliveredOf,
  releaseFailed,
  returnMessages,
  type WorkerCall,
  type WorkerDeps,
} from './worker-support.ts';

/**
 * One loop claims for all idle handlers of the worker:
 *
 *   claim -> a lease per handler call -> handler and deletion in one transaction -> free again
 *                                        failed: released with a growing delay and the error
 *
 * Leases are extended every third of their duration while the call runs. A process that was paused for longer has lost
 * its lease, and its transaction ends in `receipt-expired` instead of a commit.
 */
export function startWorker(
  deps: WorkerDeps,
  queue: string,
  options: WorkOptions,
  handle: MessageHandler,
): Worker {
  const stopping = new AbortController();
  const running = new Set<HandlerLease>();
  const batch = options.batch ?? 1;
  let freed: () => void = () => undefined;

  const start = (claimed: ClaimResult) => {
    if (claimed.leaseId === null) return;
    const { leaseId, visibilityMs, deliveries } = claimed;
    const lease: HandlerLease = { leaseId, visibilityMs, deliveries, done: Promise.resolve() };
    running.add(lease);
    lease.done = handleLease(deps, queue, handle, lease, stopping.signal).finally(() => {
      running.delete(lease);
      freed();
    });
  };
  const claimRound = async (): Promise<number | null> => {
    // Calls whose deletions were batched end together, and one claim replaces them all.
    await endOfTurn();
    const free = options.concurrency - running.size;
    if (free <= 0) {
      await new Promise<void>(resolve => {
        freed = resolve;
      });
      return 0;
    }
    const claims = await Promise.all(
      Array.from({ length: free }, () => deps.receiving.claim(queue, batch, options.visibilityMs)),
    );
    for (const claimed of claims) start(claimed);
    return claims.some(({ deliveries }) => deliveries.length > 0) ? 0 : (claims[0]?.nextMs ?? null);
  };
  const looping = claimUntil(deps, queue, stopping.signal, claimRound);
  return {
    stop: async (graceMs = 10_000) => {
      stopping.abort();
      freed();
      await looping;
      const late = new AbortController();
      const finished = Promise.all([...running].map(({ done }) => done));
      await Promise.race([finished, pause(deps.clock, graceMs, late.signal)]);
      late.abort();
      // Handlers that still run lose their lease and can no longer commit.
      await Promise.all([...running].map(lease => returnMessages(deps, queue, lease)));
    },
  };
}

/**
 * A redelivered message is handled alone: if it made its batch fail, the others must not be dead-lettered with it.
 */
function divide(deliveries: readonly Delivery[]): (readonly Delivery[])[] {
  const first = deliveries.filter(({ receives }) => receives === 1);
  const again = deliveries.filter(({ receives }) => receives > 1).map(delivery => [delivery]);
  return first.length > 0 ? [first, ...again] : again;
}

/** Calls the handler sequentially. Messages not begun when the worker stops are returned. */
async function handleLease(
  deps: WorkerDeps,
  queue: string,
  handle: MessageHandler,
  lease: HandlerLease,
  stopping: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const extending = extendLeaseWhileRunning(deps, lease, over.signal);
  for (const deliveries of divide(lease.deliveries)) {
    if (stopping.aborted) break;
    await runCall(deps, queue, handle, { ...lease, deliveries });
    lease.deliveries = lease.deliveries.filter(delivery => !deliveries.includes(delivery));
  }
  over.abort();
  await extending;
  await returnMessages(deps, queue, lease);
}

async function runCall(
  deps: WorkerDeps,
  queue: string,
  handle: MessageHandler,
  call: WorkerCall,
): Promise<void> {
  const { database, settling, telemetry } = deps;
  try {
    await telemetry.span('handle messages', { queue, messages: call.deliveries.length }, () =>
      transactionOnDemand(
        database,
        tx => handle(tx, call.deliveries),
        tx => settling.deleteDelivered(tx, deliveredOf(call)),
        () => settling.deleteSoon(deliveredOf(call)),
      ),
    );
  } catch (error) {
    await releaseFailed(deps, queue, call, error);
  }
}

/** Timed by this process, but counted by the database's clock: a late timer finds the lease expired. */
async function extendLeaseWhileRunning(
  { clock, settling, telemetry }: WorkerDeps,
  lease: HandlerLease,
  over: AbortSignal,
): Promise<void> {
  for (;;) {
    await pause(clock, lease.visibilityMs / 3, over);
    if (over.aborted) return;
    const ids = lease.deliveries.map(({ id }) => id);
    try {
      await settling.extendLease(lease.leaseId, ids, lease.visibilityMs);
    } catch (error) {
      telemetry.log.debug('queue.lease_extend_failed', { error });
    }
  }
}

interface HandlerLease extends WorkerCall {
  readonly visibilityMs: number;
  /** Unsettled messages. */
  deliveries: readonly Delivery[];
  done: Promise<void>;
}
