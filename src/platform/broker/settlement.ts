import { Problem } from '../../errors.ts';
import { createBatcher } from '../../lib/batching.ts';
import type { Database, Queryable, Transaction } from '../database/port.ts';
import { bool, float8, int4, nullable, type RowOf, row, text, timestamptz } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { storableText } from '../database/storable.ts';
import type { Telemetry } from '../telemetry/port.ts';
import { arrayOf, idArray } from './columns.ts';
import { checkDelay } from './messages.ts';
import type { Broker } from './port.ts';
import { checkVisibility } from './queues.ts';
import type { Delivered, Receipts } from './receipts.ts';
import type { Wakeups } from './wakeups.ts';

/** A consumer's operations on a delivery. Each takes effect only while the lease lasts, by the database's clock. */
export function createSettling({ database, telemetry, receipts, wakeups }: SettlingDeps): Settling {
  const timeToDelete = telemetry.metrics.histogram('queue_time_to_delete_seconds');
  const recordDeleted = (done: readonly Deleted[]) => {
    for (const { name, seconds, grouped } of done) {
      timeToDelete.observe({ queue: name }, seconds);
      if (grouped) wakeups.announce(name);
    }
  };
  const deleteNow = async (deliveries: readonly Delivered[]) => {
    const done = await deleteStatement(database, deliveries, true);
    recordDeleted(done);
    return done;
  };
  const deleteBatched = createBatcher<readonly Delivered[], ReadonlySet<string>>({
    run: async calls => {
      const settled = keysOf(await deleteNow(calls.flat()));
      return calls.map(() => settled);
    },
    lanes: 2,
    weigh: call => call.length,
    maxWeight: MAX_BATCH,
  });
  const deleteIn = async (tx: Transaction, deliveries: readonly Delivered[]) => {
    const done = await deleteStatement(tx, deliveries, false);
    if (countOf(done) < new Set(deliveries.map(keyOf)).size) throw expired();
    const grouped = done.filter(lease => lease.grouped).sort((a, b) => a.queueId - b.queueId);
    // Releasing a group takes the queue's lock, for which claims wait: as late as possible.
    if (grouped.length > 0) tx.beforeCommit(() => passGroups(tx, grouped));
    tx.afterCommit(() => recordDeleted(done));
  };
  const release = async (deliveries: readonly Delivered[], delayMs: number | null, error: string | null) => {
    const released = await releaseStatement(database, deliveries, delayMs, error);
    for (const { name } of released) wakeups.announce(name);
    return countOf(released);
  };
  const extend = async (leaseId: string, ids: readonly string[], visibilityMs: number) => {
    const { until } = await database.one(
      Extended,
      sql`select queue_extend(${leaseId}, ${arrayOf(ids)}, ${checkVisibility(visibilityMs)}) as until`,
    );
    if (!until) throw expired();
  };
  const open = (receipt: string) => {
    const delivered = receipts.read(receipt);
    if (!delivered) throw expired();
    return delivered;
  };
  const requireReleased = (count: number) => {
    if (count === 0) throw expired();
  };
  return {
    deleteDelivered: deleteIn,
    deleteSoon: async deliveries => {
      const settled = await deleteBatched(deliveries);
      if (!deliveries.every(delivered => settled.has(keyOf(delivered)))) throw expired();
    },
    deleteAtOnce: async deliveries => countOf(await deleteNow(deliveries)),
    releaseDelivered: release,
    extendLease: extend,
    delete: async given => {
      const delivered = given.map(receipts.read);
      const valid = delivered.filter(one => one !== null);
      const settled = valid.length === 0 ? new Set<string>() : await deleteBatched(valid);
      return delivered.map(one => one !== null && settled.has(keyOf(one)));
    },
    deleteIn: (tx, given) => deleteIn(tx, given.map(open)),
    extend: async (receipt, visibilityMs) => {
      const { leaseId, messageId } = open(receipt);
      await extend(leaseId, [messageId], visibilityMs);
    },
    release: async (receipt, { delayMs = 0, error } = {}) =>
      requireReleased(await release([open(receipt)], checkDelay(delayMs), truncateError(error ?? null))),
    deadLetter: async (receipt, error) =>
      requireReleased(await release([open(receipt)], null, truncateError(error))),
  };
}

