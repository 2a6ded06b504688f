import type { ClientBase } from 'pg';
import { decodeRows, type Field, type RawRow } from './decode.ts';
import type { Queryable } from './port.ts';
import type { Statement } from './sql.ts';

/** The four query methods, over anything that can run a statement. */
export function createQueryable(run: Runner): Queryable {
  const many: Queryable['many'] = async (type, statement) => {
    const { fields, rows } = await run(statement);
    return decodeRows(type, statement.text, fields, rows);
  };
  const maybe: Queryable['maybe'] = async (type, statement) => {
    const rows = await many(type, statement);
    if (rows.length > 1)
      throw new RangeError(`expected at most one row, got ${rows.length}: ${statement.text}`);
    return rows[0] ?? null;
  };
  return {
    many,
    maybe,
    one: async (type, statement) => {
      const found = await maybe(type, statement);
      if (found === null) throw new RangeError(`expected one row, got none: ${statement.text}`);
      return found;
    },
    execute: async statement => (await run(statement)).count,
  };
}

/** Sends a statement on one connection, prepared under its name, and returns the result as rows of text. */
export async function runOn(client: ClientBase, statement: Statement): Promise<QueryResult> {
  const result = await client.query<string[]>({
    text: statement.text,
    values: [...statement.values],
    rowMode: 'array',
    types: AS_TEXT,
    ...preparedName(statement.text),
  });
  return { fields: result.fields ?? [], rows: result.rows, count: result.rowCount ?? 0 };
}

/**
 * Each statement text of the program is prepared once per connection. Texts built at run time could be many, so the
 * number of names is bounded and the rest is sent unprepared.
 */
function preparedName(text: string): { name?: string } {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_PREPARED) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name === undefined ? {} : { name };
}

const MAX_PREPARED = 500;
const names = new Map<string, string>();

/** The row type decodes the values, so the driver leaves them as text. */
const AS_TEXT = { getTypeParser: () => (value: string) => value };

export type Runner = (statement: Statement) => Promise<QueryResult>;

export interface QueryResult {
  fields: readonly Field[];
  rows: RawRow[];
  count: number;
}
