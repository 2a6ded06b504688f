import Type from 'typebox';
import { actingPerson } from '../../../../app/admin/audited.ts';
import {
  editTask,
  pauseTask,
  removeTask,
  requireTask,
  resumeTask,
  runTask,
} from '../../../../app/admin/tasks.ts';
import { page, readCursor } from '../../../../app/cursor.ts';
import { checkJson } from '../../../http/json-value.ts';
import { defineRoute } from '../../../http/route.ts';
import { Id, IdParams, object, PageQuery, pageOf } from '../../schemas.ts';
import {
  readSchedule,
  ScheduleSchema,
  showTask,
  showTaskRun,
  TaskPolicies,
  TaskRunSchema,
  TaskSchema,
} from '../../task-schemas.ts';

const READ = { scope: 'admin:read', role: 'operator' } as const;
const WRITE = { scope: 'admin:write', role: 'operator' } as const;

export const getTask = defineRoute({
  method: 'GET',
  path: '/api/v1/tasks/{id}',
  operationId: 'getTask',
  summary: 'One task',
  tag: 'Tasks',
  access: READ,
  params: IdParams,
  responses: { 200: { description: 'The task', schema: TaskSchema } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, params }) => ({
    status: 200,
    body: showTask(await requireTask(context, params.id)),
  }),
});

export const patchTask = defineRoute({
  method: 'PATCH',
  path: '/api/v1/tasks/{id}',
  operationId: 'updateTask',
  summary: 'Change the schedule, payload or policies of a task',
  tag: 'Tasks',
  access: WRITE,
  params: IdParams,
  body: object({ schedule: Type.Optional(ScheduleSchema), ...TaskPolicies }),
  responses: { 200: { description: 'The task', schema: TaskSchema } },
  problems: ['forbidden', 'not-found', 'conflict'],
  handler: async ({ context, principal, client, params, body: { schedule, ...rest } }) => {
    checkJson(rest.payload, '/payload');
    const change = { ...rest, ...(schedule === undefined ? {} : { schedule: readSchedule(schedule) }) };
    const task = await editTask(context, actingPerson(principal, client), params.id, change);
    return { status: 200, body: showTask(task) };
  },
});

export const deleteTask = defineRoute({
  method: 'DELETE',
  path: '/api/v1/tasks/{id}',
  operationId: 'deleteTask',
  summary: 'Remove a task',
  tag: 'Tasks',
  access: WRITE,
  params: IdParams,
  responses: { 204: { description: 'Removed' } },
  problems: ['forbidden', 'not-found', 'conflict'],
  handler: async ({ context, principal, client, params }) => {
    await removeTask(context, actingPerson(principal, client), params.id);
    return { status: 204 };
  },
});

export const postPause = change('pause', 'pauseTask', 'Pause a task until it is resumed', pauseTask);
export const postResume = change('resume', 'resumeTask', 'Resume a paused task', resumeTask);

export const postRun = defineRoute({
  method: 'POST',
  path: '/api/v1/tasks/{id}/run',
  operationId: 'runTask',
  summary: 'Run a task now, in addition to its schedule',
  description: 'Also repeats a failed task.',
  tag: 'Tasks',
  access: WRITE,
  params: IdParams,
  responses: { 202: { description: 'It will run', schema: object({ runId: Id }) } },
  problems: ['forbidden', 'not-found', 'conflict'],
  handler: async ({ context, principal, client, params }) => ({
    status: 202,
    body: { runId: await runTask(context, actingPerson(principal, client), params.id) },
  }),
});

export const getTaskRuns = defineRoute({
  method: 'GET',
  path: '/api/v1/tasks/{id}/runs',
  operationId: 'listTaskRuns',
  summary: 'The runs of a task, newest first',
  tag: 'Tasks',
  access: READ,
  params: IdParams,
  query: object(PageQuery),
  responses: { 200: { description: 'A page of runs', schema: pageOf(TaskRunSchema) } },
  problems: ['forbidden', 'not-found', 'invalid-cursor'],
  handler: async ({ context, principal, params, query: { limit = 50, cursor } }) => {
    const cursors = { keys: context.keys, list: `runs ${params.id}`, owner: principal.userId };
    const before = readCursor(cursors.keys, cursors.list, cursors.owner, cursor)?.['id'];
    await requireTask(context, params.id);
    const options = { ...(before === undefined ? {} : { before }), limit: limit + 1 };
    const rows = await context.tasks.runs(params.id, options);
    const { items, nextCursor } = page(cursors, rows, limit, ({ id }) => ({ id }));
    return { status: 200, body: { items: items.map(showTaskRun), nextCursor } };
  },
});

function change(action: string, operationId: string, summary: string, run: typeof pauseTask) {
  return defineRoute({
    method: 'POST',
    path: `/api/v1/tasks/{id}/${action}`,
    operationId,
    summary,
    tag: 'Tasks',
    access: WRITE,
    params: IdParams,
    responses: { 200: { description: 'The task', schema: TaskSchema } },
    problems: ['forbidden', 'not-found', 'conflict'],
    handler: async ({ context, principal, client, params }) => ({
      status: 200,
      body: showTask(await run(context, actingPerson(principal, client), params.id)),
    }),
  });
}
