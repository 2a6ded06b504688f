import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CONNECTIONS, type Contender, drainByLoops } from './contender.ts';
import type { Body } from './corpus.ts';

const SCHEMA = `
  create table messages (
    id bigint generated always as identity primary key,
    body jsonb not null,
    published_at timestamptz not null default now()
  )`;

/**
 * PostgreSQL without a queue. Taking is deleting: a consumer that dies loses its messages, and there is no receipt, no
 * delay, no order within a group, no history.
 */
export async function withBareSql(url: string): Promise<Contender[]> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  pool.on('error', () => undefined);
  await pool.query(SCHEMA);
  const empty = async () => void (await pool.query('truncate messages'));
  const insertMany = (bodies: readonly Body[]) =>
    pool.query({ name: 'many', text: INSERT_MANY, values: [bodies.map(body => JSON.stringify(body))] });
  return [
    {
      name: 'bare SQL',
      kind: 'floor',
      prefetches: false,
      joinsBatches: true,
      settings:
        'one table with a primary key; INSERT of one row, or of an array; DELETE of what SKIP LOCKED found',
      publishOne: body => pool.query({ name: 'one', text: INSERT_ONE, values: [JSON.stringify(body)] }),
      publishBatch: insertMany,
      fill: insertMany,
      drain: (count, how) =>
        drainByLoops(
          count,
          how,
          async () => (await pool.query({ name: 'take', text: TAKE, values: [how.batch] })).rows,
          async () => undefined,
        ),
      empty,
      close: () => pool.end(),
    },
    {
      name: 'COPY',
      kind: 'floor',
      prefetches: false,
      joinsBatches: true,
      settings: 'COPY into the same table',
      publishOne: null,
      publishBatch: bodies => copy(pool, bodies),
      fill: bodies => copy(pool, bodies),
      drain: null,
      empty,
      close: async () => undefined,
    },
  ];
}

const INSERT_ONE = 'insert into messages (body) values ($1::jsonb) returning id';
const INSERT_MANY = 'insert into messages (body) select unnest($1::jsonb[]) returning id';
const TAKE = `
  delete from messages where id = any(array(
    select id from messages order by id for update skip locked limit $1
  ))
  returning id, body`;

async function copy(pool: pg.Pool, bodies: readonly Body[]): Promise<void> {
  const client = await pool.connect();
  try {
    const lines = bodies.map(body => `${JSON.stringify(body).replaceAll('\\', '\\\\')}\n`).join('');
    await pipeline(
      Readable.from([Buffer.from(lines)], { objectMode: false }),
      client.query(copyFrom('copy messages (body) from stdin')),
    );
  } finally {
    client.release();
  }
}
