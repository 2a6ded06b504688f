import type { Transaction } from '../database/port.ts';
import { int8, row, text, timestamptz, uuid } from '../database/rows.ts';
import { type Statement, sql } from '../database/sql.ts';
import { LOOK_AHEAD, QUEUE, type TasksContext } from './context.ts';
import { toMessage } from './message.ts';

/**
 * Sets the task's next time. If it is within the pickers' look-ahead, the message is published here, in the same
 * transaction, because the next picker may be too late.
 */
export async function arm(context: TasksContext, tx: Transaction, id: string, next: Date): Promise<void> {
  const armed = await tx.many(
    ArmedRow,
    sql`
      update tasks
      set next_run_at = ${next}, version = version + 1, updated_at = clock_timestamp(),
          state = ${stateFor(next)}
      where id = ${id}
      returning id, version, next_run_at as due, state
    `,
  );
  await enqueuePicked(context, tx, armed);
}

export function stateFor(next: Date): Statement {
  return sql`
    case when ${next}::timestamptz <= clock_timestamp() + ${LOOK_AHEAD}::interval then 'picked' else 'waiting' end
  `;
}

/** Publishes messages for tasks in state picked; pickers enqueue the others. */
export async function enqueuePicked(
  context: TasksContext,
  tx: Transaction,
  armed: readonly Armed[],
): Promise<void> {
  const messages = armed
    .filter(({ state }) => state === 'picked')
    .map(({ id, version, due }) =>
      toMessage({ task: id, version, due, run: context.newId(), byHand: false, tries: 1 }),
    );
  if (messages.length > 0) await context.broker.publishIn(tx, QUEUE, messages);
}

export const ArmedRow = row({ id: uuid, version: int8, due: timestamptz, state: text });

export interface Armed {
  readonly id: string;
  readonly version: number;
  readonly due: Date;
  readonly state: string;
}
