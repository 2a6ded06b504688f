import type { Database } from '../database/port.ts';
import { row, text, timestamptz } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { StoredEvent } from './port.ts';
import { bigint } from './rows.ts';
import type { DeclaredStream } from './streams.ts';

/**
 * Events after an offset, in order. `since` is the time of an event at or before that offset, if known: it excludes the
 * days before.
 */
export async function readAfter(
  database: Database,
  stream: Pick<DeclaredStream, 'id' | 'name'>,
  partition: number,
  { after, limit, since }: { after: bigint; limit: number; since?: Date | undefined },
): Promise<StoredEvent[]> {
  const rows = await database.many(
    Stored,
    sql`
      select "offset", key, data, at
      from log_read(
        ${stream.id}::smallint, ${partition}::smallint, ${after}::bigint,
        ${since ?? '-infinity'}::timestamptz, ${limit}::int
      )
    `,
  );
  return rows.map(({ offset, key, data, at }) => ({
    stream: stream.name,
    partition,
    offset,
    key,
    data: JSON.parse(data),
    at,
  }));
}

const Stored = row({ offset: bigint, key: text, data: text, at: timestamptz });
