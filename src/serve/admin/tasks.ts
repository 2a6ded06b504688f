import { Problem } from '../../errors.ts';
import type { NewTask, Task, TaskChange, Tasks } from '../../platform/tasks/port.ts';
import { type By, type RecordContext, record } from './record.ts';

/** What operators do to tasks, by the API and the pages alike. */
export interface TaskContext extends RecordContext {
  readonly tasks: Tasks;
}

export async function requireTask({ tasks }: Pick<TaskContext, 'tasks'>, id: string): Promise<Task> {
  const task = await tasks.get(id);
  if (!task) throw new Problem('not-found', 'There is no such task.');
  return task;
}

export function createTask(context: TaskContext, by: By, task: NewTask): Promise<Task> {
  return context.database.transaction(async tx => {
    const created = await context.tasks.createIn(tx, task);
    await record(
      context,
      by,
      { action: 'task.created', subject: subjectOf(created), detail: { kind: created.kind } },
      tx,
    );
    return created;
  });
}

export async function editTask(context: TaskContext, by: By, id: string, change: TaskChange): Promise<Task> {
  await requireTask(context, id);
  const task = await context.tasks.edit(id, change);
  const detail = { changed: Object.keys(change).join(', ') };
  await record(context, by, { action: 'task.changed', subject: subjectOf(task), detail });
  return task;
}

export async function pauseTask(context: TaskContext, by: By, id: string): Promise<Task> {
  await requireTask(context, id);
  const task = await context.tasks.pause(id);
  await record(context, by, { action: 'task.paused', subject: subjectOf(task) });
  return task;
}

export async function resumeTask(context: TaskContext, by: By, id: string): Promise<Task> {
  await requireTask(context, id);
  const task = await context.tasks.resume(id);
  await record(context, by, { action: 'task.resumed', subject: subjectOf(task) });
  return task;
}

/** Answers the id of the run. */
export async function runTask(context: TaskContext, by: By, id: string): Promise<string> {
  const task = await requireTask(context, id);
  const runId = await context.tasks.runNow(id);
  await record(context, by, { action: 'task.run', subject: subjectOf(task), detail: { run: runId } });
  return runId;
}

/** Tasks of the program itself come back at its next start; they are paused instead. */
export async function removeTask(context: TaskContext, by: By, id: string): Promise<void> {
  const task = await requireTask(context, id);
  await context.tasks.remove(id);
  await record(context, by, {
    action: 'task.removed',
    subject: subjectOf(task),
    detail: { kind: task.kind },
  });
}

function subjectOf({ id }: Task) {
  return { kind: 'task', id } as const;
}
