import type { Queryable } from '../../platform/database/port.ts';
import {
  bool,
  int4,
  int8,
  nullable,
  type RowOf,
  row,
  text,
  textArray,
  timestamptz,
} from '../../platform/database/rows.ts';
import { identifier, type Statement, sql } from '../../platform/database/sql.ts';
import { CommandFailure } from '../failures.ts';
import type { BackupPartition, BackupSequence, BackupTable } from './format.ts';

/**
 * The tables of the installation from PostgreSQL's own catalogue, so that a migration cannot add a table that backups
 * miss. A table comes after the tables that its foreign keys reference.
 */
export async function readTables(queryable: Queryable): Promise<CatalogueTable[]> {
  const tables = await queryable.many(TableRow, TABLES);
  const references = await queryable.many(ReferenceRow, REFERENCES);
  const partitions = await queryable.many(PartitionRow, PARTITIONS);
  return byDependency(tables, references).map(({ name, columns, estimatedRows }) => ({
    name,
    columns: [...columns],
    estimatedRows,
    partitions: partitions.filter(({ root }) => root === name).flatMap(pieceOf),
  }));
}

export async function readSequences(queryable: Queryable): Promise<BackupSequence[]> {
  const found: BackupSequence[] = [];
  for (const { name } of await queryable.many(NameRow, SEQUENCES)) {
    const state = sql`select last_value::text as value, is_called as called from ${identifier(name)}`;
    found.push({ name, ...(await queryable.one(SequenceRow, state)) });
  }
  return found;
}

/** The applied migrations; null when the database has no installation. */
export async function readAppliedMigrations(queryable: Queryable): Promise<AppliedMigration[] | null> {
  const { exists } = await queryable.one(
    row({ exists: bool }),
    sql`select to_regclass(format('%I.schema_migrations', current_schema)) is not null as exists`,
  );
  if (!exists) return null;
  return queryable.many(
    row({ number: int4, name: text, checksum: text, applied_at: timestamptz }),
    sql`select number, name, checksum, applied_at from schema_migrations order by number`,
  );
}

/** `copy` takes no parameters, so the names are part of its text; they come from the catalogue and are quoted. */
export function columnList(columns: readonly string[]): Statement {
  return { text: columns.map(name => identifier(name).text).join(', '), values: [] };
}

function byDependency<T extends { name: string }>(
  tables: readonly T[],
  references: readonly { name: string; target: string }[],
): T[] {
  const sorted: T[] = [];
  const waiting = new Map(tables.map(table => [table.name, table]));
  while (waiting.size > 0) {
    const isBlocked = (name: string) =>
      references.some(reference => reference.name === name && waiting.has(reference.target));
    const free = [...waiting.values()].filter(({ name }) => !isBlocked(name));
    if (free.length === 0)
      throw new CommandFailure(
        `the foreign keys of ${[...waiting.keys()].join(', ')} form a cycle: there is no order to restore them in`,
      );
    for (const table of free) {
      waiting.delete(table.name);
      sorted.push(table);
    }
  }
  return sorted;
}

/** Migrations create partitions with other bounds (by hash, default), so they need no entry. */
function pieceOf({ root, parent, name, bound, cut }: RowOf<typeof PartitionRow>): BackupPartition[] {
  const within = parent === root ? {} : { within: parent };
  const [, from, to] =
    /^FOR VALUES FROM \('([0-9][0-9 :.+-]*)'\) TO \('([0-9][0-9 :.+-]*)'\)$/.exec(bound) ?? [];
  if (from !== undefined && to !== undefined) return [{ name, ...within, from, to }];
  const number = /^FOR VALUES IN \('(\d+)'\)$/.exec(bound)?.[1];
  const cutBy = /^RANGE \(([a-z_]+)\)$/.exec(cut ?? '')?.[1];
  return number === undefined || cutBy === undefined
    ? []
    : [{ name, ...within, number: Number(number), cutBy }];
}

/** Relations of the schema that belong to no extension. */
const OURS = sql`
  from pg_class relation
  where relation.relnamespace = current_schema::regnamespace
    and relation.relname <> 'schema_migrations'
    and not exists (
      select from pg_depend
      where classid = 'pg_class'::regclass and objid = relation.oid and deptype = 'e'
    )
`;

/** Generated columns are computed again; COPY rejects them. */
const TABLES = sql`
  select
    relation.relname as name,
    array(
      select attname::text from pg_attribute
      where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum
    ) as columns,
    coalesce((
      select sum(greatest(piece.reltuples, 0))
      from pg_class piece
      where piece.relkind = 'r'
        and (piece.oid = relation.oid
          or piece.oid in (select relid from pg_partition_tree(relation.oid)))
    ), 0)::bigint as estimated_rows
  ${OURS} and relation.relkind in ('r', 'p') and not relation.relispartition
  order by name
`;

/** Queue sequences are created on first use, not by migrations, and start after the stored messages. */
const SEQUENCES = sql`
  select relation.relname as name ${OURS}
    and relation.relkind = 'S' and relation.relname !~ '^queue_ids_[0-9]+$'
  order by name
`;

/** A self-reference needs no order: COPY checks foreign keys after all rows. */
const REFERENCES = sql`
  select distinct relation.relname as name, target.relname as target
  from pg_constraint
  join pg_class relation on relation.oid = conrelid
  join pg_class target on target.oid = confrelid
  where contype = 'f' and conparentid = 0 and conrelid <> confrelid
    and relation.relnamespace = current_schema::regnamespace
`;

/** Parents before their partitions. */
const PARTITIONS = sql`
  select relation.relname as root, parent.relname as parent, child.relname as name,
    pg_get_expr(child.relpartbound, child.oid) as bound,
    case when child.relkind = 'p' then pg_get_partkeydef(child.oid) end as cut
  from pg_class relation
  cross join lateral pg_partition_tree(relation.oid) piece
  join pg_class parent on parent.oid = piece.parentrelid
  join pg_class child on child.oid = piece.relid
  where relation.relkind = 'p' and not relation.relispartition
    and relation.relnamespace = current_schema::regnamespace and piece.level > 0
  order by root, piece.level, name
`;

const NameRow = row({ name: text });
const TableRow = row({ name: text, columns: textArray, estimated_rows: int8 });
const ReferenceRow = row({ name: text, target: text });
const PartitionRow = row({ root: text, parent: text, name: text, bound: text, cut: nullable(text) });
const SequenceRow = row({ value: text, called: bool });

export interface CatalogueTable extends BackupTable {
  readonly estimatedRows: number;
}

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly appliedAt: Date;
}
