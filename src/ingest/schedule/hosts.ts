import { type Batcher, createBatcher } from '../../lib/batching.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/port.ts';
import { bool, int4, int8, nullable, row, text } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';
import { FAILURES_TO_OPEN } from './intervals.ts';

/**
 * Locks the rows of the hosts, in the order of their names so that transactions never deadlock, and returns the visits
 * that still hold their leases. A visit that was paused past its lease finds another token and must write nothing, also
 * when the visit that has the host now is in the same batch. `others` are hosts that the same transaction will update.
 */
export async function lockLeasedHosts<Visit extends HostToken>(
  tx: Transaction,
  visits: readonly Visit[],
  others: readonly string[] = [],
): Promise<Set<Visit>> {
  const tokens = await tx.many(
    row({ host: text, lease_token: int8 }),
    sql`
      select host, lease_token
      from crawl_hosts
      where host = any(${[...new Set([...visits.map(({ host }) => host), ...others])]}::text[])
      order by host
      for update
    `,
  );
  const tokenOf = new Map(tokens.map(({ host, leaseToken }) => [host, leaseToken]));
  return new Set(visits.filter(({ host, leaseToken }) => tokenOf.get(host) === leaseToken));
}

/**
 * Until the next job of its visit a host stays leased; after the last one it rests, and is due when one of its sources
 * or pages is. A host that asked for quiet rests longer, and so does one that failed five times in a row (FETCH-4): a
 * minute, doubling to an hour. A resting host is due after its rest, so that claims need not skip it.
 */
export async function updateHosts(tx: Transaction, hosts: readonly HostChange[]): Promise<void> {
  await tx.execute(sql`
    update crawl_hosts
    set busy_until = ${UNTIL_RESTED},
        failures = case visit.failed when true then failures + 1 when false then 0 else failures end,
        slowed_until =
          case when visit.slow_ms > 0 then now() + visit.slow_ms * interval '1 millisecond' else slowed_until end,
        due_at = case when first.due_at is not null then greatest(first.due_at, ${UNTIL_RESTED}) end,
        updated_at = now()
    from json_to_recordset(${json(hosts)}::json) as visit (host text, hold_ms integer, failed boolean, slow_ms integer)
    cross join lateral (
      select least(
        (select min(next_crawl_at) from source_schedule where source_schedule.host = visit.host),
        (select min(not_before) from crawl_pages where crawl_pages.host = visit.host)
      ) as due_at
    ) as first
    where crawl_hosts.host = visit.host
  `);
}

const UNTIL_RESTED = sql`
  now() + greatest(
    visit.hold_ms,
    visit.slow_ms,
    case when visit.failed and failures >= 4 then 60000 * 2 ^ least(failures - 4, 6) end
  ) * interval '1 millisecond'
`;

/** Updates the hosts whose leases are still valid and ignores the others. */
export async function updateLeasedHosts(tx: Transaction, hosts: readonly LeasedHostChange[]): Promise<void> {
  await updateHosts(tx, [...(await lockLeasedHosts(tx, hosts))]);
}

/** Releases hosts before their leases end: there was nothing to do, or the visit was interrupted. They rest first. */
async function releaseHosts(tx: Transaction, released: readonly ReleasedHost[]): Promise<void> {
  await updateLeasedHosts(
    tx,
    released.map(({ visit: { host, leaseToken }, restMs }) => ({
      host,
      leaseToken,
      hold_ms: restMs,
      failed: null,
      slow_ms: 0,
    })),
  );
}

/** Releases the hosts of all visits in batches: at shutdown they all end at the same time. */
export function createHostReleaser(database: Database): HostReleaser {
  return createBatcher<ReleasedHost, void>({
    run: async batch => {
      await database.transaction(tx => releaseHosts(tx, batch));
      return batch.map(() => undefined);
    },
    lanes: 1,
    weigh: () => 1,
    maxWeight: 1_000,
  });
}

/**
 * Inserts hosts that are unknown and moves the due time of the others forward, in the order of their names: every
 * transaction that locks several hosts uses this order.
 */
export async function scheduleHosts(tx: Queryable, hosts: readonly DueHost[]): Promise<void> {
  if (hosts.length === 0) return;
  await tx.execute(sql`
    insert into crawl_hosts (host, due_at, priority, updated_at)
    select host, now() + min(due_in_ms) * interval '1 millisecond', max(priority), now()
    from json_to_recordset(${json(hosts)}::json) as expected (host text, due_in_ms integer, priority smallint)
    group by host
    order by host
    on conflict (host) do update
    set due_at = least(crawl_hosts.due_at, excluded.due_at),
        priority = greatest(crawl_hosts.priority, excluded.priority)
  `);
}

/**
 * Leases one host by its name, for a visit that a redirect led there, and only while no visit holds the host and its
 * pause is over (FETCH-2). Time and token are the database's, as in claims; an unknown host is inserted with nothing due.
 */
export async function leaseHost(
  database: Database,
  host: string,
  leaseMs: number,
): Promise<LeasedHost | BusyHost> {
  const leased = await database.maybe(
    row({ lease_token: int8, delay_ms: nullable(int4) }),
    sql`
      insert into crawl_hosts (host, lease_token, busy_until, updated_at)
      values (${host}, 1, now() + ${leaseMs}::integer * interval '1 millisecond', now())
      on conflict (host) do update
      set lease_token = crawl_hosts.lease_token + 1, busy_until = excluded.busy_until
      where crawl_hosts.busy_until is null or crawl_hosts.busy_until <= now()
      returning lease_token, delay_ms
    `,
  );
  return leased ? { kind: 'leased', host, ...leased } : busyHost(database, host);
}

async function busyHost(database: Database, host: string): Promise<BusyHost> {
  const found = await database.maybe(
    row({ ms: int8, delay_ms: nullable(int4), is_resting: bool }),
    sql`
      select ceil(greatest(extract(epoch from busy_until - now()) * 1000, 0))::bigint as ms, delay_ms,
        coalesce(slowed_until > now(), false) or failures >= ${FAILURES_TO_OPEN} as is_resting
      from crawl_hosts
      where host = ${host}
    `,
  );
  return { kind: 'busy', host, ...(found ?? { ms: 0, delayMs: null, isResting: false }) };
}

/** Requests are paced by host: the name and, where it is not the default, the port. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

export type HostReleaser = Batcher<ReleasedHost, void>;

export interface ReleasedHost {
  readonly visit: HostToken;
  readonly restMs: number;
}

export interface HostToken {
  readonly host: string;
  readonly leaseToken: number;
}

export interface HostChange {
  readonly host: string;
  /** How long no other visit may request it: the rest of the lease during a visit, the pause at its end. */
  readonly hold_ms: number;
  /** Null: unknown. */
  readonly failed: boolean | null;
  readonly slow_ms: number;
}

export type LeasedHostChange = HostToken & HostChange;

export interface DueHost {
  readonly host: string;
  readonly due_in_ms: number;
  readonly priority: number;
}

export interface LeasedHost extends HostToken {
  readonly kind: 'leased';
  /** Between two requests, where the host asks for a pause. */
  readonly delayMs: number | null;
}

export interface BusyHost {
  readonly kind: 'busy';
  readonly host: string;
  /** Until the end of its pause or, at the latest, of the lease of its visit. */
  readonly ms: number;
  readonly delayMs: number | null;
  /** It asked for quiet or does not respond: no visit requests it before that time. */
  readonly isResting: boolean;
}
