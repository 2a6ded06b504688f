import { requireTask } from '../../../../app/admin/tasks.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import { Problem } from '../../../../errors.ts';
import { isUuid } from '../../../../lib/ids.ts';
import type { Principal } from '../../../../model/principal.ts';
import type { Task, TaskRun } from '../../../../platform/tasks/port.ts';
import type { Page } from '../../layout.ts';
import type { PageCall } from '../../page-route.ts';
import { moment } from '../../times.ts';
import { figure, say } from '../../words/say.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from './frame.ts';
import { checkbox, dataTable, failure, refusalIn, section } from './parts.ts';
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
    above: html`<p class="kicker"><a href="/admin/tasks">${say('admin.tasks')}</a></p>`,
    body: html`${section(outcome, 'state', say('admin.state'), facts(task))}
${section(outcome, 'runs', say('tasks.runs'), runTable(task, runs))}
${section(outcome, 'edit', say('tasks.edit'), editForm(call, task, outcome))}
${section(outcome, 'remove', say('tasks.remove'), removeForm(task))}`,
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
<dt>${say('tasks.state')}</dt><dd>${stateBadge(task)}</dd>
<dt>${say('tasks.kind')}</dt><dd>${task.kind}</dd>
<dt>${say('tasks.when')}</dt><dd>${scheduleInWords(schedule)}</dd>
<dt>${say('tasks.next')}</dt><dd>${task.nextRunAt ? moment(task.nextRunAt) : say('tasks.noNext')}</dd>
<dt>${say('tasks.last')}</dt><dd>${task.lastRun ? html`${moment(task.lastRun.startedAt)}: ${outcomeInWords(task.lastRun)}` : say('tasks.never')}</dd>
</dl>
${taskButtons(task, pathOfTask(task))}`;
}

function runTable(task: Task, runs: readonly TaskRun[]): Html {
  const shown = runs.slice(0, SHOWN);
  const last = shown.at(-1);
  if (!last) return html`<p>${say('tasks.noRuns')}</p>`;
  return html`${dataTable({
    caption: say('tasks.runsOf', { name: nameOfTask(task) }),
    columns: [
      say('tasks.due'),
      say('tasks.started'),
      say('tasks.outcome'),
      { name: say('tasks.try'), kind: 'number' },
    ],
    rows: shown.map(run => [
      html`${moment(run.dueAt)}${run.byHand && html`<p class="meta">${say('tasks.byHand')}</p>`}`,
      moment(run.startedAt),
      html`${outcomeInWords(run)}${failure(run.error)}`,
      figure(run.attempt),
    ]),
  })}${runs.length > SHOWN && html`<p><a href="${pathOfTask(task)}?before=${last.id}#runs">${say('tasks.earlier')}</a></p>`}`;
}

function editForm({ field }: PageCall<Principal>, task: Task, outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'edit');
  const present = presentValues(task);
  const kept = (name: string, otherwise: string) =>
    refusal ? field(name) : (present.get(name) ?? otherwise);
  return html`<form method="post" action="${pathOfTask(task)}/edit#edit">
${taskFields({ kept, refusal })}
<button class="plain">${say('tasks.save')}</button></form>`;
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
  return html`<p>${say('tasks.removeText')}</p>
<form method="post" action="${pathOfTask(task)}/remove#remove">
${checkbox({ name: 'confirm', label: say('tasks.removeYes', { name: nameOfTask(task) }), required: true })}
<button class="plain danger">${say('tasks.removeButton')}</button></form>`;
}

const SHOWN = 25;

const DONE: DoneWords = new Map<string, DoneWord>([
  ['created', ['state', () => say('tasks.done.created')]],
  ['edited', ['edit', () => say('tasks.done.edited')]],
  ['paused', ['state', () => say('tasks.done.paused')]],
  ['resumed', ['state', () => say('tasks.done.resumed')]],
  ['run', ['state', () => say('tasks.done.run')]],
]);
