import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { LogEvent } from '../../platform/log/port.ts';
import { bigint } from '../../platform/log/rows.ts';
import type { DedupKey } from './apply-rules.ts';

/**
 * EVT-2: the offset of the event that first carried each key. The process that holds a partition is the only writer of
 * its visitors' keys, so a key that is not stored here was never seen.
 */
export async function findFirstOffsets(
  database: Queryable,
  keys: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, bigint>> {
  if (keys.length === 0) return new Map();
  const found = await database.many(
    row({ key: uuid, offset: bigint }),
    sql`
      select seen.key, seen."offset"
      from unnest(${[...new Set(keys)]}::uuid[]) as asked (key)
      cross join lateral (
        select key, "offset" from signal_keys
        where signal_keys.key = asked.key and signal_keys.at >= ${new Date(since - DEDUP_WINDOW_MS)}
        order by at
        limit 1
      ) as seen
    `,
  );
  return new Map(found.map(({ key, offset }) => [key, offset]));
}

export async function storeDedupKeys(tx: Transaction, keys: readonly DedupKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.execute(sql`
    insert into signal_keys (key, at, "offset")
    select * from unnest(
      ${keys.map(({ key }) => key)}::uuid[], ${keys.map(({ at }) => new Date(at))}::timestamptz[],
      ${keys.map(({ offset }) => String(offset))}::bigint[]
    )
  `);
}

/**
 * Returns the events that the consumer has not handled before, and moves its mark behind them. The log delivers each
 * event once; the mark makes a replay of the group harmless.
 */
export async function skipHandled<T>(
  tx: Transaction,
  consumer: string,
  events: readonly LogEvent<T>[],
): Promise<readonly LogEvent<T>[]> {
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) return [];
  const mark = await tx.maybe(
    row({ done: bigint }),
    sql`select done from signal_marks where consumer = ${consumer} and partition = ${first.partition} for update`,
  );
  const done = mark?.done ?? 0n;
  if (last.offset <= done) return [];
  await tx.execute(sql`
    insert into signal_marks (consumer, partition, done) values (${consumer}, ${first.partition}, ${last.offset})
    on conflict (consumer, partition) do update set done = excluded.done
  `);
  return done < first.offset ? events : events.filter(({ offset }) => offset > done);
}

/**
 * A session ends within a day, and its last retry comes within another. `signal_keys` must be kept as long
 * (docs/decisions/0014-read-days.md).
 */
export const DEDUP_WINDOW_MS = 2 * 86_400_000;