function deleteStatement(queryable: Queryable, deliveries: readonly Delivered[], passGroupsNow: boolean) {
  const leases = arrayOf(deliveries.map(({ leaseId }) => leaseId));
  const ids = arrayOf(deliveries.map(({ messageId }) => messageId));
  return queryable.many(
    Deleted,
    sql`
      select q.name, d.queue_id, d.leases, d.ids, d.grouped, d.seconds
      from queue_delete(${leases}, ${ids}, ${passGroupsNow}) d
      join queues q on q.id = d.queue_id
    `,
  );
}

async function passGroups(tx: Transaction, done: readonly Deleted[]): Promise<void> {
  for (const { queueId, ids } of done)
    await tx.execute(sql`select queue_pass_groups(${queueId}, ${arrayOf(ids)})`);
}

function releaseStatement(
  database: Database,
  deliveries: readonly Delivered[],
  delayMs: number | null,
  error: string | null,
) {
  const leases = arrayOf(deliveries.map(({ leaseId }) => leaseId));
  const ids = arrayOf(deliveries.map(({ messageId }) => messageId));
  return database.many(
    Released,
    sql`
      select q.name, r.ids
      from queue_release(${leases}, ${ids}, ${delayMs}, ${error}) r
      join queues q on q.id = r.queue_id
    `,
  );
}

function countOf(settled: readonly { readonly ids: readonly string[] }[]): number {
  return settled.reduce((sum, { ids }) => sum + ids.length, 0);
}

function keysOf(done: readonly Deleted[]): ReadonlySet<string> {
  const settled = done.flatMap(({ leases, ids }) =>
    ids.map((messageId, index) => keyOf({ leaseId: leases[index] ?? '', messageId })),
  );
  return new Set(settled);
}

function keyOf({ leaseId, messageId }: Delivered): string {
  return `${leaseId}.${messageId}`;
}

function expired(): Problem {
  return new Problem('receipt-expired');
}

export function truncateError(error: string | null): string | null {
  return error === null ? null : storableText(error, MAX_ERROR_LENGTH);
}

const MAX_BATCH = 2_000;
const MAX_ERROR_LENGTH = 4_000;

const Deleted = row({
  name: text,
  queue_id: int4,
  leases: idArray,
  ids: idArray,
  grouped: bool,
  seconds: float8,
});
const Released = row({ name: text, ids: idArray });
const Extended = row({ until: nullable(timestamptz) });

type Deleted = RowOf<typeof Deleted>;

export interface Settling extends Pick<Broker, 'delete' | 'deleteIn' | 'extend' | 'release' | 'deadLetter'> {
  /** Like `deleteIn`, for a worker, which needs no receipts. */
  deleteDelivered(tx: Transaction, deliveries: readonly Delivered[]): Promise<void>;
  /** Outside of any transaction, batched with concurrent deletions. Throws `receipt-expired`. */
  deleteSoon(deliveries: readonly Delivered[]): Promise<void>;
  /** In one statement; returns how many were still valid. */
  deleteAtOnce(deliveries: readonly Delivered[]): Promise<number>;
  /** Returns how many were still valid. A delay of null dead-letters them. */
  releaseDelivered(
    deliveries: readonly Delivered[],
    delayMs: number | null,
    error: string | null,
  ): Promise<number>;
  extendLease(leaseId: string, ids: readonly string[], visibilityMs: number): Promise<void>;
}

interface SettlingDeps {
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly receipts: Receipts;
  readonly wakeups: Wakeups;
}
