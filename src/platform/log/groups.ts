import { Problem } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Queryable, Transaction } from '../database/port.ts';
import { bool, int4, int8, nullable, row, text, timestamptz } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { GroupState, StreamState } from './port.ts';
import { bigint } from './rows.ts';

export async function groupStates(database: Database): Promise<GroupState[]> {
  const rows = await database.many(
    Group,
    sql`
      select
        group_name, name as stream, partition, position, last_offset,
        case when lease_until > clock_timestamp() then held_by end as owner, attempts
      from log_positions
      join log_partitions using (stream_id, partition)
      join log_streams on log_streams.id = stream_id
      order by group_name, name, partition
    `,
  );
  return rows.map(({ groupName, lastOffset, attempts, ...state }) => ({
    ...state,
    group: groupName,
    end: lastOffset,
    failures: attempts,
  }));
}

/** The number of events in a stream is the sum over its partitions of last minus first offset. */
export async function streamStates(database: Database): Promise<StreamState[]> {
  const rows = await database.many(
    StreamStateRow,
    sql`
      select
        name, partitions, retention_days, min(first.at) as oldest_at,
        coalesce(sum(last_offset - first."offset" + 1), 0)::bigint as events
      from log_streams
      join log_partitions on log_partitions.stream_id = log_streams.id
      left join lateral log_read(log_streams.id, partition, 0, '-infinity', 1) first on true
      group by log_streams.id
      order by name
    `,
  );
  return rows;
}

export async function streamEnds(database: Queryable, stream: string): Promise<ReadonlyMap<number, bigint>> {
  const rows = await database.many(
    row({ partition: int4, last_offset: bigint }),
    sql`
      select partition, last_offset from log_partitions
      join log_streams on log_streams.id = stream_id
      where name = ${stream} order by partition
    `,
  );
  return new Map(rows.map(({ partition, lastOffset }) => [partition, lastOffset]));
}

/**
 * Moves every partition of the group to just before its first event at or after `from`, or to its end. The lease token
 * grows, so that batches in progress are refused.
 */
export async function replayGroup(tx: Transaction, group: string, from: Date): Promise<number[]> {
  const positions = await tx.many(
    GroupPosition,
    sql`
      select id, stream_id, coalesce(first."offset" - 1, last_offset) as position
      from log_positions
      join log_partitions using (stream_id, partition)
      left join lateral (
        select "offset" from log_events
        where log_events.stream_id = log_positions.stream_id
          and log_events.partition = log_positions.partition and at >= ${from}
        order by "offset" limit 1
      ) first on true
      where group_name = ${group}
    `,
  );
  if (positions.length === 0) throw new Problem('not-found', `There is no consumer group called ${group}.`);
  await tx.execute(sql`
    update log_positions
    set position = target.position, held_by = null, lease_until = null, lease_token = lease_token + 1,
        attempts = 0, failing_offset = null, last_error = null
    from unnest(
      ${positions.map(({ id }) => id)}::int[], ${positions.map(({ position }) => String(position))}::bigint[]
    ) target (id, position)
    where log_positions.id = target.id
  `);
  return [...new Set(positions.map(({ streamId }) => streamId))];
}

/** Resolves when the group has passed all events committed before the call. */
export async function groupDrained(
  { database, clock, signal }: { database: Database; clock: Clock; signal: AbortSignal },
  group: string,
  streamId: number,
): Promise<void> {
  const ends = await database.many(
    row({ partition: int4, last_offset: bigint }),
    sql`select partition, last_offset from log_partitions where stream_id = ${streamId}`,
  );
  for (;;) {
    if (signal.aborted) throw new Problem('stopping');
    const { behind } = await database.one(
      row({ behind: bool }),
      sql`
        select exists (
          select from log_positions
          join unnest(
            ${ends.map(({ partition }) => partition)}::smallint[],
            ${ends.map(({ lastOffset }) => String(lastOffset))}::bigint[]
          ) wanted (partition, last_offset) using (partition)
          where group_name = ${group} and stream_id = ${streamId} and position < wanted.last_offset
        ) as behind
      `,
    );
    if (!behind) return;
    await clock.sleep(DRAIN_CHECK_MS);
  }
}

/** The lag of each partition of the groups. */
export function lags(
  database: Database,
  groups: readonly string[],
): Promise<readonly { groupName: string; stream: string; partition: number; lag: number }[]> {
  return database.many(
    row({ group_name: text, stream: text, partition: int4, lag: int8 }),
    sql`
      select group_name, name as stream, partition, last_offset - position as lag
      from log_positions
      join log_partitions using (stream_id, partition)
      join log_streams on log_streams.id = stream_id
      where group_name = any(${groups}::text[])
    `,
  );
}

const DRAIN_CHECK_MS = 10;

const Group = row({
  group_name: text,
  stream: text,
  partition: int4,
  position: bigint,
  last_offset: bigint,
  owner: nullable(text),
  attempts: int4,
});
const StreamStateRow = row({
  name: text,
  partitions: int4,
  retention_days: int4,
  oldest_at: nullable(timestamptz),
  events: bigint,
});
const GroupPosition = row({ id: int4, stream_id: int4, position: bigint });
