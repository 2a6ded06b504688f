import type { Clock } from '../../lib/clock.ts';
import { RefreshingValue } from '../../lib/refreshing-value.ts';
import type { Telemetry } from '../telemetry/port.ts';
import type { Database } from './port.ts';
import { float8, int4, int8, nullable, row, text } from './rows.ts';
import { type Statement, sql } from './sql.ts';

/**
 * OBS-2: reports PostgreSQL and our pool at every scrape. The server is queried at most every ten seconds, however
 * frequent the scrapes; while it is unavailable its gauges have no value. A transaction that blocks the removal of
 * dead rows for longer than `warnAfterSeconds` is logged once.
 */
export function exposeDatabase(
  database: Database,
  { log, metrics }: Telemetry,
  clock: Clock,
  warnAfterSeconds = PINNED_TOO_LONG_SECONDS,
): void {
  let logged: string | null = null;
  const load = async () => {
    const basics = await database.one(Basics, BASICS);
    metrics.gauge('database_up').set({}, 1);
    for (const [name, property] of GAUGES) metrics.gauge(name).set({}, basics[property]);
    if (basics.oldestTransaction < warnAfterSeconds) return;
    const pinning = await database.maybe(Pinning, pinningSince(warnAfterSeconds)).catch(() => null);
    if (pinning && pinning.transaction !== logged) log.warn('database.vacuum_blocked', pinning);
    logged = pinning?.transaction ?? null;
  };
  const onError = () => {
    metrics.gauge('database_up').set({}, 0);
    for (const [name] of GAUGES) metrics.gauge(name).clear();
  };
  const server = new RefreshingValue({ clock, maxAgeMs: QUERY_INTERVAL_MS, load, onError });
  metrics.onScrape(() => {
    const { open, idle, waiting } = database.state();
    metrics.gauge('database_pool_connections').set({ state: 'open' }, open);
    metrics.gauge('database_pool_connections').set({ state: 'idle' }, idle);
    metrics.gauge('database_pool_connections').set({ state: 'waiting' }, waiting);
    return server.refreshIfStale();
  });
}

const Basics = row({
  backends: int8,
  commits: int8,
  rollbacks: int8,
  deadlocks: int8,
  cache_hit_ratio: float8,
  bytes: int8,
  oldest_transaction: float8,
});

const BASICS = sql`
  select
    numbackends::bigint as backends,
    xact_commit as commits,
    xact_rollback as rollbacks,
    deadlocks,
    coalesce(blks_hit::float8 / nullif(blks_hit + blks_read, 0), 1) as cache_hit_ratio,
    pg_database_size(datid) as bytes,
    coalesce((
      select extract(epoch from max(clock_timestamp() - xact_start))
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    ), 0)::float8 as oldest_transaction
  from pg_stat_database
  where datname = current_database()
`;

/** Its statement stays out of the log: it may contain user data. */
const Pinning = row({
  transaction: text,
  process: int4,
  application: nullable(text),
  state: nullable(text),
  seconds: float8,
});

/**
 * The oldest transaction that holds a snapshot or has written. A vacuum may be old too but blocks nothing; neither
 * does a session that only sent BEGIN.
 */
function pinningSince(seconds: number): Statement {
  return sql`
    select
      concat(pid, ' ', xact_start) as transaction,
      pid as process,
      application_name as application,
      state,
      extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
    from pg_stat_activity
    where datname = current_database()
      and pid <> pg_backend_pid()
      and backend_type = 'client backend'
      and coalesce(backend_xmin, backend_xid) is not null
      and xact_start <= clock_timestamp() - make_interval(secs => ${seconds}::float8)
    order by xact_start
    limit 1
  `;
}

const GAUGES = [
  ['postgres_backends', 'backends'],
  ['postgres_commits', 'commits'],
  ['postgres_rollbacks', 'rollbacks'],
  ['postgres_deadlocks', 'deadlocks'],
  ['postgres_cache_hit_ratio', 'cacheHitRatio'],
  ['postgres_database_bytes', 'bytes'],
  ['postgres_oldest_transaction_seconds', 'oldestTransaction'],
] as const;

const QUERY_INTERVAL_MS = 10_000;
/** An idle snapshot made claims from a busy queue three times slower within 40 s. */
const PINNED_TOO_LONG_SECONDS = 60;
