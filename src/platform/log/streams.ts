import type { StreamSettings } from '../../streams.ts';
import { maintainPartitions, type PartitionChange, type PartitionedTable } from '../database/partitions.ts';
import type { Database, Queryable, Transaction } from '../database/port.ts';
import { bool, int4, type RowOf, row, text, timestamptz } from '../database/rows.ts';
import { identifier, type Statement, sql } from '../database/sql.ts';
import { oldestUnarchived } from './archived-ranges.ts';

/** Looks up streams by name, cached: the id and the partitions of a stream never change. */
export class Streams {
  readonly #known = new Map<string, DeclaredStream>();

  async find(queryable: Queryable, name: string): Promise<DeclaredStream> {
    const known = this.#known.get(name);
    if (known) return known;
    const found = await queryable.maybe(
      DeclaredStream,
      sql`select id, name, partitions, retention_days, is_archived from log_streams where name = ${name}`,
    );
    if (!found) throw new Error(`there is no stream '${name}' in the log; declare it first`);
    this.#known.set(name, found);
    return found;
  }
}

/** Creates the stream or changes its retention, and creates its day tables. Safe for concurrent processes. */
export async function declareStream(database: Database, settings: StreamSettings): Promise<void> {
  const { name, partitions, retentionDays, isArchived = false } = settings;
  const made = await database.transaction(
    async tx => {
      const existing = await tx.maybe(
        row({ retention_days: int4, is_archived: bool }),
        sql`select retention_days, is_archived from log_streams where name = ${name}`,
      );
      if (existing?.retentionDays === retentionDays && existing.isArchived === isArchived) return false;
      await tx.execute(sql`select pg_advisory_xact_lock(7236511304521878)`);
      const { id, fresh } = await tx.one(
        row({ id: int4, fresh: int4 }),
        sql`
          insert into log_streams (name, partitions, retention_days, is_archived)
          values (${name}, ${partitions}, ${retentionDays}, ${isArchived})
          on conflict (name) do update
          set retention_days = excluded.retention_days, is_archived = excluded.is_archived
          returning id, (xmax = 0)::int as fresh
        `,
      );
      if (fresh === 1) await makeTables(tx, id, partitions);
      return true;
    },
    { lockTimeoutMs: 5_000 },
  );
  if (made || !(await hasDaysAhead(database, name))) await maintainDays(database, sql`where name = ${name}`);
}

/**
 * PG-3, LOG-6: creates the coming days of every stream and drops those past its retention. Events carry the database's
 * time, so days follow its clock. EVT-5: a day with events that are not archived yet stays.
 */
export function maintainLog(database: Database, at?: Date): Promise<PartitionChange[]> {
  return maintainDays(database, sql``, at);
}

async function maintainDays(database: Database, which: Statement, at?: Date): Promise<PartitionChange[]> {
  const streams = await database.many(
    DeclaredStream,
    sql`select id, name, partitions, retention_days, is_archived from log_streams ${which} order by id`,
  );
  if (streams.length === 0) return [];
  const now = at ?? (await databaseNow(database));
  const tables: PartitionedTable[] = [];
  for (const stream of streams)
    tables.push({
      table: tableOf(stream.id),
      period: 'day',
      ahead: DAYS_AHEAD,
      keep: Math.max(stream.retentionDays, await unarchivedDays(database, stream, now)),
    });
  return maintainPartitions(database, now, tables);
}

/** How many days back the oldest event is that must be archived before its day may be dropped. */
async function unarchivedDays(
  database: Database,
  { id, isArchived }: DeclaredStream,
  now: Date,
): Promise<number> {
  const oldest = isArchived ? await oldestUnarchived(database, id) : null;
  return oldest === null ? 0 : dayOf(now) - dayOf(oldest);
}

/** Days since 1970, in UTC. */
function dayOf(moment: Date): number {
  return Math.floor(moment.getTime() / DAY_MS);
}

/** LIKE and ATTACH, because CREATE ... PARTITION OF would lock the whole log for a moment. */
async function makeTables(tx: Transaction, id: number, partitions: number): Promise<void> {
  const table = identifier(tableOf(id));
  await tx.execute(sql`create table ${table} (like log_events including all) partition by range (at)`);
  await tx.execute(sql`
    alter table log_events attach partition ${table} for values in (${{ text: String(id), values: [] }})
  `);
  await tx.execute(sql`
    insert into log_partitions (stream_id, partition)
    select ${id}, generate_series(0, ${partitions}::int - 1)
  `);
}

/** Whether tomorrow's table exists; a periodic task creates later days. */
async function hasDaysAhead(database: Database, name: string): Promise<boolean> {
  const found = await database.maybe(
    row({ id: int4 }),
    sql`
      select id from log_streams
      where name = ${name} and to_regclass(
        'log_events_' || id || '_' || to_char(now() at time zone 'UTC' + interval '1 day', 'YYYY_MM_DD')
      ) is not null
    `,
  );
  return found !== null;
}

async function databaseNow(database: Database): Promise<Date> {
  return (await database.one(row({ now: timestamptz }), sql`select now() as now`)).now;
}

function tableOf(id: number): string {
  return `log_events_${id}`;
}

const DAYS_AHEAD = 3;
const DAY_MS = 86_400_000;

export const DeclaredStream = row({
  id: int4,
  name: text,
  partitions: int4,
  retention_days: int4,
  is_archived: bool,
});
export type DeclaredStream = RowOf<typeof DeclaredStream>;
