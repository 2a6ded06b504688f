import {
  bool,
  type ColumnType,
  int4,
  jsonb,
  nullable,
  type RowOf,
  row,
  text,
  timestamptz,
  uuid,
} from '../database/rows.ts';
import { type Statement, sql } from '../database/sql.ts';
import type { Schedule, Task, TaskRun } from './port.ts';

/** Text that the schema restricts to a few values. */
export function oneOf<const V extends string>(...values: readonly V[]): ColumnType<V> {
  const decode = (value: string) => {
    const known = values.find(candidate => candidate === value);
    if (known === undefined) throw new RangeError(`${value} is none of ${values.join(', ')}`);
    return known;
  };
  return { ...text, decode };
}

export const missed = oneOf('once', 'skip');
export const overlap = oneOf('refuse', 'allow');
export const state = oneOf('waiting', 'picked', 'running', 'paused', 'done', 'failed');
export const outcome = oneOf('running', 'succeeded', 'failed', 'refused', 'lost');

export const RunRow = row({
  id: uuid,
  task_id: uuid,
  due_at: timestamptz,
  started_at: timestamptz,
  ended_at: nullable(timestamptz),
  outcome,
  error: nullable(text),
  attempt: int4,
  by_hand: bool,
});

export const RUN_COLUMNS = sql`id, task_id, due_at, started_at, ended_at, outcome, error, attempt, by_hand`;

export const TaskRow = row({
  id: uuid,
  name: nullable(text),
  kind: text,
  run_at: nullable(timestamptz),
  cron: nullable(text),
  time_zone: nullable(text),
  payload: jsonb,
  missed,
  overlap,
  retries: int4,
  state,
  next_run_at: nullable(timestamptz),
  created_at: timestamptz,
  last_id: nullable(uuid),
  last_due_at: nullable(timestamptz),
  last_started_at: nullable(timestamptz),
  last_ended_at: nullable(timestamptz),
  last_outcome: nullable(outcome),
  last_error: nullable(text),
  last_attempt: nullable(int4),
  last_by_hand: nullable(bool),
});

/** Tasks joined with their last run; `rest` begins with `where`. */
export function selectTasks(rest: Statement): Statement {
  return sql`
    select
      tasks.id, name, kind, run_at, cron, time_zone, payload, missed, overlap, retries, state, next_run_at,
      created_at, last.id as last_id, last.due_at as last_due_at, last.started_at as last_started_at,
      last.ended_at as last_ended_at, last.outcome as last_outcome, last.error as last_error,
      last.attempt as last_attempt, last.by_hand as last_by_hand
    from tasks
    left join task_runs last on last.id = last_run_id
    ${rest}
  `;
}

export function toTask(found: RowOf<typeof TaskRow>): Task {
  const { id, name, kind, payload, retries, nextRunAt, createdAt } = found;
  return {
    id,
    name,
    kind,
    schedule: scheduleOf(found),
    payload,
    missed: found.missed,
    overlap: found.overlap,
    retries,
    state: found.state,
    nextRunAt,
    lastRun: lastRunOf(found),
    createdAt,
  };
}

export function scheduleOf({ runAt, cron, timeZone }: ScheduleColumns): Schedule {
  if (cron !== null && timeZone !== null) return { cron, timeZone };
  if (runAt === null) throw new Error('a task has neither a time nor an expression');
  return { at: runAt };
}

export function scheduleColumns(schedule: Schedule): ScheduleColumns {
  if ('at' in schedule) return { runAt: schedule.at, cron: null, timeZone: null };
  return { runAt: null, cron: schedule.cron, timeZone: schedule.timeZone };
}

function lastRunOf(found: RowOf<typeof TaskRow>): TaskRun | null {
  const { lastId, lastDueAt, lastStartedAt, lastOutcome, lastAttempt, lastByHand } = found;
  if (lastId === null || !lastDueAt || !lastStartedAt || !lastOutcome) return null;
  return {
    id: lastId,
    taskId: found.id,
    dueAt: lastDueAt,
    startedAt: lastStartedAt,
    endedAt: found.lastEndedAt,
    outcome: lastOutcome,
    error: found.lastError,
    attempt: lastAttempt ?? 1,
    byHand: lastByHand ?? false,
  };
}

export interface ScheduleColumns {
  readonly runAt: Date | null;
  readonly cron: string | null;
  readonly timeZone: string | null;
}
