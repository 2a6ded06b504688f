import type { ContentAddress } from '../archive/address.ts';
import type { Queryable } from '../database/port.ts';
import { nullable, type RowOf, row, text, timestamptz } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { bigint } from './rows.ts';

/** The oldest event of a stream that is not archived; null when there is none. */
export async function oldestUnarchived(database: Queryable, streamId: number): Promise<Date | null> {
  const { oldest } = await database.one(
    row({ oldest: nullable(timestamptz) }),
    sql`
      select min(next.at) as oldest
      from log_partitions
      cross join lateral (
        select coalesce(max(last_offset), 0) as "offset" from log_archive
        where log_archive.stream_id = log_partitions.stream_id
          and log_archive.partition = log_partitions.partition
      ) as archived
      cross join lateral log_read(
        log_partitions.stream_id, log_partitions.partition, archived."offset", '-infinity', 1
      ) as next
      where log_partitions.stream_id = ${streamId}
    `,
  );
  return oldest;
}

/** The newest archived range of a partition. */
export function lastRange(
  database: Queryable,
  streamId: number,
  partition: number,
): Promise<ArchivedRange | null> {
  return database.maybe(
    ArchivedRange,
    sql`
      select first_offset, last_offset, first_at, last_at, object from log_archive
      where stream_id = ${streamId} and partition = ${partition}
      order by first_offset desc limit 1
    `,
  );
}

/** The first range that has events after the offset. */
export function rangeAfter(
  database: Queryable,
  streamId: number,
  partition: number,
  after: bigint,
): Promise<ArchivedRange | null> {
  return database.maybe(
    ArchivedRange,
    sql`
      select first_offset, last_offset, first_at, last_at, object from log_archive
      where stream_id = ${streamId} and partition = ${partition} and last_offset > ${String(after)}::bigint
      order by first_offset limit 1
    `,
  );
}

/** False when another process has archived events from the same offset. */
export async function recordRange(
  database: Queryable,
  streamId: number,
  partition: number,
  range: NewRange,
): Promise<boolean> {
  const recorded = await database.execute(sql`
    insert into log_archive (
      stream_id, partition, first_offset, last_offset, first_at, last_at, object, archived_at
    ) values (
      ${streamId}, ${partition}, ${String(range.firstOffset)}::bigint, ${String(range.lastOffset)}::bigint,
      ${range.firstAt}, ${range.lastAt}, ${range.object}, now()
    )
    on conflict (stream_id, partition, first_offset) do nothing
  `);
  return recorded > 0;
}

const ArchivedRange = row({
  first_offset: bigint,
  last_offset: bigint,
  first_at: timestamptz,
  last_at: timestamptz,
  object: text,
});
export type ArchivedRange = RowOf<typeof ArchivedRange>;

export interface NewRange extends ArchivedRange {
  readonly object: ContentAddress;
}
