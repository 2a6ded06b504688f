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

/** pg as the program uses it: a pool, named statements, rows as text arrays, decoded by row type. */
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

/** pg with its own parsers and row objects, to measure the cost of decoding by row type. */
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
 * pg with `pipeline: true`: sends statements of different callers on the connection with the fewest pending ones,
 * without waiting for responses. A transaction has an exclusive connection and sends BEGIN together with its first
 * statement, which saves a round trip.
 */
export async function withPgPipelined(url: string, connections: number): Promise<Peer> {
  const shared = await Promise.all(Array.from({ length: connections }, () => connectPipelined(url)));
  const pool = createPool(url, connections, { pipeline: true });
  const run = async (statement: Statement) => {
    const lane = shared.reduce((least, other) => (other.inFlight < least.inFlight ? other : least));
    lane.inFlight++;
    scheduleFlush(lane);
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

/** One write sends the statements of one event loop turn, because a system call costs more than a statement. */
function scheduleFlush(lane: Lane): void {
  if (lane.isFlushScheduled) return;
  lane.isFlushScheduled = true;
  const { stream } = lane.client.connection;
  stream.cork();
  setImmediate(() => {
    lane.isFlushScheduled = false;
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
  return { client, inFlight: 0, isFlushScheduled: false };
}

function createPool(url: string, connections: number, extra: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    options: UTC,
    max: connections,
    idleTimeoutMillis: 0,
    ...extra,
  });
  // `end` resolves before the connections are closed; a server that stops in between would end the process.
  pool.on('error', () => undefined);
  return pool;
}

const UTC = '-c timezone=UTC';

interface Lane {
  readonly client: pg.Client;
  inFlight: number;
  isFlushScheduled: boolean;
}
