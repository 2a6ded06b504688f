import { isUuid } from '../../lib/ids.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { int8, type RowOf, row, text } from '../../platform/database/rows.ts';
import { identifier, type Statement, sql } from '../../platform/database/sql.ts';

/**
 * AUTH-4: searches every column of every table for texts (an address, a name, an id), ignoring case and whatever the
 * type: escaped as in json and arrays, and as hexadecimal digits in bytes. It reads the whole database, so it is for
 * tests and for operators who want to be sure. It cannot see into hashed, sealed or compressed data.
 */
export async function scanForTraces(database: Queryable, needles: readonly string[]): Promise<Trace[]> {
  const tooShort = needles.find(needle => needle.trim().length < MIN_NEEDLE_LENGTH);
  if (tooShort !== undefined) throw new RangeError(`'${tooShort}' is too short to search for`);
  const traces: Trace[] = [];
  for (const [table, columns] of await columnsByTable(database)) {
    const found = await database.many(FoundRow, search(table, columns, needles));
    traces.push(...found.map(trace => ({ table, ...trace })));
  }
  return traces;
}

/** Partitions are scanned through their parents. */
async function columnsByTable(database: Queryable): Promise<Map<string, ScannedColumn[]>> {
  const columns = await database.many(
    ScannedColumnRow,
    sql`
      select relname as table_name, attname as name, format_type(atttypid, null) as type
      from pg_class
      join pg_attribute on attrelid = pg_class.oid
      where relnamespace = current_schema::regnamespace and relkind in ('r', 'p', 'm') and not relispartition
        and attnum > 0 and not attisdropped
      order by relname, attnum
    `,
  );
  return Map.groupBy(columns, ({ tableName }) => tableName);
}

function search(table: string, columns: readonly ScannedColumn[], needles: readonly string[]): Statement {
  const forms = needles.flatMap(needle => formsOf(needle).map(form => ({ needle, form })));
  const cells = columns
    .map(column => sql`(${column.name}::text, ${asText(column)})`)
    .reduce((list, cell) => sql`${list}, ${cell}`);
  return sql`
    select
      cell.name as column, needle.text as needle,
      count(distinct (scanned.tableoid, scanned.ctid)) as rows
    from ${identifier(table)} as scanned
    cross join lateral (values ${cells}) as cell (name, text)
    join unnest(
      ${forms.map(({ needle }) => needle)}::text[], ${forms.map(({ form }) => form)}::text[]
    ) as needle (text, form) on position(lower(needle.form) in lower(cell.text)) > 0
    group by 1, 2
    order by 1, 2
  `;
}

/** The plain text, its form inside json and arrays, and as bytes. */
function formsOf(needle: string): string[] {
  const hex = (value: string) => Buffer.from(value).toString('hex');
  const escaped = JSON.stringify(needle).slice(1, -1);
  const bytes = [
    hex(needle),
    hex(needle.toLowerCase()),
    ...(isUuid(needle) ? [needle.replaceAll('-', '')] : []),
  ];
  return [...new Set([needle, escaped, ...bytes])];
}

/** A json column keeps its original escapes; jsonb normalises them. */
function asText({ name, type }: ScannedColumn): Statement {
  const column = sql`scanned.${identifier(name)}`;
  return type === 'json' ? sql`${column}::jsonb::text` : sql`${column}::text`;
}

const MIN_NEEDLE_LENGTH = 3;

const ScannedColumnRow = row({ table_name: text, name: text, type: text });
const FoundRow = row({ column: text, needle: text, rows: int8 });

type ScannedColumn = RowOf<typeof ScannedColumnRow>;

export interface Trace extends RowOf<typeof FoundRow> {
  readonly table: string;
}
