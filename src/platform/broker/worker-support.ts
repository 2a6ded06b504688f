import { backoff } from '../../lib/backoff.ts';
import { type Clock, pause } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Database } from '../database/port.ts';
import { nameAndMessage } from '../database/storable.ts';
import type { Telemetry } from '../telemetry/port.ts';
import type { Delivery } from './port.ts';
import type { Receiving } from './receiving.ts';
import { type Settling, truncateError } from './settlement.ts';
import type { Wakeups } from './wakeups.ts';

/** Shared by both kinds of workers: claiming messages and returning them. */
export interface WorkerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly telemetry: Telemetry;
  readonly receiving: Receiving;
  readonly settling: Settling;
  readonly wakeups: Wakeups;
}

/** Messages under a lease. */
export interface WorkerCall {
  readonly leaseId: string;
  readonly deliveries: readonly Delivery[];
}

/**
 * Claims until it is stopped. A round returns how long to wait for messages: 0 when there may be more, null when the
 * time is unknown.
 */
export async function claimUntil(
  { clock, random, telemetry, wakeups }: WorkerDeps,
  queue: string,
  stopping: AbortSignal,
  claimRound: () => Promise<number | null>,
): Promise<void> {
  for (let failures = 0; !stopping.aborted; ) {
    try {
      const mark = wakeups.mark(queue);
      const waitMs = Math.min((await claimRound()) ?? MAX_WAIT_MS, MAX_WAIT_MS);
      failures = 0;
      if (waitMs > 0) await wakeups.wait(queue, mark, waitMs, stopping);
    } catch (error) {
      telemetry.log.warn('queue.claim_failed', { queue, error });
      await pause(clock, backoff(++failures, random, { firstMs: 100, maxMs: 5_000 }), stopping);
    }
  }
}

/** After a handler threw: its messages are redelivered after a pause that grows with each delivery. */
export async function releaseFailed(
  { settling, telemetry, random }: WorkerDeps,
  queue: string,
  call: WorkerCall,
  error: unknown,
): Promise<void> {
  const ids = call.deliveries.map(({ id }) => id);
  const receives = call.deliveries[0]?.receives ?? 1;
  telemetry.log.warn('queue.handler_failed', { queue, ids, receives, error });
  const delayMs = Math.ceil(backoff(receives, random, { firstMs: 1_000, maxMs: 60_000 }));
  await settling
    .releaseDelivered(deliveredOf(call), delayMs, truncateError(nameAndMessage(error)))
    .catch(() => {
      // The database is unavailable: the lease expires instead.
    });
}

export async function returnMessages(
  { settling, telemetry }: WorkerDeps,
  queue: string,
  call: WorkerCall,
): Promise<void> {
  if (call.deliveries.length === 0) return;
  await settling
    .releaseDelivered(deliveredOf(call), 0, null)
    .catch(error => telemetry.log.warn('queue.release_failed', { queue, error }));
}

export function deliveredOf({ leaseId, deliveries }: WorkerCall) {
  return deliveries.map(({ id }) => ({ leaseId, messageId: id }));
}

/** A worker claims again after this time even without a wake-up; the shared poll makes up for lost notifications. */
const MAX_WAIT_MS = 60_000;
