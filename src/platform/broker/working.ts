import { setImmediate as endOfTurn } from 'node:timers/promises';
import { backoff } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Database } from '../database/port.ts';
import type { Telemetry } from '../telemetry/port.ts';
import { transactionOnDemand } from './on-demand.ts';
import type { Delivery, MessageHandler, Worker, WorkOptions } from './port.ts';
import type { Claimed, Receiving } from './receiving.ts';
import type { Settling } from './settling.ts';
import { shortened } from './settling.ts';
import { pause, type Wakeups } from './waking.ts';

/**
 * One loop claims for all handlers of the worker, as much as they are free for:
 *
 *   claim -> a lease per handler call -> handler and deletion in one transaction -> free again
 *                                        failed: released with a growing delay and the error
 *
 * A lease is extended at a third of its time for as long as the call runs. A process that was stopped for
 * longer comes back to a lease that is over, and its transaction ends in `receipt-expired` instead of a commit.
 */
export function startWorker(
  deps: WorkerDeps,
  queue: string,
  options: WorkOptions,
  handle: MessageHandler,
): Worker {
  const stopping = new AbortController();
  const running = new Set<HeldLease>();
  const batch = options.batch ?? 1;
  let freed: () => void = () => undefined;

  const start = (claimed: Claimed) => {
    if (claimed.leaseId === null) return;
    const { leaseId, visibilityMs, deliveries } = claimed;
    const lease: HeldLease = { leaseId, visibilityMs, deliveries, done: Promise.resolve() };
    running.add(lease);
    lease.done = handleLease(deps, queue, handle, lease, stopping.signal).finally(() => {
      running.delete(lease);
      freed();
    });
  };
  /** How long to wait for something to come; 0 when there may be more, null when nobody can tell. */
  const claimRound = async (): Promise<number | null> => {
    // Calls whose deletions went together end together, and their places are filled by one claim.
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
  const loop = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        const mark = deps.wakeups.mark(queue);
        const waitMs = Math.min((await claimRound()) ?? LONGEST_WAIT_MS, LONGEST_WAIT_MS);
        failures = 0;
        if (waitMs > 0) await deps.wakeups.wait(queue, mark, waitMs, stopping.signal);
      } catch (error) {
        deps.telemetry.log.warn('could not claim messages', { queue, error });
        await pause(
          deps.clock,
          backoff(++failures, deps.random, { first: 100, most: 5_000 }),
          stopping.signal,
        );
      }
    }
  };
  const looping = loop();
  return {
    stop: async (graceMs = 10_000) => {
      stopping.abort();
      freed();
      await looping;
      const late = new AbortController();
      const finished = Promise.all([...running].map(({ done }) => done));
      await Promise.race([finished, pause(deps.clock, graceMs, late.signal)]);
      late.abort();
      // Taking the lease away fences what still runs: it can no longer commit.
      await Promise.all([...running].map(lease => giveBack(deps, queue, lease)));
    },
  };
}

/**
 * A message that was delivered before is handled alone: if it is what made a batch fail, its companions must
 * not be put aside with it.
 */
function divide(deliveries: readonly Delivery[]): (readonly Delivery[])[] {
  const first = deliveries.filter(({ receives }) => receives === 1);
  const again = deliveries.filter(({ receives }) => receives > 1).map(delivery => [delivery]);
  return first.length > 0 ? [first, ...again] : again;
}

/** One call of the handler after the other. What is not begun when the worker stops is given back. */
async function handleLease(
  deps: WorkerDeps,
  queue: string,
  handle: MessageHandler,
  lease: HeldLease,
  stopping: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const extending = keepLease(deps, lease, over.signal);
  for (const deliveries of divide(lease.deliveries)) {
    if (stopping.aborted) break;
    await runCall(deps, queue, handle, { ...lease, deliveries });
    lease.deliveries = lease.deliveries.filter(delivery => !deliveries.includes(delivery));
  }
  over.abort();
  await extending;
  await giveBack(deps, queue, lease);
}

async function runCall(deps: WorkerDeps, queue: string, handle: MessageHandler, call: Call): Promise<void> {
  const { database, settling, telemetry, random } = deps;
  try {
    await telemetry.span('handle messages', { queue, messages: call.deliveries.length }, () =>
      transactionOnDemand(
        database,
        tx => handle(tx, call.deliveries),
        tx => settling.deleteDelivered(tx, deliveredOf(call)),
        () => settling.deleteTogether(deliveredOf(call)),
      ),
    );
  } catch (error) {
    const ids = call.deliveries.map(({ id }) => id);
    const receives = call.deliveries[0]?.receives ?? 1;
    telemetry.log.warn('messages could not be handled', { queue, ids, receives, error });
    const delayMs = Math.ceil(backoff(receives, random, { first: 1_000, most: 60_000 }));
    await settling.releaseDelivered(deliveredOf(call), delayMs, shortened(describe(error))).catch(() => {
      // The database is away: the lease runs out by itself.
    });
  }
}

/** By a timer of this process, but counted by the database's clock: a late timer finds the lease over. */
async function keepLease(
  { clock, settling, telemetry }: WorkerDeps,
  lease: HeldLease,
  over: AbortSignal,
): Promise<void> {
  for (;;) {
    await pause(clock, lease.visibilityMs / 3, over);
    if (over.aborted) return;
    const ids = lease.deliveries.map(({ id }) => id);
    try {
      await settling.extendLease(lease.leaseId, ids, lease.visibilityMs);
    } catch (error) {
      telemetry.log.debug('could not extend a lease', { error });
    }
  }
}

async function giveBack({ settling, telemetry }: WorkerDeps, queue: string, call: Call): Promise<void> {
  if (call.deliveries.length === 0) return;
  await settling
    .releaseDelivered(deliveredOf(call), 0, null)
    .catch(error => telemetry.log.warn('could not give messages back', { queue, error }));
}

function deliveredOf({ leaseId, deliveries }: Call) {
  return deliveries.map(({ id }) => ({ leaseId, messageId: id }));
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** A worker that nobody wakes still looks after this time; the shared poll is what finds lost notifications. */
const LONGEST_WAIT_MS = 60_000;

interface Call {
  readonly leaseId: string;
  readonly deliveries: readonly Delivery[];
}

interface HeldLease extends Call {
  readonly visibilityMs: number;
  /** Those that are not settled. */
  deliveries: readonly Delivery[];
  done: Promise<void>;
}

interface WorkerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly telemetry: Telemetry;
  readonly receiving: Receiving;
  readonly settling: Settling;
  readonly wakeups: Wakeups;
}
