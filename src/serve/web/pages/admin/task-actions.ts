import { actingPerson } from '../../../../app/admin/audited.ts';
import {
  createTask,
  editTask,
  pauseTask,
  removeTask,
  requireTask,
  resumeTask,
  runTask,
} from '../../../../app/admin/tasks.ts';
import { Problem } from '../../../../errors.ts';
import type { Principal } from '../../../../model/principal.ts';
import { reason } from '../../../../reasons.ts';
import type { PageCall, PageRoute } from '../../page-route.ts';
import { adminAction } from './frame.ts';
import { idOfTask, showTask } from './task.ts';
import { isSameSchedule, readTaskFields } from './task-fields.ts';
import { pathOfTask, showTasks } from './tasks.ts';

export const TASK_ACTIONS: readonly PageRoute[] = [
  adminAction('/admin/tasks', showTasks, 'new', async call => {
    const { context, principal, client, field } = call;
    const name = field('name').trim();
    const task = await createTask(context, actingPerson(principal, client), {
      kind: field('kind').trim(),
      ...(name === '' ? {} : { name }),
      ...readTaskFields(call),
    });
    return { redirect: `${pathOfTask(task)}?done=created` };
  }),
  adminAction('/admin/tasks/{id}/edit', showTask, 'edit', async call => {
    const { context, principal, client } = call;
    const present = await requireTask(context, idOfTask(call));
    const { schedule, ...rest } = readTaskFields(call);
    // Setting a schedule re-arms the task: a finished one would run again although only its payload was
    // edited.
    const change = isSameSchedule(present.schedule, schedule) ? rest : { ...rest, schedule };
    await editTask(context, actingPerson(principal, client), present.id, change);
    return { redirect: `${pathOfTask(present)}?done=edited` };
  }),
  change('pause', 'paused', pauseTask),
  change('resume', 'resumed', resumeTask),
  change('run', 'run', runTask),
  adminAction('/admin/tasks/{id}/remove', showTask, 'remove', async call => {
    const { context, principal, client, field } = call;
    if (field('confirm') !== 'yes') throw new Problem('validation-failed', reason('confirm-required'));
    await removeTask(context, actingPerson(principal, client), idOfTask(call));
    return { redirect: '/admin/tasks?done=removed' };
  }),
];

function change(word: string, done: string, run: typeof pauseTask | typeof runTask): PageRoute {
  return adminAction(`/admin/tasks/{id}/${word}`, showTask, 'state', async call => {
    const { context, principal, client } = call;
    await run(context, actingPerson(principal, client), idOfTask(call));
    return { redirect: `${backFrom(call)}?done=${done}` };
  });
}

/** The buttons are on the list and on the page of the task. */
function backFrom(call: PageCall<Principal>): string {
  return call.field('back') === '/admin/tasks' ? '/admin/tasks' : pathOfTask({ id: idOfTask(call) });
}
