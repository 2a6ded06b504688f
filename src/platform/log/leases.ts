import type { Database, Queryable, Transaction } from '../database/port.ts';
import { bool, float8, int4, nullable, type RowOf, row, text, textArray } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { bigint } from './rows.ts';
import type { DeclaredStream } from './streams.ts';

/**
 * Which member handles which partition of a group. A lease is the row's owner, a token that grows with every change of
 * owner, and an end by the database's clock. A member that was paused and comes back has an old token: all its writes
 * about the partition are refused, and with them the transaction that holds its effects.
 */

/** A new group gets its rows; an old one keeps its positions. */
export async function joinGroup(
  database: Database,
  { group, stream, from }: { group: string; stream: DeclaredStream; from: 'beginning' | 'end' },
): Promise<void> {
  await database.execute(sql`
    insert into log_positions (group_name, stream_id, partition, position)
    select ${group}, stream_id, partition, ${from === 'end' ? sql`last_offset` : sql`0`}
    from log_partitions
    where stream_id = ${stream.id} and not exists (
      -- Existing rows are not touched: a paused owner may have locked them.
      select from log_positions
      where group_name = ${group} and stream_id = ${stream.id} and partition = log_partitions.partition
    )
    order by partition
    on conflict (group_name, stream_id, partition) do nothing
  `);
  await database.execute(sql`
    delete from log_members
    where group_name = ${group} and stream_id = ${stream.id} and seen_at < clock_timestamp() - interval '1 minute'
  `);
}

/**
 * Records that the members of this process are alive, renews their leases and reads their groups, in one statement: each
 * process has many members, and sends it every two seconds. An expired lease that no member took stays ours. Locked rows
 * are skipped: a transaction of ours is about to commit and renews its lease itself. Waiting for it would be a trap: if
 * the process is paused just then, the renewal would go through at the moment when a successor ends that transaction, and
 * lock the successor out. A member counts itself as alive even when a slow disk delayed its last heartbeat: it must not
 * release partitions that no other member takes.
 */
export async function beat(
  database: Database,
  memberships: readonly Membership[],
): Promise<Map<string, GroupBeat>> {
  const rows = await database.many(
    BeatRow,
    sql`
      with mine as materialized (
        select * from unnest(
          ${memberships.map(({ group }) => group)}::text[], ${memberships.map(({ streamId }) => streamId)}::smallint[],
          ${memberships.map(({ member }) => member)}::text[]
        ) as mine (group_name, stream_id, member)
      ), alive as (
        insert into log_members (group_name, stream_id, process, seen_at)
        select group_name, stream_id, member, clock_timestamp() from mine
        order by group_name, stream_id, member
        on conflict (group_name, stream_id, process) do update set seen_at = excluded.seen_at
      ), unlocked as materialized (
        select id
        from mine
        join log_positions held using (group_name, stream_id)
        where held_by = member
        for update of held skip locked
      ), renewed as (
        update log_positions
        set lease_until = clock_timestamp() + ${LEASE_DURATION}::interval
        from unlocked
        where log_positions.id = unlocked.id
      )
      select
        member, id, partition, lease_token, coalesce(held_by = member, false) as own, held_by is null as free,
        coalesce(held_by <> member and lease_until < clock_timestamp(), false) as expired,
        case when held_by <> member then extract(epoch from lease_until - clock_timestamp()) * 1000 end as ends_in_ms,
        present.members, requested.retries
      from mine
      join log_positions using (group_name, stream_id)
      join lateral (
        select array(
          select process from log_members
          where group_name = mine.group_name and stream_id = mine.stream_id
            and (seen_at > clock_timestamp() - ${MEMBER_TIMEOUT}::interval or process = mine.member)
          order by process
        ) as members
      ) present on true
      join lateral (
        select array(
          select id::text from log_dead_letters
          where group_name = mine.group_name and stream_id = mine.stream_id
            and log_dead_letters.partition = log_positions.partition and retry_requested_at is not null
          order by retry_requested_at
        ) as retries
      ) requested on true
    `,
  );
  const byMember = Map.groupBy(rows, ({ member }) => member);
  return new Map(memberships.map(({ member }) => [member, groupBeatOf(byMember.get(member) ?? [], member)]));
}

