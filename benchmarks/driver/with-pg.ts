import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { decodeRows } from '../../src/platform/database/decode.ts';
import { runOn } from '../../src/platform/database/query.ts';
import type { RowType } from '../../src/platform/database/rows.ts';
import { json, type Statement } from '../../src/platform/database/sql.ts';
import type { BatchRow } from './corpus.ts';
import { INSERT_BATCH, type Peer } from './peer.ts';

/** As the program uses it: a pool, named statements, rows as text arrays, decoded by their row type. */
export function withPg(url: string, connections: number): Peer {
  const pool = createPool(url, connections);
  const run = (statement: Statement) => borrow(pool, client => runOn(client, statement));
  return {
    many: async (type, statement) => {
      const { fields, rows } = await run(statement);
      return decodeRows(type, statement.text, fields, rows);
    },
    execute: async statement => void (await run(statement)),
    transaction: work =>
      borrow(pool, async client => {
        await client.query('begin');
        await work(async statement => void (await runOn(client, statement)));
        await client.query('commit');
      }),
    insertBatch: async rows => void (await run(batchStatement(rows))),
    copyIn: (text, lines) =>
      borrow(pool, client =>
        pipeline(Readable.from([lines], { objectMode: false }), client.query(copyFrom(text))),
      ),
    close: () => pool.end(),
  };
}

/** pg with its own parsers and objects for rows, to see what decoding by row type costs or saves. */
export function withPgParsing(url: string, connections: number): Pick<Peer, 'many' | 'close'> {
  const pool = createPool(url, connections);
  return {
    many: async <T>(_type: RowType<T>, { text, values }: Statement) => {
      const name = `own${text.length}`;
      const result = await borrow(pool, client => client.query({ name, text, values: [...values] }));
      return result.rows as T[];
    },
    close: () => pool.end(),
  };
}

/**
 * pg with `pipeline: true`: statements of different callers are sent on one connection without waiting for
 * one another's answers, to the connection with the fewest of them. A transaction has a connection to itself
 * and saves the round trip of BEGIN, which is sent together with the first statement.
 */
export async function withPgPipelined(url: string, connections: number): Promise<Peer> {
  const shared = await Promise.all(Array.from({ length: connections }, () => connectPipelined(url)));
  const pool = createPool(url, connections, { pipeline: true });
  const run = async (statement: Statement) => {
    const lane = shared.reduce((least, other) => (other.inFlight < least.inFlight ? other : least));
    lane.inFlight++;
    gather(lane);
    try {
      return await runOn(lane.client, statement);
    } finally {
      lane.inFlight--;
    }
  };
  return {
    many: async (type, statement) => {
      const { fields, rows } = await run(statement);
      return decodeRows(type, statement.text, fields, rows);
    },
    execute: async statement => void (await run(statement)),
    transaction: work =>
      borrow(pool, async client => {
        const begun = client.query('begin');
        await Promise.all([begun, work(async statement => void (await runOn(client, statement)))]);
        await client.query('commit');
      }),
    insertBatch: async rows => void (await run(batchStatement(rows))),
    // Pipeline mode refuses COPY.
    copyIn: () => Promise.reject(new Error('COPY cannot be pipelined')),
    close: async () => {
      await Promise.all([pool.end(), ...shared.map(lane => lane.client.end())]);
    },
  };
}

/** Statements of one turn of the event loop leave in one write: a system call costs more than a statement. */
function gather(lane: Lane): void {
  if (lane.gathering) return;
  lane.gathering = true;
  const { stream } = lane.client.connection;
  stream.cork();
  setImmediate(() => {
    lane.gathering = false;
    stream.uncork();
  });
}

function batchStatement(rows: readonly BatchRow[]): Statement {
  const values = [
    rows.map(row => row.id),
    rows.map(row => row.title),
    rows.map(row => json(row.details)),
    rows.map(row => row.happenedAt),
  ];
  return { text: INSERT_BATCH, values };
}

async function borrow<T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await use(client);
  } finally {
    client.release();
  }
}

async function connectPipelined(url: string): Promise<Lane> {
  const client = new pg.Client({ connectionString: url, options: UTC, pipeline: true });
  await client.connect();
  return { client, inFlight: 0, gathering: false };
}

function createPool(url: string, connections: number, extra: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    options: UTC,
    max: connections,
    idleTimeoutMillis: 0,
    ...extra,
  });
  // `end` resolves before the connections are closed; a server that stops meanwhile would end the process.
  pool.on('error', () => undefined);
  return pool;
}

const UTC = '-c timezone=UTC';

interface Lane {
  readonly client: pg.Client;
  inFlight: number;
  gathering: boolean;
}
