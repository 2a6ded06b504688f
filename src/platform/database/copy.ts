import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Statement } from './sql.ts';

/** The rows of `copy ... to stdout` as they come over the wire. */
export async function* copyOut(client: ClientBase, statement: Statement): AsyncIterable<Buffer> {
  for await (const chunk of client.query(copyTo(statement.text))) yield chunk as Buffer;
}

/** Feeds `copy ... from stdin`. When the chunks fail, PostgreSQL drops all that this COPY had read. */
export async function copyIn(
  client: ClientBase,
  statement: Statement,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(Readable.from(chunks, { objectMode: false }), client.query(copyFrom(statement.text)));
}
