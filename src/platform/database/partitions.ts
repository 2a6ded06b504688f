import type { Database, Transaction } from './port.ts';
import { row, text } from './rows.ts';
import { identifier, type Statement, sql } from './sql.ts';

/**
 * PG-3: hot tables are partitioned by time. Partitions are created ahead, so that a write always finds one, and
 * dropped whole after their retention, which costs nothing per row.
 */
export interface PartitionedTable {
  readonly table: string;
  readonly period: 'day' | 'month';
  /** Number of future periods whose partitions already exist. */
  readonly ahead: number;
  /** Number of past periods kept; older partitions are dropped. */
  readonly keep: number;
}

export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  { table: 'audit_log', period: 'month', ahead: 2, keep: 24 },
  { table: 'idempotency_keys', period: 'day', ahead: 3, keep: 1 },
  { table: 'fetches', period: 'day', ahead: 3, keep: 30 },
  // A newspaper keeps its archive: articles are removed source by source.
  { table: 'articles', period: 'month', ahead: 2, keep: 1_200 },
  { table: 'article_facts', period: 'month', ahead: 2, keep: 1_200 },
  { table: 'signal_keys', period: 'day', ahead: 3, keep: 2 },
  { table: 'signals', period: 'day', ahead: 3, keep: 30 },
  { table: 'trending_snapshots', period: 'month', ahead: 2, keep: 6 },
  { table: 'ranking_exposures', period: 'day', ahead: 3, keep: 30 },
];

/** Creates missing partitions and drops expired ones. Safe to run repeatedly and concurrently. */
export function maintainPartitions(
  database: Database,
  now: Date,
  tables = PARTITIONED_TABLES,
): Promise<PartitionChange[]> {
  return database.transaction(
    async tx => {
      await tx.execute(sql`select pg_advisory_xact_lock(7236511304521876)`);
      const changes: PartitionChange[] = [];
      for (const table of tables) changes.push(...(await maintainTable(tx, table, now)));
      return changes;
    },
    { lockTimeoutMs: 5_000 },
  );
}

async function maintainTable(
  tx: Transaction,
  table: PartitionedTable,
  now: Date,
): Promise<PartitionChange[]> {
  const existing = new Set((await tx.many(PartitionName, partitionsOf(table.table))).map(({ name }) => name));
  const present = startOf(table.period, now);
  const changes: PartitionChange[] = [];
  // One past period as well: a request that began before midnight may write after it with the old day.
  for (let offset = -1; offset <= table.ahead; offset++) {
    const from = shift(table.period, present, offset);
    const name = partitionName(table, from);
    if (existing.has(name)) continue;
    await attach(tx, table, name, from);
    changes.push({ table: table.table, partition: name, change: 'created' });
  }
  const oldest = partitionName(table, shift(table.period, present, -table.keep));
  for (const name of existing) {
    // Names end in the date with fixed widths, so they sort by time.
    if (name >= oldest) continue;
    await tx.execute(sql`drop table ${identifier(name)}`);
    changes.push({ table: table.table, partition: name, change: 'dropped' });
  }
  return changes;
}

/** LIKE and ATTACH lock the parent less than CREATE ... PARTITION OF does: reads and writes continue. */
async function attach(tx: Transaction, table: PartitionedTable, name: string, from: Date): Promise<void> {
  const to = shift(table.period, from, 1);
  await tx.execute(sql`create table ${identifier(name)} (like ${identifier(table.table)} including all)`);
  await tx.execute(sql`
    alter table ${identifier(table.table)} attach partition ${identifier(name)}
      for values from (${literal(from)}) to (${literal(to)})
  `);
}

function partitionsOf(table: string): Statement {
  return sql`
    select child.relname as name
    from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = ${table}::regclass
    order by name
  `;
}

/** DDL takes no parameters; the text is built from a date and nothing else. */
function literal(moment: Date): Statement {
  return { text: `'${moment.toISOString().slice(0, 10)}'`, values: [] };
}

function partitionName({ table, period }: PartitionedTable, from: Date): string {
  const length = period === 'day' ? 'YYYY-MM-DD'.length : 'YYYY-MM'.length;
  return `${table}_${from.toISOString().slice(0, length).replaceAll('-', '_')}`;
}

function startOf(period: 'day' | 'month', moment: Date): Date {
  return new Date(
    Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), period === 'day' ? moment.getUTCDate() : 1),
  );
}

function shift(period: 'day' | 'month', from: Date, by: number): Date {
  const days = period === 'day' ? by : 0;
  const months = period === 'month' ? by : 0;
  return new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, from.getUTCDate() + days));
}

const PartitionName = row({ name: text });

export interface PartitionChange {
  table: string;
  partition: string;
  change: 'created' | 'dropped';
}
