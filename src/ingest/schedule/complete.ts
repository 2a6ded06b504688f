import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { int8, row, text } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';
import type { Wishes } from './intervals.ts';

/**
 * Takes the rows of the hosts, in the order of their names so that nobody waits in a circle, and tells which of the
 * visits still hold theirs. One that was paused past its lease finds another token and must leave no trace, also when
 * the visit that has the host now is among the others. `others` are hosts that will be told of something in the same
 * transaction.
 */
export async function holdHosts<Visit extends HeldHost>(
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

/** FETCH-5, SCHED-3, SCHED-4: writes down what came of fetches whose hosts are held, and when each is due again. */
export async function completeFetches(tx: Transaction, done: readonly CompletedFetch[]): Promise<void> {
  if (done.length === 0) return;
  await recordFetches(
    tx,
    done.map(({ fetch }) => fetch),
  );
  const changes = done.flatMap(({ schedule }) => (schedule ? [schedule] : []));
  if (changes.length > 0) await reschedule(tx, changes);
  const postponed = done.flatMap(({ postponed: source }) => (source ? [source] : []));
  if (postponed.length > 0) await postpone(tx, postponed);
  await leaveHosts(
    tx,
    done.map(({ host }) => host),
  );
}

export async function recordFetches(tx: Queryable, records: readonly FetchRecord[]): Promise<void> {
  await tx.execute(sql`
    insert into fetches (
      id, at, source_id, host, url, purpose, due_at, status, outcome, error, wire_bytes, body_bytes, duration_ms,
      content_hash, archive_key, found, stored, revised
    )
    select id, at, source_id, host, url, purpose, due_at, status, outcome, error, wire_bytes, body_bytes, duration_ms,
      decode(content_hash, 'hex'), archive_key, found, stored, revised
    from json_to_recordset(${json(records)}::json) as done (
      id uuid, at timestamptz, source_id uuid, host text, url text, purpose text, due_at timestamptz, status smallint,
      outcome text, error text, wire_bytes integer, body_bytes integer, duration_ms integer, content_hash text,
      archive_key text, found integer, stored integer, revised integer
    )
    on conflict do nothing
  `);
}

/**
 * A source that was paused or removed meanwhile stays so, and one that was made due meanwhile (by a person, or by a hub
 * that had something new) is asked again: the answer may be older than the wish.
 */
async function reschedule(tx: Transaction, changes: readonly ScheduleChange[]): Promise<void> {
  await tx.execute(sql`
    update source_schedule
    set next_crawl_at = case
          when source_schedule.next_crawl_at is null or change.next_in_seconds is null then null
          -- The visitor knows milliseconds.
          when date_trunc('milliseconds', source_schedule.next_crawl_at) > change.due_at
            then least(source_schedule.next_crawl_at, now() + change.next_in_seconds * interval '1 second')
          else now() + change.next_in_seconds * interval '1 second'
        end,
        interval_seconds = coalesce(change.interval_seconds, source_schedule.interval_seconds),
        failures = change.failures,
        failing_since = case when change.failures = 0 then null else coalesce(failing_since, now()) end,
        last_error = change.last_error,
        last_status = change.last_status,
        last_fetch_at = now(),
        last_success_at = case when change.failures = 0 then now() else last_success_at end,
        last_new_at = case when change.has_new then now() else last_new_at end,
        articles_per_day = coalesce(change.articles_per_day, source_schedule.articles_per_day),
        etag = case when change.has_body then decode(change.etag, 'hex') else source_schedule.etag end,
        last_modified =
          case when change.has_body then decode(change.last_modified, 'hex') else source_schedule.last_modified end,
        content_hash =
          case when change.has_body then decode(change.content_hash, 'hex') else source_schedule.content_hash end,
        wishes = case when change.has_document then change.wishes else source_schedule.wishes end,
        moved_to = coalesce(change.moved_to, source_schedule.moved_to),
        host = coalesce(change.host, source_schedule.host)
    from json_to_recordset(${json(changes)}::json) as change (
      source_id uuid, due_at timestamptz, next_in_seconds integer, interval_seconds integer, failures integer, last_error text,
      last_status integer, has_new boolean, has_body boolean, articles_per_day real, etag text, last_modified text,
      content_hash text, moved_to text, host text, has_document boolean, wishes jsonb
    )
    where source_schedule.source_id = change.source_id
  `);
}

/** Nothing was learned of the source but where it may be: it neither failed nor succeeded, and is asked again soon. */
async function postpone(tx: Transaction, sources: readonly Postponement[]): Promise<void> {
  await tx.execute(sql`
    update source_schedule
    set next_crawl_at = case
          when source_schedule.next_crawl_at is null then null
          else now() + postponed.next_in_ms * interval '1 millisecond'
        end,
        last_fetch_at = now(),
        moved_to = coalesce(postponed.moved_to, source_schedule.moved_to),
        host = coalesce(postponed.host, source_schedule.host)
    from json_to_recordset(${json(sources)}::json)
      as postponed (source_id uuid, next_in_ms integer, moved_to text, host text)
    where source_schedule.source_id = postponed.source_id
  `);
}

/**
 * Until its next job in this visit the host stays ours; after the last one it rests, and is due when something is. One
 * that asked for it rests longer, and so does one that failed five times in a row (FETCH-4): a minute, doubling to an
 * hour. What rests is due after its rest, so that claims need not pass it over.
 */
async function leaveHosts(tx: Transaction, hosts: readonly HostChange[]): Promise<void> {
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

/** Gives hosts back before their leases end: nothing was to be done, or the visit was cut short. They rest first. */
export async function releaseHosts(tx: Transaction, returned: readonly ReturnedHost[]): Promise<void> {
  await leaveHeldHosts(
    tx,
    returned.map(({ visit: { host, leaseToken }, restMs }) => ({
      host,
      leaseToken,
      hold_ms: restMs,
      failed: null,
      slow_ms: 0,
    })),
  );
}

/** Leaves the hosts that are still held, and says nothing about the others. */
export async function leaveHeldHosts(tx: Transaction, hosts: readonly LeftHost[]): Promise<void> {
  await leaveHosts(tx, [...(await holdHosts(tx, hosts))]);
}

/**
 * Makes hosts that are not known yet, and tells all of them that something is due. In the order of their names:
 * whoever holds several takes them in the same one.
 */
export async function expectAtHosts(tx: Queryable, hosts: readonly ExpectedHost[]): Promise<void> {
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

/** What politeness goes by: the name and, where it is not the usual one, the port. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

export interface ReturnedHost {
  readonly visit: HeldHost;
  readonly restMs: number;
}

export interface HeldHost {
  readonly host: string;
  readonly leaseToken: number;
}

export type LeftHost = HeldHost & HostChange;

export interface ExpectedHost {
  readonly host: string;
  readonly due_in_ms: number;
  readonly priority: number;
}

export interface CompletedFetch {
  readonly fetch: FetchRecord;
  readonly schedule: ScheduleChange | null;
  /** The source waits for another host, and its schedule stays what it was. */
  readonly postponed?: Postponement;
  readonly host: HostChange;
}

/** As it stands in the table; hashes in hexadecimal digits. */
export interface FetchRecord {
  readonly id: string;
  readonly at: Date;
  readonly source_id: string | null;
  readonly host: string;
  readonly url: string;
  readonly purpose: 'feed' | 'api' | 'list' | 'page' | 'push' | 'robots';
  readonly due_at: Date | null;
  readonly status: number | null;
  readonly outcome: FetchOutcome;
  readonly error: string | null;
  readonly wire_bytes: number;
  readonly body_bytes: number;
  readonly duration_ms: number;
  readonly content_hash: string | null;
  readonly archive_key: string | null;
  readonly found: number;
  readonly stored: number;
  readonly revised: number;
}

/** `same` came again with other validators, `unchanged` was a 304, `moved` led to a host that must be waited for. */
export type FetchOutcome = 'changed' | 'same' | 'unchanged' | 'moved' | 'refused' | 'failed' | 'gone';

export interface ScheduleChange {
  readonly source_id: string;
  /** When it was due as the visit began. */
  readonly due_at: Date;
  /** Null: not visited any more. */
  readonly next_in_seconds: number | null;
  readonly interval_seconds: number | null;
  readonly failures: number;
  readonly last_error: string | null;
  readonly last_status: number | null;
  readonly has_new: boolean;
  /** Whether validators and hash are those of this answer; otherwise the old ones stay. */
  readonly has_body: boolean;
  readonly articles_per_day: number | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly content_hash: string | null;
  readonly moved_to: string | null;
  /** The host to which it has moved, when that is another one: manners are owed there from now on. */
  readonly host: string | null;
  /** Whether `wishes` are those of a document that was just read; otherwise the old ones stay. */
  readonly has_document: boolean;
  readonly wishes: Wishes | null;
}

export interface Postponement {
  readonly source_id: string;
  readonly next_in_ms: number;
  readonly moved_to: string | null;
  /** The host to which it has moved for good, when that is another one. */
  readonly host: string | null;
}

export interface HostChange {
  readonly host: string;
  /** How long nobody else asks it: the rest of the lease while a visit goes on, the pause at its end. */
  readonly hold_ms: number;
  /** Null: nothing was learned about it. */
  readonly failed: boolean | null;
  readonly slow_ms: number;
}
