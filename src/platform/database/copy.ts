import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Statement } from './sql.ts';

/**
 * The rows of `copy ... to stdout` as they arrive. A consumer that stops early does not stop the server: the rest is
 * read and dropped, so that the connection can be reused.
 */
export async function* copyOut(client: ClientBase, statement: Statement): AsyncIterable<Buffer> {
  const rows = client.query(copyTo(statement.text));
  try {
    for await (const chunk of rows.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } finally {
    if (!rows.readableEnded && !rows.errored) {
      rows.resume();
      await finished(rows);
    }
  }
}

/** Feeds `copy ... from stdin`. When the chunks fail, PostgreSQL discards everything that this COPY has read. */
export async function copyIn(
  client: ClientBase,
  statement: Statement,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(Readable.from(chunks, { objectMode: false }), client.query(copyFrom(statement.text)));
}
