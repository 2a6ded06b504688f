import { isTransient } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Transaction } from '../database/port.ts';
import type { Telemetry } from '../telemetry/port.ts';
import { advance, enter, type PartitionLease, PreviousOwnerActive } from './leases.ts';
import type { StoredEvent } from './port.ts';

/** LOG-2: the handler's effects and the group's new position commit in one transaction. */
export function handleEvents(
  deps: HandlingDeps,
  lease: PartitionLease,
  position: bigint,
  events: readonly StoredEvent[],
): Promise<void> {
  const last = events.at(-1)?.offset ?? position;
  return inHandlingTransaction(deps, lease, position, events, tx => advance(tx, lease, position, last));
}

export async function inHandlingTransaction(
  { database, clock, telemetry, stream, handle, handlerTimeoutMs }: HandlingDeps,
  lease: PartitionLease,
  position: bigint,
  events: readonly StoredEvent[],
  finish: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const group = lease.groupName;
  const attributes = { group, stream, partition: lease.partition, events: events.length };
  const began = performance.now();
  await telemetry.span('log handle', attributes, async () => {
    const write = await handle(events);
    await database.transaction(async tx => {
      await enter(tx, lease, position);
      await withTimeout(clock, handlerTimeoutMs, tx, write);
      await finish(tx);
    });
  });
  telemetry.metrics
    .histogram('log_handler_seconds')
    .observe({ group, stream }, (performance.now() - began) / 1_000);
}

/** Whether a failure says nothing about the event: any other event would have failed as well. */
export function isTransientFailure(error: unknown): boolean {
  return error instanceof PreviousOwnerActive || isTransient(error);
}

/**
 * A handler that takes too long has failed. It may still be running while its connection serves others, so its
 * transaction object refuses all calls from then on.
 */
async function withTimeout(
  clock: Clock,
  ms: number,
  tx: Transaction,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const access = { isOpen: true };
  const limit = clock
    .sleep(ms, over.signal)
    .then(() => Promise.reject(new Error(`the handler did not finish within ${ms} ms`)));
  try {
    await Promise.race([work(revocable(access, tx)), limit]);
  } catch (error) {
    access.isOpen = false;
    throw error;
  } finally {
    over.abort();
    limit.catch(() => undefined);
  }
}

function revocable(access: { isOpen: boolean }, tx: Transaction): Transaction {
  const enter = () => {
    if (!access.isOpen) throw new Error('this transaction is over');
    return tx;
  };
  return {
    many: async (type, statement) => enter().many(type, statement),
    one: async (type, statement) => enter().one(type, statement),
    maybe: async (type, statement) => enter().maybe(type, statement),
    execute: async statement => enter().execute(statement),
    script: async text => enter().script(text),
    copyIn: async (statement, chunks) => enter().copyIn(statement, chunks),
    copyOut: statement => enter().copyOut(statement),
    beforeCommit: work => enter().beforeCommit(work),
    afterCommit: effect => enter().afterCommit(effect),
  };
}

export interface HandlingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly stream: string;
  readonly handle: (events: readonly StoredEvent[]) => Promise<(tx: Transaction) => Promise<void>>;
  readonly handlerTimeoutMs: number;
}
