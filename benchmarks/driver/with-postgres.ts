import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';
import { decodeRows, type Field } from '../../src/platform/database/decode.ts';
import type { RowType } from '../../src/platform/database/rows.ts';
import type { SqlValue, Statement } from '../../src/platform/database/sql.ts';
import { INSERT_BATCH, type Peer } from './peer.ts';

/** With its own parsers and camelCase names. It pipelines when all connections are busy. */
export function withPostgres(url: string, connections: number): Peer {
  const sql = open(url, connections);
  return {
    many: async <T>(_type: RowType<T>, { text, values }: Statement) =>
      Array.from((await sql.unsafe<Row[]>(text, parameters(values), PREPARED)) as Iterable<T>),
    execute: async ({ text, values }) => void (await sql.unsafe(text, parameters(values), PREPARED)),
    transaction: async work =>
      void (await sql.begin(tx =>
        work(async ({ text, values }) => void (await tx.unsafe(text, parameters(values), PREPARED))),
      )),
    insertBatch: async rows => {
      // Untyped, the driver declares an array of dates as one date, which fails, and encodes JSON text twice.
      const values = [
        sql.array(
          rows.map(row => row.id),
          UUID,
        ),
        sql.array(
          rows.map(row => row.title),
          TEXT,
        ),
        sql.array(
          rows.map(row => sql.json(row.details)),
          JSONB,
        ),
        sql.array(
          rows.map(row => row.happenedAt),
          TIMESTAMPTZ,
        ),
      ];
      await sql.unsafe(INSERT_BATCH, values, PREPARED);
    },
    copyIn: async (text, lines) =>
      pipeline(Readable.from([lines], { objectMode: false }), await sql.unsafe(text).writable()),
    close: () => sql.end(),
  };
}

/** Rows as raw bytes, decoded by their row type as the program does with pg. */
export function withPostgresRaw(url: string, connections: number): Pick<Peer, 'many' | 'close'> {
  const sql = open(url, connections);
  return {
    many: async (type, { text, values }) => {
      const raw = await sql.unsafe<Row[]>(text, parameters(values), PREPARED).raw();
      const fields: Field[] = raw.columns.map(column => ({ name: column.name, dataTypeID: column.type }));
      const rows = raw.map(row => row.map(value => value?.toString('utf8') ?? null));
      return decodeRows(type, text, fields, rows);
    },
    close: () => sql.end(),
  };
}

/** The driver's parameter type is narrower than ours; the benchmark's statements only use these. */
function parameters(values: readonly SqlValue[]): (string | number | boolean | Date | null)[] {
  return values.map(value => {
    if (
      typeof value === 'bigint' ||
      (typeof value === 'object' && value !== null && !(value instanceof Date))
    ) {
      throw new TypeError('arrays, bytes and bigints are wrapped by insertBatch');
    }
    return value;
  });
}

function open(url: string, connections: number) {
  return postgres(url, {
    max: connections,
    connection: { TimeZone: 'UTC' },
    transform: { column: { from: postgres.toCamel } },
    types: { count: { to: 20, from: [20], parse: Number, serialize: String } },
    onnotice: () => undefined,
  });
}

/** Type ids as in pg_type. */
const UUID = 2950;
const TEXT = 25;
const JSONB = 3802;
const TIMESTAMPTZ = 1184;
const PREPARED = { prepare: true };
type Row = Record<string, unknown>;
