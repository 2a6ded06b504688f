import { Problem } from '../../errors.ts';
import { isUuid } from '../../lib/ids.ts';
import { reason } from '../../reasons.ts';
import type { Queryable, Transaction } from '../database/port.ts';
import { row, timestamptz } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { arm } from './arm.ts';
import { QUEUE, type TasksContext } from './context.ts';
import { toMessage } from './message.ts';
import type { Task, TaskChange } from './port.ts';
import { scheduleColumns, selectTasks, TaskRow, toTask } from './rows.ts';
import { firstRun } from './run-times.ts';
import { checkChange, writePayload } from './validate.ts';

/**
 * Changes of an existing task. Each locks the row, so that pickers, starts and ends of runs come before or after it. A
 * published message cannot be withdrawn; it carries the task's version, which arming and disarming increment.
 */
export async function editIn(
  context: TasksContext,
  tx: Transaction,
  id: string,
  change: TaskChange,
): Promise<Task> {
  checkChange(change);
  const current = await lockTask(tx, id);
  const next = { ...current, ...withoutUndefined(change) };
  const { runAt, cron, timeZone } = scheduleColumns(next.schedule);
  await tx.execute(sql`
    update tasks
    set run_at = ${runAt}, cron = ${cron}, time_zone = ${timeZone}, payload = ${writePayload(next.payload)}::jsonb,
        missed = ${next.missed}, overlap = ${next.overlap}, retries = ${next.retries},
        updated_at = clock_timestamp()
    where id = ${id}
  `);
  if (change.schedule) await adoptSchedule(context, tx, next);
  return readTask(tx, id);
}

/** A running task is armed at the end of its run and a paused one when it is resumed, by the schedule of that time. */
async function adoptSchedule(context: TasksContext, tx: Transaction, task: Task): Promise<void> {
  if (task.state === 'running') return;
  const next = await firstRun(tx, task.schedule);
  if (task.state === 'paused')
    await tx.execute(sql`update tasks set next_run_at = ${next} where id = ${task.id}`);
  else await arm(context, tx, task.id, next);
}

/** A run in progress continues to its end. */
export async function pauseIn(tx: Transaction, id: string): Promise<Task> {
  const current = await lockTask(tx, id);
  if (isFinished(current)) throw new Problem('conflict', reason('task-over-pause'));
  if (current.state === 'paused') return current;
  await tx.execute(sql`
    update tasks set state = 'paused', version = version + 1, updated_at = clock_timestamp() where id = ${id}
  `);
  return readTask(tx, id);
}

/** Recurrences during the pause are dropped. A one-off task that came due meanwhile runs now, if its policy allows. */
export async function resumeIn(context: TasksContext, tx: Transaction, id: string): Promise<Task> {
  const current = await lockTask(tx, id);
  if (isFinished(current)) throw new Problem('conflict', reason('task-over-resume'));
  if (current.state !== 'paused') return current;
  await arm(context, tx, id, await firstRun(tx, current.schedule));
  return readTask(tx, id);
}

export async function removeIn(tx: Transaction, id: string): Promise<void> {
  await lockTask(tx, id);
  await tx.execute(sql`delete from tasks where id = ${id}`);
}

/** Leaves the schedule unchanged. The time of the request identifies the run, so each request gets a distinct time. */
export async function runNowIn(context: TasksContext, tx: Transaction, id: string): Promise<string> {
  await lockTask(tx, id);
  const { due } = await tx.one(
    row({ due: timestamptz }),
    sql`
      update tasks
      set last_asked_at = greatest(
        date_trunc('milliseconds', clock_timestamp()), last_asked_at + interval '1 millisecond'
      )
      where id = ${id}
      returning last_asked_at as due
    `,
  );
  const run = context.newId();
  await context.broker.publishIn(tx, QUEUE, [
    toMessage({ task: id, version: 0, due, run, byHand: true, tries: 1 }),
  ]);
  return run;
}

async function lockTask(tx: Transaction, id: string): Promise<Task> {
  const found = isUuid(id)
    ? await tx.maybe(TaskRow, selectTasks(sql`where tasks.id = ${id} for no key update of tasks`))
    : null;
  if (!found) throw new Problem('not-found', reason('task-id-unknown'));
  return toTask(found);
}

export async function readTask(db: Queryable, id: string): Promise<Task> {
  return toTask(await db.one(TaskRow, selectTasks(sql`where tasks.id = ${id}`)));
}

/** Undefined values are not changes. */
function withoutUndefined(change: TaskChange): TaskChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function isFinished({ state }: Task): boolean {
  return state === 'done' || state === 'failed';
}
