import { Problem } from '../../../../errors.ts';
import { isUuid } from '../../../../lib/ids.ts';
import type { Principal } from '../../../../model/principal.ts';
import type { Task, TaskRun } from '../../../../platform/tasks/port.ts';
import { requireTask } from '../../../admin/tasks.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../layout.ts';
import type { PageCall } from '../../page-route.ts';
import { moment } from '../../times.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from './frame.ts';
import { checkbox, dataTable, failure, number, refusalIn, section } from './parts.ts';
import { minuteInUtc, taskFields } from './task-fields.ts';
import { nameOfTask, outcomeInWords, pathOfTask, scheduleInWords, stateBadge, taskButtons } from './tasks.ts';

export const taskPage = adminPage({
  method: 'GET',
  path: '/admin/tasks/{id}',
  handler: async call => ({ page: await showTask(call, { done: doneBy(call, DONE) }) }),
});

export async function showTask(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const { context, query } = call;
  const task = await requireTask(context, idOfTask(call));
  const before = query('before');
  const runs = await context.tasks.runs(task.id, {
    ...(before !== undefined && isUuid(before) ? { before } : {}),
    most: SHOWN + 1,
  });
  return adminFrame({
    title: nameOfTask(task),
    at: '/admin/tasks',
    above: html`<p class="kicker"><a href="/admin/tasks">Tasks</a></p>`,
    body: html`${section(outcome, 'state', 'How it stands', facts(task))}
${section(outcome, 'runs', 'Runs', runTable(task, runs))}
${section(outcome, 'edit', 'Edit', editForm(call, task, outcome))}
${section(outcome, 'remove', 'Remove', removeForm(task))}`,
  });
}

export function idOfTask({ param }: PageCall<Principal>): string {
  const id = param('id');
  if (!isUuid(id)) throw new Problem('not-found', 'There is no such task.');
  return id;
}

function facts(task: Task): Html {
  const { schedule } = task;
  return html`<dl class="facts">
<dt>State</dt><dd>${stateBadge(task)}</dd>
<dt>Kind</dt><dd>${task.kind}</dd>
<dt>When</dt><dd>${scheduleInWords(schedule)}</dd>
<dt>Next run</dt><dd>${task.nextRunAt ? moment(task.nextRunAt) : 'None'}</dd>
<dt>Last run</dt><dd>${task.lastRun ? html`${moment(task.lastRun.startedAt)}: ${outcomeInWords(task.lastRun).toLowerCase()}` : 'Never'}</dd>
</dl>
${taskButtons(task, pathOfTask(task))}`;
}

function runTable(task: Task, runs: readonly TaskRun[]): Html {
  const shown = runs.slice(0, SHOWN);
  const last = shown.at(-1);
  if (!last) return html`<p>It has not run yet. “Run now” does not wait for its time.</p>`;
  return html`${dataTable({
    caption: `Runs of ${nameOfTask(task)}`,
    columns: ['Due', 'Started', 'Outcome', { name: 'Try', kind: 'number' }],
    rows: shown.map(run => [
      html`${moment(run.dueAt)}${run.byHand && html`<p class="meta">By hand</p>`}`,
      moment(run.startedAt),
      html`${outcomeInWords(run)}${failure(run.error)}`,
      number(run.attempt),
    ]),
  })}${runs.length > SHOWN && html`<p><a href="${pathOfTask(task)}?before=${last.id}#runs">Earlier runs</a></p>`}`;
}

function editForm({ field }: PageCall<Principal>, task: Task, outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'edit');
  const present = presentValues(task);
  const kept = (name: string, otherwise: string) =>
    refusal ? field(name) : (present.get(name) ?? otherwise);
  return html`<form method="post" action="${pathOfTask(task)}/edit#edit">
${taskFields({ kept, refusal })}
<button class="plain">Save task</button></form>`;
}

function presentValues({ schedule, payload, missed, overlap, retries }: Task): ReadonlyMap<string, string> {
  return new Map([
    ['payload', JSON.stringify(payload ?? null, null, 2)],
    ['missed', missed],
    ['overlap', overlap],
    ['retries', String(retries)],
    ...('at' in schedule
      ? [['at', minuteInUtc(schedule.at)] as const]
      : [['cron', schedule.cron] as const, ['timeZone', schedule.timeZone] as const]),
  ]);
}

function removeForm(task: Task): Html {
  return html`<p>Removes the task and its runs. It cannot be undone. Tasks of the program itself come back when it starts again: pause those instead.</p>
<form method="post" action="${pathOfTask(task)}/remove#remove">
${checkbox({ name: 'confirm', label: `Yes, remove ${nameOfTask(task)}`, required: true })}
<button class="plain danger">Remove task</button></form>`;
}

const SHOWN = 25;

const DONE: DoneWords = new Map<string, DoneWord>([
  ['created', ['state', () => 'The task was created.']],
  ['edited', ['edit', () => 'The task was changed.']],
  ['paused', ['state', () => 'The task is paused.']],
  ['resumed', ['state', () => 'The task is resumed.']],
  ['run', ['state', () => 'The task will run now.']],
]);
