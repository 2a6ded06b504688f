import type { Transaction } from '../platform/database/port.ts';
import { row } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import type { LogEvent } from '../platform/log/port.ts';
import { bigint } from '../platform/log/rows.ts';

/**
 * Those of the events that the consumer has not handled before, and the mark put behind them. The log hands each event
 * over once; this is for who sets its group back, so that looking again changes nothing.
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
