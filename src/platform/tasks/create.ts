import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import { violatedUnique } from '../database/failures.ts';
import type { Transaction } from '../database/port.ts';
import { sql } from '../database/sql.ts';
import { ArmedRow, enqueuePicked, stateFor } from './arm.ts';
import { editIn, readTask } from './change.ts';
import type { TasksContext } from './context.ts';
import type { NewTask, Schedule, Task } from './port.ts';
import { scheduleColumns, selectTasks, TaskRow, toTask } from './rows.ts';
import { firstRun } from './run-times.ts';
import { checkTask, writePayload } from './validate.ts';

export async function createIn(context: TasksContext, tx: Transaction, task: NewTask): Promise<Task> {
  checkTask(task);
  try {
    return await insert(context, tx, task);
  } catch (error) {
    if (violatedUnique(error) !== 'tasks_have_a_name_of_their_own') throw error;
    throw new Problem('conflict', reason('task-name-taken', { name: task.name ?? '' }), { cause: error });
  }
}

/** With the lock, of two processes that start at once the second finds the task of the first. */
export async function ensure(
  context: TasksContext,
  task: NewTask & { readonly name: string },
): Promise<Task> {
  checkTask(task);
  return context.database.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`task ${task.name}`}, 0))`);
    const known = await tx.maybe(
      TaskRow,
      selectTasks(sql`where name = ${task.name} for no key update of tasks`),
    );
    return known ? adopt(context, tx, toTask(known), task) : insert(context, tx, task);
  });
}

/** The code decides on schedule and policies; the operator decides whether the task is paused. */
async function adopt(context: TasksContext, tx: Transaction, known: Task, task: NewTask): Promise<Task> {
  if (known.kind !== task.kind)
    await tx.execute(sql`update tasks set kind = ${task.kind} where id = ${known.id}`);
  const { missed = 'once', overlap = 'refuse', retries = 0, payload = null } = task;
  return editIn(context, tx, known.id, {
    missed,
    overlap,
    retries,
    payload,
    // Only a changed schedule arms the task anew; otherwise it keeps its next time.
    ...(isSameSchedule(known.schedule, task.schedule) ? {} : { schedule: task.schedule }),
  });
}

async function insert(context: TasksContext, tx: Transaction, task: NewTask): Promise<Task> {
  const id = context.newId();
  const { runAt, cron, timeZone } = scheduleColumns(task.schedule);
  const next = await firstRun(tx, task.schedule);
  const armed = await tx.many(
    ArmedRow,
    sql`
      insert into tasks (
        id, name, kind, run_at, cron, time_zone, payload, missed, overlap, retries, state, next_run_at, version,
        created_at, updated_at
      )
      values (
        ${id}, ${task.name ?? null}, ${task.kind}, ${runAt}, ${cron}, ${timeZone},
        ${writePayload(task.payload)}::jsonb, ${task.missed ?? 'once'}, ${task.overlap ?? 'refuse'},
        ${task.retries ?? 0}, ${stateFor(next)}, ${next}, 1, clock_timestamp(), clock_timestamp()
      )
      returning id, version, next_run_at as due, state
    `,
  );
  await enqueuePicked(context, tx, armed);
  return readTask(tx, id);
}

function isSameSchedule(a: Schedule, b: Schedule): boolean {
  const [left, right] = [scheduleColumns(a), scheduleColumns(b)];
  return (
    left.runAt?.getTime() === right.runAt?.getTime() &&
    left.cron === right.cron &&
    left.timeZone === right.timeZone
  );
}
