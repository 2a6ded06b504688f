import { pause } from '../../lib/clock.ts';
import { sql } from '../database/sql.ts';
import { ArmedRow, enqueuePicked } from './arm.ts';
import { LOOK_AHEAD, type TasksContext } from './context.ts';
import type { RunningPart } from './port.ts';

/**
 * TASK-2: enqueues tasks up to two minutes ahead. Any number of pickers may run: each takes only rows that no other
 * picker has locked, and one commit marks the row and publishes its message. A picker that dies or stalls for an hour
 * has done both or neither.
 */
export function startPicker(context: TasksContext): RunningPart {
  const stopping = new AbortController();
  const loop = pickUntil(context, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await loop;
    },
  };
}

async function pickUntil(context: TasksContext, signal: AbortSignal): Promise<void> {
  let failing = false;
  while (!signal.aborted) {
    let waitMs = AFTER_FAILURE_MS;
    try {
      while ((await pickBatch(context)) === BATCH && !signal.aborted);
      waitMs = (await anyDueLeft(context)) ? LOCKED_ROWS_DELAY_MS : EVERY_MS;
      failing = false;
    } catch (error) {
      if (!failing && !signal.aborted) context.telemetry.log.warn('task.pick_failed', { error });
      failing = true;
    }
    await pause(context.clock, waitMs, signal);
  }
}

/** One transaction; returns how many tasks it picked. */
export function pickBatch(context: TasksContext): Promise<number> {
  return context.database.transaction(async tx => {
    // A picker that is paused here blocks its rows for the others, so the database ends such a session soon.
    await tx.script(`set local idle_in_transaction_session_timeout = '10s'`);
    const picked = await tx.many(
      ArmedRow,
      sql`
        with due as (
          select id from tasks
          where state = 'waiting' and next_run_at <= now() + ${LOOK_AHEAD}::interval
          order by next_run_at
          limit ${BATCH}
          for no key update skip locked
        )
        update tasks
        set state = 'picked', updated_at = now()
        from due
        where tasks.id = due.id
        returning tasks.id, version, next_run_at as due, state
      `,
    );
    await enqueuePicked(context, tx, picked);
    return picked.length;
  });
}

/** Rows locked by another picker: it is picking them, or it died and the database has not noticed yet. */
async function anyDueLeft({ database }: TasksContext): Promise<boolean> {
  const left = await database.execute(sql`
    select from tasks where state = 'waiting' and next_run_at <= now() + ${LOOK_AHEAD}::interval limit 1
  `);
  return left > 0;
}

const BATCH = 1_000;
const EVERY_MS = 15_000;
const LOCKED_ROWS_DELAY_MS = 1_000;
const AFTER_FAILURE_MS = 1_000;