function groupBeatOf(rows: readonly BeatRow[], member: string): GroupBeat {
  return {
    held: rows.filter(({ own }) => own),
    // Without its row, which this statement has only just written, it is not among them.
    members: [...new Set([...(rows[0]?.members ?? []), member])].sort(),
    partitions: rows.length,
    free: rows.filter(({ free }) => free).length,
    expired: rows.filter(({ expired }) => expired).map(({ id }) => id),
    nextEndMs: Math.min(
      ...rows.map(({ endsInMs }) => endsInMs ?? Number.POSITIVE_INFINITY).filter(ms => ms > 0),
    ),
    retries: rows.flatMap(({ partition, retries }) => retries.map(id => ({ id, partition }))),
  };
}

/** Takes up to `max` partitions that are free or whose owner let its lease run out. */
export function acquire(
  database: Database,
  { group, streamId, member }: Membership,
  max: number,
): Promise<PartitionLease[]> {
  return database.many(
    PartitionLease,
    sql`
      with free as materialized (
        select id, held_by
        from log_positions
        where group_name = ${group} and stream_id = ${streamId}
          and (held_by is null or lease_until < clock_timestamp())
        order by partition
        limit ${max}
        for update skip locked
      )
      update log_positions taken
      set held_by = ${member}, lease_token = taken.lease_token + 1,
          lease_until = clock_timestamp() + ${LEASE_DURATION}::interval
      from free
      where taken.id = free.id
      returning
        taken.id, taken.group_name, taken.stream_id, taken.partition, taken.lease_token, taken.position,
        taken.failing_offset, taken.attempts, free.held_by is not null as unclean
    `,
  );
}

export async function release(database: Database, { id, leaseToken }: LeaseKey): Promise<void> {
  await database.execute(sql`
    update log_positions set held_by = null, lease_until = null
    where id = ${id} and lease_token = ${leaseToken}
  `);
}

export async function leaveGroup(database: Database, { group, streamId, member }: Membership): Promise<void> {
  await database.execute(sql`
    update log_positions set held_by = null, lease_until = null
    where group_name = ${group} and stream_id = ${streamId} and held_by = ${member}
  `);
  await database.execute(sql`
    delete from log_members
    where group_name = ${group} and stream_id = ${streamId} and process = ${member}
  `);
}

/**
 * First in a transaction that handles events: checks that the lease is still ours and that no other session works on the
 * partition. The advisory lock marks the transaction, so that `evict` can find it.
 */
export async function enter(tx: Transaction, lease: LeaseKey, position: bigint): Promise<void> {
  const state = await tx.maybe(
    row({ position: bigint, alone: bool }),
    sql`
      select position, pg_try_advisory_xact_lock(${LOCK_SPACE}, id) as alone
      from log_positions
      where id = ${lease.id} and lease_token = ${lease.leaseToken}
    `,
  );
  if (state === null || state.position !== position) throw new PartitionLeaseLost();
  if (!state.alone) throw new PreviousOwnerActive();
}

/** Last in that transaction. When no row changes, the lease was lost meanwhile and everything is rolled back. */
export async function advance(tx: Transaction, lease: LeaseKey, from: bigint, to: bigint): Promise<void> {
  const moved = await tx.execute(sql`
    update log_positions
    set position = ${to}, attempts = 0, failing_offset = null, last_error = null,
        lease_until = clock_timestamp() + ${LEASE_DURATION}::interval
    where id = ${lease.id} and lease_token = ${lease.leaseToken} and position = ${from}
  `);
  if (moved !== 1) throw new PartitionLeaseLost();
}

/** Last in a transaction that handles an event out of order and leaves the position unchanged. */
export async function confirm(tx: Transaction, lease: LeaseKey): Promise<void> {
  const held = await tx.maybe(
    row({ id: int4 }),
    sql`select id from log_positions where id = ${lease.id} and lease_token = ${lease.leaseToken} for update`,
  );
  if (!held) throw new PartitionLeaseLost();
}

/** The group's position; throws when the lease is lost. */
export async function positionOf(database: Database, lease: LeaseKey): Promise<bigint> {
  const found = await database.maybe(
    row({ position: bigint }),
    sql`select position from log_positions where id = ${lease.id} and lease_token = ${lease.leaseToken}`,
  );
  if (!found) throw new PartitionLeaseLost();
  return found.position;
}

