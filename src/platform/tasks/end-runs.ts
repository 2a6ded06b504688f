import type { Transaction } from '../database/port.ts';
import { nullable, row, text, timestamptz } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { arm } from './arm.ts';
import { QUEUE, type TasksContext } from './context.ts';
import { nextRun } from './cron.ts';
import { type TaskMessage, toMessage } from './message.ts';
import { scheduleOf } from './rows.ts';
import type { StartedRun } from './start-runs.ts';

/**
 * The end of a run, in the transaction of its effects and of the deletion of its message: records the outcome and
 * updates the task. A task that another request armed or disarmed meanwhile is left unchanged.
 */
export async function endRun(
  context: TasksContext,
  tx: Transaction,
  run: StartedRun,
  result: RunResult,
): Promise<void> {
  if (result.outcome === 'failed' && run.tries <= run.retries) {
    await writeEnd(tx, run.id, result);
    return scheduleRetry(context, tx, run);
  }
  if (run.byHand) return endManualRun(tx, run, result);
  if (await endOneTimeRun(tx, run, result)) return;
  await writeEnd(tx, run.id, result);
  await armAfter(context, tx, run, run.startedAt);
}

/** TASK-5: only tasks with retries are retried automatically. */
async function scheduleRetry(context: TasksContext, tx: Transaction, run: StartedRun): Promise<void> {
  await tx.execute(sql`
    update tasks set state = 'picked', updated_at = clock_timestamp()
    where id = ${run.task} and version = ${run.version} and state = 'running'
  `);
  const { task, version, due, byHand, tries } = run;
  const retry = { task, version, due, byHand, tries: tries + 1, run: context.newId() };
  const { body } = toMessage(retry);
  await context.broker.publishIn(tx, QUEUE, [{ body, delayMs: retryDelayMs(tries) }]);
}

/** Doubles from one second to an hour. */
function retryDelayMs(tries: number): number {
  return Math.min(1_000 * 2 ** Math.min(tries - 1, 20), 3_600_000);
}

/** Leaves the schedule unchanged, but a failed one-off task whose manual run succeeds is done. */
async function endManualRun(tx: Transaction, run: StartedRun, result: RunResult): Promise<void> {
  await writeEnd(tx, run.id, result);
  if (result.outcome !== 'succeeded') return;
  await tx.execute(sql`
    update tasks set state = 'done', updated_at = clock_timestamp()
    where id = ${run.task} and state = 'failed' and run_at is not null
  `);
}

/** The common case: run and task in one statement. False when the task is recurring or was changed. */
async function endOneTimeRun(
  tx: Transaction,
  run: StartedRun,
  { outcome, error }: RunResult,
): Promise<boolean> {
  const ended = await tx.execute(sql`
    with over as (
      update tasks
      set state = ${outcome === 'succeeded' ? 'done' : 'failed'}, version = version + 1, next_run_at = null,
          updated_at = clock_timestamp()
      where id = ${run.task} and version = ${run.version} and state = 'running' and run_at = ${run.due}
      returning id
    )
    update task_runs
    set outcome = ${outcome}, error = ${error}, ended_at = clock_timestamp()
    from over
    where task_runs.id = ${run.id} and task_runs.ended_at is null
  `);
  return ended === 1;
}

/**
 * A run marked lost cannot end: a second message of the same task has started another run. The whole transaction is
 * rolled back, and with it the effects of the lost run.
 */
async function writeEnd(tx: Transaction, run: string, { outcome, error }: RunResult): Promise<void> {
  const ended = await tx.execute(sql`
    update task_runs set outcome = ${outcome}, error = ${error}, ended_at = clock_timestamp()
    where id = ${run} and ended_at is null
  `);
  if (ended === 0) throw new Error('the run was marked lost and another one has started');
}

/** Records a start that the policy refuses, and arms the task for its next time. */
export async function refuseRun(
  context: TasksContext,
  tx: Transaction,
  message: TaskMessage,
  reason: string,
): Promise<void> {
  await writeRefusal(tx, message, message.due, reason);
  if (!message.byHand) await armAfter(context, tx, message, null);
}

/**
 * Ends a run whose executor died as often as the broker redelivers. It has had no effect. Its message was dead-lettered,
 * so the task is armed here.
 */
export async function giveUpRun(context: TasksContext, tx: Transaction, message: TaskMessage): Promise<void> {
  await tx.execute(sql`
    update task_runs
    set outcome = 'lost', ended_at = clock_timestamp(), error = 'the executor died in every attempt; given up'
    where task_id = ${message.task} and due_at = ${message.due} and by_hand = ${message.byHand}
      and ended_at is null
  `);
  if (!message.byHand) await armAfter(context, tx, message, null);
}

async function armAfter(
  context: TasksContext,
  tx: Transaction,
  { task: id, version, due }: TaskMessage,
  startedAt: Date | null,
): Promise<void> {
  const task = await tx.maybe(
    ScheduleRow,
    sql`
      select run_at, cron, time_zone, clock_timestamp() as now from tasks
      where id = ${id} and version = ${version} and state in ('picked', 'running')
      for no key update
    `,
  );
  if (!task) return;
  const schedule = scheduleOf(task);
  // The time of a one-off task may have been edited during the run.
  const next = 'at' in schedule ? otherThan(due, schedule.at) : nextRun(schedule, task.now);
  if (!next) return markFailed(tx, id);
  const overlapped = startedAt && 'cron' in schedule && nextRun(schedule, startedAt);
  if (overlapped && overlapped <= task.now)
    await writeRefusal(
      tx,
      { task: id, run: context.newId(), byHand: false },
      overlapped,
      'the previous run had not ended',
    );
  await arm(context, tx, id, next);
}

function otherThan(due: Date, at: Date): Date | null {
  return at.getTime() === due.getTime() ? null : at;
}

async function markFailed(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`
    update tasks
    set state = 'failed', version = version + 1, next_run_at = null, updated_at = clock_timestamp()
    where id = ${id}
  `);
}

async function writeRefusal(
  tx: Transaction,
  { run, task, byHand }: Pick<TaskMessage, 'run' | 'task' | 'byHand'>,
  due: Date,
  reason: string,
): Promise<void> {
  await tx.execute(sql`
    insert into task_runs (id, task_id, due_at, by_hand, attempt, started_at, ended_at, outcome, error)
    values (${run}, ${task}, ${due}, ${byHand}, 1, clock_timestamp(), clock_timestamp(), 'refused', ${reason})
    on conflict do nothing
  `);
}

const ScheduleRow = row({
  run_at: nullable(timestamptz),
  cron: nullable(text),
  time_zone: nullable(text),
  now: timestamptz,
});

export interface RunResult {
  readonly outcome: 'succeeded' | 'failed';
  readonly error: string | null;
}
