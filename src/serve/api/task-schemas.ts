import Type, { type Static } from 'typebox';
import type { Forecast, Schedule, Task, TaskRun } from '../../platform/tasks/port.ts';
import { SafeText } from './queue-schemas.ts';
import { Id, Moment, object, oneOf, orNull } from './schemas.ts';

/** TASK-1: tasks in the API. */

export const TaskStateSchema = oneOf(['waiting', 'picked', 'running', 'paused', 'done', 'failed']);
export const TaskKindName = Type.String({ maxLength: 100, pattern: '^[a-z][a-z0-9.-]*$' });

export const ScheduleSchema = Type.Union(
  [
    object({ at: Moment }),
    object({
      cron: Type.String({
        minLength: 9,
        maxLength: 200,
        pattern: SafeText,
        description: 'Five fields, to the minute: `30 6 * * 1-5`.',
      }),
      timeZone: Type.String({
        minLength: 1,
        maxLength: 60,
        pattern: '^[\\w/+-]+$',
        description: 'For example `Europe/Berlin`.',
      }),
    }),
  ],
  { description: 'Once at a time, or repeatedly by a cron expression in a time zone.' },
);

export const TaskPolicies = {
  payload: Type.Optional(Type.Unknown({ description: 'Any JSON value, passed to the handler.' })),
  missed: Type.Optional(oneOf(['once', 'skip'])),
  overlap: Type.Optional(oneOf(['refuse', 'allow'])),
  retries: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
};

export const TaskRunSchema = object(
  {
    id: Id,
    taskId: Id,
    dueAt: Moment,
    startedAt: Moment,
    endedAt: orNull(Moment),
    outcome: oneOf(['running', 'succeeded', 'failed', 'refused', 'lost']),
    error: orNull(Type.String()),
    attempt: Type.Integer(),
    byHand: Type.Boolean(),
  },
  { title: 'TaskRun' },
);

export const TaskSchema = object(
  {
    id: Id,
    name: orNull(Type.String()),
    kind: Type.String(),
    schedule: ScheduleSchema,
    payload: Type.Unknown(),
    missed: oneOf(['once', 'skip']),
    overlap: oneOf(['refuse', 'allow']),
    retries: Type.Integer(),
    state: TaskStateSchema,
    nextRunAt: orNull(Moment),
    lastRun: orNull(TaskRunSchema),
    createdAt: Moment,
  },
  { title: 'Task' },
);

export const ForecastSchema = object(
  {
    minutes: Type.Array(object({ at: Moment, due: Type.Integer() })),
    executorRatePerMinute: orNull(Type.Number({ description: 'Null before enough tasks have run.' })),
  },
  { title: 'TaskForecast' },
);

export function readSchedule(sent: Static<typeof ScheduleSchema>): Schedule {
  return 'at' in sent ? { at: new Date(sent.at) } : sent;
}

export function showTask(task: Task): Static<typeof TaskSchema> {
  return {
    ...task,
    schedule: 'at' in task.schedule ? { at: task.schedule.at.toISOString() } : task.schedule,
    payload: task.payload ?? null,
    nextRunAt: task.nextRunAt?.toISOString() ?? null,
    lastRun: task.lastRun && showTaskRun(task.lastRun),
    createdAt: task.createdAt.toISOString(),
  };
}

export function showTaskRun(run: TaskRun): Static<typeof TaskRunSchema> {
  return {
    ...run,
    dueAt: run.dueAt.toISOString(),
    startedAt: run.startedAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
  };
}

export function showForecast(forecast: Forecast): Static<typeof ForecastSchema> {
  return {
    minutes: forecast.minutes.map(({ at, due }) => ({ at: at.toISOString(), due })),
    executorRatePerMinute: forecast.executorRatePerMinute,
  };
}
