import { MIGRATIONS_DIRECTORY } from '../../context.ts';
import { requireSameSecret } from '../../installation-secret.ts';
import type { Keys } from '../../lib/keys.ts';
import { formatDuration } from '../../lib/units.ts';
import { migrationStatus, SchemaMismatch } from '../../platform/database/migrations.ts';
import { PARTITIONED_TABLES } from '../../platform/database/partitions.ts';
import type { Database, Queryable } from '../../platform/database/port.ts';
import { float8, int4, nullable, row, text, timestamptz } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { WRITE_PROBE } from '../../platform/database/writability.ts';
import { readTables } from '../backup/catalogue.ts';
import { printable } from '../terminal.ts';
import { type CheckResult, fail, ok, warn } from './finding.ts';

export async function version(database: Queryable): Promise<CheckResult> {
  const { number, name } = await database.one(
    row({ number: int4, name: text }),
    sql`select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  );
  if (number >= 150_000) return ok(`PostgreSQL ${name}`);
  return fail(`PostgreSQL ${name} is too old`, 'Upgrade to PostgreSQL 15 or later.');
}

/** PG-4: writes something and leaves nothing. A read-only server or a full disk throws, with its remedy. */
export async function writable(database: Database): Promise<CheckResult> {
  await database.transaction(tx => tx.script(WRITE_PROBE));
  return ok('it stores changes');
}

/**
 * Whether the server has room for all connections that a process may open. Those that the running program has already
 * open are part of them; those of this command will be closed.
 */
export async function connections(database: Database): Promise<CheckResult> {
  await database.ping();
  const { limit, used, ours } = await database.one(
    row({ limit: int4, used: int4, ours: int4 }),
    sql`
      select
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as limit,
        count(*)::int as used,
        count(*) filter (where application_name = 'broadsheet' and datname = current_database())::int as ours
      from pg_stat_activity
      where backend_type = 'client backend'
    `,
  );
  const { open, limit: mayOpen } = database.state();
  const wanted = Math.max(0, mayOpen - (ours - open));
  if (used - open + wanted <= limit) return ok(`${used} of ${limit} in use`);
  return warn(
    `${used} of ${limit} in use; a process may need ${wanted} more`,
    'Raise max_connections in PostgreSQL, or lower database-connections.',
  );
}

export async function migrations(database: Database, directory = MIGRATIONS_DIRECTORY): Promise<CheckResult> {
  try {
    const all = await migrationStatus(database, directory);
    const missing = all.filter(({ appliedAt }) => appliedAt === null);
    if (missing.length === 0) return ok(`all ${all.length} applied`);
    return fail(
      `${missing.length} not applied: ${missing.map(({ name }) => name).join(', ')}`,
      'Run `broadsheet migrate`.',
    );
  } catch (error) {
    if (!(error instanceof SchemaMismatch)) throw error;
    return fail(error.message, 'Run the version of Broadsheet that migrated this database, or a later one.');
  }
}

/** A difference throws, with its remedy. */
export async function sameSecret(queryable: Queryable, keys: Keys): Promise<CheckResult> {
  await requireSameSecret(queryable, keys, { record: false });
  return ok('the secret is the one that the database was set up with');
}

/** PG-3: a row cannot be inserted when the partition for its time is missing. */
export async function partitions(queryable: Queryable, now: Date): Promise<CheckResult[]> {
  const tables = await readTables(queryable);
  const results = PARTITIONED_TABLES.map(({ table, period }): CheckResult => {
    const pieces = tables.find(({ name }) => name === table)?.partitions ?? [];
    const spans = pieces.flatMap(({ from, to }) =>
      from && to ? [{ from: moment(from), to: moment(to) }] : [],
    );
    const covers = spans.some(({ from, to }) => from <= now.getTime() && to > now.getTime());
    const last = Math.max(...spans.map(({ to }) => to));
    if (!covers) return fail(`${table} has no partition for the current ${period}`, MAKE_PARTITIONS);
    if (last < now.getTime() + PERIOD_MS[period])
      return warn(`${table} has no partition for the next ${period}`, MAKE_PARTITIONS);
    return ok(`${table} has partitions until ${new Date(last).toISOString().slice(0, 10)}`);
  });
  const faults = results.filter(({ status }) => status !== 'ok');
  return faults.length > 0 ? faults : [ok(results.map(({ text: found }) => found).join(', '))];
}

/** Leases and links compare the clocks of both machines. */
export async function clocks(queryable: Queryable, now: () => number): Promise<CheckResult> {
  const before = now();
  const { at } = await queryable.one(row({ at: timestamptz }), sql`select clock_timestamp() as at`);
  const skew = Math.abs(at.getTime() - (before + now()) / 2);
  const text = `the clocks of the database and this machine differ by ${Math.round(skew)} ms`;
  if (skew < 2_000) return ok(text);
  const remedy = 'Synchronise the clocks of both machines (NTP).';
  return skew < 30_000 ? warn(text, remedy) : fail(text, remedy);
}

/** A long-running transaction prevents vacuum from removing old row versions. */
export async function horizon(queryable: Queryable): Promise<CheckResult> {
  const oldest = await queryable.maybe(
    row({ who: text, seconds: float8 }),
    sql`
      select who, extract(epoch from clock_timestamp() - since)::float8 as seconds
      from (
        select format('process %s (%s, %s)', pid, coalesce(nullif(application_name, ''), 'unnamed'), state), xact_start
        from pg_stat_activity
        where xact_start is not null and backend_type = 'client backend' and pid <> pg_backend_pid()
        union all
        select format('prepared transaction %s', gid), prepared from pg_prepared_xacts
      ) holders (who, since)
      order by since
      limit 1
    `,
  );
  if (!oldest || oldest.seconds < 300) return ok('no long-running transaction');
  const age = formatDuration(Math.round(oldest.seconds) * 1_000);
  return warn(
    `${printable(oldest.who)} has had a transaction open for ${age}: tables grow and slow down`,
    'Find out what it does, then end it: select pg_terminate_backend(PID).',
  );
}

export async function operators(queryable: Queryable): Promise<CheckResult> {
  const { count, newest } = await queryable.one(
    row({ count: int4, newest: nullable(timestamptz) }),
    sql`
      select count(*)::int as count, max(created_at) as newest from users
      where 'operator' = any (roles) and disabled_at is null and erased_at is null
    `,
  );
  if (count > 0)
    return ok(
      `${count} operator${count === 1 ? '' : 's'}, the newest since ${newest?.toISOString().slice(0, 10)}`,
    );
  return warn(
    'there is no operator yet',
    'Open the link that `broadsheet up` prints, or run `broadsheet user create EMAIL --role operator`.',
  );
}

/** `2026-01-01 00:00:00+00` or `2026-01-01`, as PostgreSQL writes bounds. */
function moment(bound: string): number {
  return Date.parse(bound.replace(' ', 'T').replace(/([+-]\d\d)$/, bound.includes(' ') ? '$1:00' : '$1'));
}

const PERIOD_MS = { day: 86_400_000, month: 28 * 86_400_000 } as const;
const MAKE_PARTITIONS = 'Run `broadsheet migrate`, and find out why the role `tasks` is not running.';
