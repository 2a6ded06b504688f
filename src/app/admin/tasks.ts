import { Problem } from '../../errors.ts';
import type { Transaction } from '../../platform/database/port.ts';
import type { NewTask, Task, TaskChange, Tasks } from '../../platform/tasks/port.ts';
import { reason } from '../../reasons.ts';
import { type ActingPerson, type AuditDeps, recordAction } from './audited.ts';

/** Operators' actions on tasks, for the API, the pages and the command line. */
export interface TaskDeps extends AuditDeps {
  readonly tasks: Tasks;
}

export async function requireTask({ tasks }: Pick<TaskDeps, 'tasks'>, id: string): Promise<Task> {
  const task = await tasks.get(id);
  if (!task) throw new Problem('not-found', reason('task-unknown'));
  return task;
}

export function createTask(context: TaskDeps, by: ActingPerson, task: NewTask): Promise<Task> {
  return context.database.transaction(async tx => {
    const created = await context.tasks.createIn(tx, task);
    await note(tx, context, by, { action: 'task.created', id: created.id, detail: { kind: created.kind } });
    return created;
  });
}

export function editTask(context: TaskDeps, by: ActingPerson, id: string, change: TaskChange): Promise<Task> {
  const detail = { changed: Object.keys(change).join(', ') };
  return context.database.transaction(async tx => {
    const task = await context.tasks.editIn(tx, id, change);
    await note(tx, context, by, { action: 'task.changed', id, detail });
    return task;
  });
}

export function pauseTask(context: TaskDeps, by: ActingPerson, id: string): Promise<Task> {
  return context.database.transaction(async tx => {
    const task = await context.tasks.pauseIn(tx, id);
    await note(tx, context, by, { action: 'task.paused', id });
    return task;
  });
}

export function resumeTask(context: TaskDeps, by: ActingPerson, id: string): Promise<Task> {
  return context.database.transaction(async tx => {
    const task = await context.tasks.resumeIn(tx, id);
    await note(tx, context, by, { action: 'task.resumed', id });
    return task;
  });
}

/** Returns the id of the run. */
export function runTask(context: TaskDeps, by: ActingPerson, id: string): Promise<string> {
  return context.database.transaction(async tx => {
    const run = await context.tasks.runNowIn(tx, id);
    await note(tx, context, by, { action: 'task.run', id, detail: { run } });
    return run;
  });
}

/** The program recreates its own tasks at its next start; pause those instead. */
export async function removeTask(context: TaskDeps, by: ActingPerson, id: string): Promise<void> {
  const { kind } = await requireTask(context, id);
  await context.database.transaction(async tx => {
    await context.tasks.removeIn(tx, id);
    await note(tx, context, by, { action: 'task.removed', id, detail: { kind } });
  });
}

function note(
  tx: Transaction,
  context: TaskDeps,
  by: ActingPerson,
  { action, id, detail }: { action: TaskAction; id: string; detail?: Readonly<Record<string, string>> },
): Promise<void> {
  return recordAction(tx, context, by, {
    action,
    subject: { kind: 'task', id },
    ...(detail === undefined ? {} : { detail }),
  });
}

type TaskAction = Extract<Parameters<typeof recordAction>[3]['action'], `task.${string}`>;