/** Counted before the event is tried, so that one which ends the process counts as well. */
export async function countAttempt(
  database: Database,
  lease: LeaseKey,
  offset: bigint,
): Promise<DeliveryAttempt> {
  const counted = await database.maybe(
    DeliveryAttempt,
    sql`
      update log_positions
      set attempts = case when failing_offset = ${offset} then attempts + 1 else 1 end,
          last_error = case when failing_offset = ${offset} then last_error end,
          failing_offset = ${offset}
      where id = ${lease.id} and lease_token = ${lease.leaseToken}
      returning attempts, last_error
    `,
  );
  if (!counted) throw new PartitionLeaseLost();
  return counted;
}

/** Notes that the batch from this offset is tried after its owner crashed: a successor that finds the note knows that it happened again. */
export async function markSuspect(database: Database, lease: LeaseKey, offset: bigint): Promise<void> {
  const noted = await database.execute(sql`
    update log_positions set attempts = 0, failing_offset = ${offset}, last_error = null
    where id = ${lease.id} and lease_token = ${lease.leaseToken}
  `);
  if (noted !== 1) throw new PartitionLeaseLost();
}

/** `counts` is false for a failure that says nothing about the event: the attempt is not counted. */
export async function noteFailure(
  database: Database,
  lease: LeaseKey,
  error: string,
  counts: boolean,
): Promise<void> {
  await database.execute(sql`
    update log_positions set last_error = ${error}, attempts = attempts - ${counts ? 0 : 1}
    where id = ${lease.id} and lease_token = ${lease.leaseToken}
  `);
}

/**
 * Ends sessions that still work on a partition that they lost: a process paused in a transaction would keep its
 * successor waiting for its locks.
 */
export async function evict(queryable: Queryable, ids: readonly number[]): Promise<void> {
  await queryable.execute(sql`
    select pg_terminate_backend(pid)
    from pg_locks
    where locktype = 'advisory' and classid = ${LOCK_SPACE} and objsubid = 2
      and objid::bigint = any(${ids}::bigint[])
      and database = (select oid from pg_database where datname = current_database())
  `);
}

/** Another member has the lease now. */
export class PartitionLeaseLost extends Error {
  override name = 'PartitionLeaseLost';
  constructor() {
    super('another member has the lease of the partition');
  }
}

/** The lease is ours, but a session of its former owner is still active. */
export class PreviousOwnerActive extends Error {
  override name = 'PreviousOwnerActive';
  constructor() {
    super('a session of the previous owner is still active');
  }
}

/** Other members check when it expires, so a partition moves about 6 s after the last renewal of a dead owner. */
const LEASE_DURATION = '6 seconds';
export const RENEW_MS = 2_000;
/**
 * Shorter than a lease: when the partitions of a dead member become free, it is no longer counted, and the others' shares
 * are large enough to take them all. A member that is merely late loses nothing by not being counted.
 */
const MEMBER_TIMEOUT = '3 seconds';

/** The first key of the advisory locks. */
const LOCK_SPACE = 0x6c6f67;

const BeatRow = row({
  member: text,
  id: int4,
  partition: int4,
  lease_token: bigint,
  own: bool,
  free: bool,
  expired: bool,
  ends_in_ms: nullable(float8),
  members: textArray,
  retries: textArray,
});
type BeatRow = RowOf<typeof BeatRow>;

const PartitionLease = row({
  id: int4,
  group_name: text,
  stream_id: int4,
  partition: int4,
  lease_token: bigint,
  position: bigint,
  failing_offset: nullable(bigint),
  attempts: int4,
  unclean: bool,
});
export type PartitionLease = RowOf<typeof PartitionLease>;
export type LeaseKey = Pick<PartitionLease, 'id' | 'leaseToken'>;

const DeliveryAttempt = row({ attempts: int4, last_error: nullable(text) });
type DeliveryAttempt = RowOf<typeof DeliveryAttempt>;

export interface Membership {
  readonly group: string;
  readonly streamId: number;
  readonly member: string;
}

/** What a heartbeat tells a member about its group. */
export interface GroupBeat {
  readonly held: readonly Pick<BeatRow, 'id' | 'partition' | 'leaseToken'>[];
  readonly members: readonly string[];
  readonly partitions: number;
  readonly free: number;
  /** Ids of positions whose lease ran out. */
  readonly expired: readonly number[];
  /** When the next lease of another member ends, unless it is renewed before. */
  readonly nextEndMs: number;
  /** Parked events whose retry was requested. */
  readonly retries: readonly { readonly id: string; readonly partition: number }[];
}
