import type { Database } from '../../platform/database/port.ts';
import {
  bool,
  bytea,
  float8,
  int4,
  int8,
  jsonb,
  nullable,
  type RowOf,
  row,
  text,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * SCHED-1: leases hosts that are due, by priority, each for one visit at a time, and loads their due sources and pages.
 * All times are the database's: a process whose clock is wrong claims nothing early (SCHED-2).
 */
export async function claimHosts(database: Database, limit: number, leaseMs: number): Promise<HostVisit[]> {
  // The lease starts after this moment, so the visit never overestimates its end.
  const leasedAt = performance.now();
  const hosts = await leaseDueHosts(database, limit, leaseMs);
  const receivedAt = performance.now();
  if (hosts.length === 0) return [];
  const sources = Map.groupBy(
    await dueSources(
      database,
      hosts.map(({ host }) => host),
    ),
    ({ host }) => host,
  );
  const pages = Map.groupBy(
    await waitingPages(
      database,
      hosts.filter(({ hasPages }) => hasPages).map(({ host }) => host),
    ),
    ({ host }) => host,
  );
  return hosts.map(host => ({
    ...host,
    leasedAt,
    receivedAt,
    sources: sources.get(host.host) ?? [],
    pages: pages.get(host.host) ?? [],
  }));
}

function leaseDueHosts(database: Database, limit: number, leaseMs: number): Promise<ClaimedHost[]> {
  return database.many(
    ClaimedHost,
    sql`
      select host, lease_token, delay_ms, claimed_at, has_pages
      from crawl_claim_hosts(${limit}::integer, ${leaseMs}::integer)
    `,
  );
}

/** Only the schedule decides the order: a host may have thousands of sources, and few rows of `sources` are read. */
function dueSources(database: Database, hosts: readonly string[]): Promise<DueSource[]> {
  return database.many(
    DueSource,
    sql`
      select due.host, sources.id, sources.name, sources.kind, sources.url, sources.language,
        sources.interval_seconds, sources.reads_pages, sources.settings, sources.secrets, due.priority,
        due.next_crawl_at, due.interval_seconds as adapted_seconds, due.failures, due.failing_since, due.last_new_at,
        due.last_success_at, due.articles_per_day, due.etag, due.last_modified, due.content_hash, due.moved_to,
        due.hurried_until, due.wishes as publisher_limits,
        exists (
          select from source_problems where source_problems.source_id = due.source_id and kind = 'empty'
        ) as is_empty
      from unnest(${hosts}::text[]) as claimed (host)
      cross join lateral (
        select *
        from source_schedule
        where source_schedule.host = claimed.host and next_crawl_at <= now()
        order by priority desc, next_crawl_at
        limit ${MAX_JOBS_PER_VISIT}
      ) as due
      cross join lateral (select * from sources where sources.id = due.source_id limit 1) as sources
    `,
  );
}

async function waitingPages(database: Database, hosts: readonly string[]): Promise<WaitingPage[]> {
  if (hosts.length === 0) return [];
  return database.many(
    WaitingPage,
    sql`
      select id, host, source_id, url, item, not_before, attempts
      from crawl_waiting_pages(${hosts}::text[], ${MAX_JOBS_PER_VISIT}::integer)
    `,
  );
}

/**
 * An estimate of the database's time: never before the claim, and never before `dueAt`, which the database read after
 * the claim.
 */
export function databaseTime({ claimedAt, receivedAt }: HostVisit, dueAt = claimedAt): Date {
  const estimated = claimedAt.getTime() + Math.max(0, performance.now() - receivedAt);
  return new Date(Math.max(estimated, dueAt.getTime()));
}

/** Milliseconds until the next host can be claimed; null when no host is due at any time. */
export async function untilNextHost(database: Database): Promise<number | null> {
  const { ms } = await database.one(
    row({ ms: nullable(int8) }),
    sql`
      select (extract(epoch from crawl_next_host_at() - now()) * 1000)::bigint as ms
    `,
  );
  return ms === null ? null : Math.max(0, ms);
}

/** A host with thousands of sources is released to others after this many requests. */
const MAX_JOBS_PER_VISIT = 10;

const ClaimedHost = row({
  host: text,
  lease_token: int8,
  delay_ms: nullable(int4),
  claimed_at: timestamptz,
  has_pages: bool,
});
type ClaimedHost = RowOf<typeof ClaimedHost>;

const DueSource = row({
  host: text,
  id: uuid,
  name: text,
  kind: text,
  url: text,
  language: nullable(text),
  interval_seconds: int4,
  reads_pages: bool,
  settings: jsonb,
  secrets: nullable(bytea),
  priority: int4,
  next_crawl_at: timestamptz,
  adapted_seconds: nullable(int4),
  failures: int4,
  failing_since: nullable(timestamptz),
  last_new_at: nullable(timestamptz),
  last_success_at: nullable(timestamptz),
  articles_per_day: nullable(float8),
  etag: nullable(bytea),
  last_modified: nullable(bytea),
  content_hash: nullable(bytea),
  moved_to: nullable(text),
  hurried_until: nullable(timestamptz),
  publisher_limits: nullable(jsonb),
  is_empty: bool,
});

const WaitingPage = row({
  id: uuid,
  host: text,
  source_id: uuid,
  url: text,
  item: jsonb,
  not_before: timestamptz,
  attempts: int4,
});

export type DueSource = RowOf<typeof DueSource>;
export type WaitingPage = RowOf<typeof WaitingPage>;

/** A leased host with its due sources and pages. */
export interface HostVisit extends ClaimedHost {
  /** On the clock of `performance.now()`: before the lease began. */
  readonly leasedAt: number;
  /** The moment of `claimedAt` on the same clock. */
  readonly receivedAt: number;
  readonly sources: readonly DueSource[];
  readonly pages: readonly WaitingPage[];
}
