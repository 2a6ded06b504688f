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
 * Changes of a task that exists. Each holds its row, so that it comes before or after a picker, a start and an
 * end, never between. A message that is on the broker already cannot be called back; it carries the version it
 * was put there by, and arming or disarming moves the version on.
 */
export async function editIn(
  context: TasksContext,
  tx: Transaction,
  id: string,
  change: TaskChange,
): Promise<Task> {
  checkChange(change);
  const known = await lockTask(tx, id);
  const next = { ...known, ...withoutUndefined(change) };
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

/** While it runs the end of the run arms it, by the schedule that it finds then; while paused, resuming does. */
async function adoptSchedule(context: TasksContext, tx: Transaction, task: Task): Promise<void> {
  if (task.state === 'running') return;
  const next = await firstRun(tx, task.schedule);
  if (task.state === 'paused')
    await tx.execute(sql`update tasks set next_run_at = ${next} where id = ${task.id}`);
  else await arm(context, tx, task.id, next);
}

/** A run that is under way goes on to its end; nothing starts after it. */
export async function pauseIn(tx: Transaction, id: string): Promise<Task> {
  const known = await lockTask(tx, id);
  if (isOver(known)) throw new Problem('conflict', reason('task-over-pause'));
  if (known.state === 'paused') return known;
  await tx.execute(sql`
    update tasks set state = 'paused', version = version + 1, updated_at = clock_timestamp() where id = ${id}
  `);
  return readTask(tx, id);
}

/** What came due during the pause was not wanted; a task at one time is still wanted, unless its policy says no. */
export async function resumeIn(context: TasksContext, tx: Transaction, id: string): Promise<Task> {
  const known = await lockTask(tx, id);
  if (isOver(known)) throw new Problem('conflict', reason('task-over-resume'));
  if (known.state !== 'paused') return known;
  await arm(context, tx, id, await firstRun(tx, known.schedule));
  return readTask(tx, id);
}

export async function removeIn(tx: Transaction, id: string): Promise<void> {
  await lockTask(tx, id);
  await tx.execute(sql`delete from tasks where id = ${id}`);
}

/** Beside the schedule, which stays as it is. The time of asking stands for the slot, so it is never given twice. */
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

/** Without the keys that hold undefined: those are not changes. */
function withoutUndefined(change: TaskChange): TaskChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function isOver({ state }: Task): boolean {
  return state === 'done' || state === 'failed';
}
