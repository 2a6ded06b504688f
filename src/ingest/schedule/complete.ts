import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { json, sql } from '../../platform/database/sql.ts';
import { type HostChange, updateHosts } from './hosts.ts';
import type { PublisherLimits } from './intervals.ts';

/** FETCH-5, SCHED-3, SCHED-4: records fetches whose hosts are locked, and reschedules their sources and hosts. */
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
  await updateHosts(
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
 * A source that was paused or removed during its fetch stays so. A source that became due during its fetch (an operator
 * or a hub asked for it) is fetched again: this response may be older than that request.
 */
async function reschedule(tx: Transaction, changes: readonly ScheduleChange[]): Promise<void> {
  await tx.execute(sql`
    update source_schedule
    set next_crawl_at = case
          when source_schedule.next_crawl_at is null or change.next_in_seconds is null then null
          -- The visit knows milliseconds.
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
        wishes = case when change.has_document then change.publisher_limits else source_schedule.wishes end,
        moved_to = coalesce(change.moved_to, source_schedule.moved_to),
        host = coalesce(change.host, source_schedule.host)
    from json_to_recordset(${json(changes)}::json) as change (
      source_id uuid, due_at timestamptz, next_in_seconds integer, interval_seconds integer, failures integer, last_error text,
      last_status integer, has_new boolean, has_body boolean, articles_per_day real, etag text, last_modified text,
      content_hash text, moved_to text, host text, has_document boolean, publisher_limits jsonb
    )
    where source_schedule.source_id = change.source_id
  `);
}

/** The source neither failed nor succeeded: it may have moved, and is fetched when its new host is free. */
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

export interface CompletedFetch {
  readonly fetch: FetchRecord;
  readonly schedule: ScheduleChange | null;
  /** The source waits for another host, and its schedule does not change otherwise. */
  readonly postponed?: Postponement;
  readonly host: HostChange;
}

/** A row of `fetches`; hashes in hexadecimal digits. */
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

/** `same`: the same body with other validators; `unchanged`: a 304; `moved`: a redirect to a host that is not free. */
export type FetchOutcome = 'changed' | 'same' | 'unchanged' | 'moved' | 'refused' | 'failed' | 'gone';

export interface ScheduleChange {
  readonly source_id: string;
  /** When it was due as the visit began. */
  readonly due_at: Date;
  /** Null: never again. */
  readonly next_in_seconds: number | null;
  readonly interval_seconds: number | null;
  readonly failures: number;
  readonly last_error: string | null;
  readonly last_status: number | null;
  readonly has_new: boolean;
  /** Whether validators and hash are those of this response; otherwise the old ones stay. */
  readonly has_body: boolean;
  readonly articles_per_day: number | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly content_hash: string | null;
  readonly moved_to: string | null;
  /** The host of `moved_to`, when it is another one: its pauses apply from now on. */
  readonly host: string | null;
  /** Whether `publisher_limits` come from a document that was just parsed; otherwise the old ones stay. */
  readonly has_document: boolean;
  readonly publisher_limits: PublisherLimits | null;
}

export interface Postponement {
  readonly source_id: string;
  readonly next_in_ms: number;
  readonly moved_to: string | null;
  /** The host to which the source has moved permanently, when it is another one. */
  readonly host: string | null;
}
