import Type from 'typebox';
import { actingPerson } from '../../../app/admin/audited.ts';
import { createTask } from '../../../app/admin/tasks.ts';
import { page, readCursor } from '../../../app/cursor.ts';
import { checkJson } from '../../http/json-value.ts';
import { defineRoute } from '../../http/route.ts';
import { object, PageQuery, pageOf } from '../schemas.ts';
import {
  ForecastSchema,
  readSchedule,
  ScheduleSchema,
  showForecast,
  showTask,
  TaskKindName,
  TaskPolicies,
  TaskSchema,
  TaskStateSchema,
} from '../task-schemas.ts';

export const getTasks = defineRoute({
  method: 'GET',
  path: '/api/v1/tasks',
  operationId: 'listTasks',
  summary: 'All tasks with their next and last runs',
  tag: 'Tasks',
  access: { scope: 'admin:read', role: 'operator' },
  query: object({
    ...PageQuery,
    state: Type.Optional(TaskStateSchema),
    kind: Type.Optional(TaskKindName),
  }),
  responses: { 200: { description: 'A page of tasks', schema: pageOf(TaskSchema) } },
  problems: ['forbidden', 'invalid-cursor'],
  handler: async ({ context, principal, query: { limit = 50, cursor, ...filter } }) => {
    const list = `tasks ${filter.state ?? ''} ${filter.kind ?? ''}`;
    const cursors = { keys: context.keys, list, owner: principal.userId };
    const after = readCursor(cursors.keys, cursors.list, cursors.owner, cursor)?.['id'];
    const rows = await context.tasks.list({
      ...filter,
      ...(after === undefined ? {} : { after }),
      limit: limit + 1,
    });
    const { items, nextCursor } = page(cursors, rows, limit, ({ id }) => ({ id }));
    return { status: 200, body: { items: items.map(showTask), nextCursor } };
  },
});

export const postTask = defineRoute({
  method: 'POST',
  path: '/api/v1/tasks',
  operationId: 'createTask',
  summary: 'Create a task',
  description: 'The kind decides what a task does; the program defines the kinds.',
  tag: 'Tasks',
  access: { scope: 'admin:write', role: 'operator' },
  idempotent: true,
  body: object({
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^\\P{C}*$',
        description: 'Unique if set.',
      }),
    ),
    kind: TaskKindName,
    schedule: ScheduleSchema,
    ...TaskPolicies,
  }),
  responses: { 201: { description: 'The task', schema: TaskSchema } },
  problems: ['forbidden', 'conflict'],
  handler: async ({ context, principal, client, body: { schedule, ...rest } }) => {
    checkJson(rest.payload, '/payload');
    const task = { ...rest, schedule: readSchedule(schedule) };
    return { status: 201, body: showTask(await createTask(context, actingPerson(principal, client), task)) };
  },
});

export const getForecast = defineRoute({
  method: 'GET',
  path: '/api/v1/tasks/forecast',
  operationId: 'forecastTasks',
  summary: 'Tasks due in each of the next ten minutes, and the rate of the executors',
  description: 'Start more executors when more is due than they handle.',
  tag: 'Tasks',
  access: { scope: 'admin:read', role: 'operator' },
  responses: { 200: { description: 'The forecast', schema: ForecastSchema } },
  problems: ['forbidden'],
  handler: async ({ context }) => ({ status: 200, body: showForecast(await context.tasks.forecast()) }),
});
