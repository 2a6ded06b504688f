import { requireTask } from '../../../../app/admin/tasks.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import { Problem } from '../../../../errors.ts';
import { isUuid } from '../../../../lib/ids.ts';
import type { Principal } from '../../../../model/principal.ts';
import type { Task, TaskRun } from '../../../../platform/tasks/port.ts';
import { reason } from '../../../../reasons.ts';
import type { Page } from '../../page.ts';
import type { PageCall } from '../../page-route.ts';
import { formatNumber, t } from '../../texts/messages.ts';
import { moment } from '../../times.ts';
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
    limit: SHOWN + 1,
  });
  return adminFrame({
    title: nameOfTask(task),
    at: '/admin/tasks',
    above: html`<p class="kicker"><a href="/admin/tasks">${t('admin.tasks')}</a></p>`,
    body: html`${section(outcome, 'state', t('admin.state'), facts(task))}
${section(outcome, 'runs', t('tasks.runs'), runTable(task, runs))}
${section(outcome, 'edit', t('tasks.edit'), editForm(call, task, outcome))}
${section(outcome, 'remove', t('tasks.remove'), removeForm(task))}`,
  });
}

export function idOfTask({ param }: PageCall<Principal>): string {
  const id = param('id');
  if (!isUuid(id)) throw new Problem('not-found', reason('task-unknown'));
  return id;
}

function facts(task: Task): Html {
  const { schedule } = task;
  return html`<dl class="facts">
<dt>${t('tasks.state')}</dt><dd>${stateBadge(task)}</dd>
<dt>${t('tasks.kind')}</dt><dd>${task.kind}</dd>
<dt>${t('tasks.when')}</dt><dd>${scheduleInWords(schedule)}</dd>
<dt>${t('tasks.next')}</dt><dd>${task.nextRunAt ? moment(task.nextRunAt) : t('tasks.noNext')}</dd>
<dt>${t('tasks.last')}</dt><dd>${task.lastRun ? html`${moment(task.lastRun.startedAt)}: ${outcomeInWords(task.lastRun)}` : t('tasks.never')}</dd>
</dl>
${taskButtons(task, pathOfTask(task))}`;
}

function runTable(task: Task, runs: readonly TaskRun[]): Html {
  const shown = runs.slice(0, SHOWN);
  const last = shown.at(-1);
  if (!last) return html`<p>${t('tasks.noRuns')}</p>`;
  return html`${dataTable({
    caption: t('tasks.runsOf', { name: nameOfTask(task) }),
    columns: [
      t('tasks.due'),
      t('tasks.started'),
      t('tasks.outcome'),
      { name: t('tasks.try'), kind: 'number' },
    ],
    rows: shown.map(run => [
      html`${moment(run.dueAt)}${run.byHand && html`<p class="meta">${t('tasks.manual')}</p>`}`,
      moment(run.startedAt),
      html`${outcomeInWords(run)}${failure(run.error)}`,
      formatNumber(run.attempt),
    ]),
  })}${runs.length > SHOWN && html`<p><a href="${pathOfTask(task)}?before=${last.id}#runs">${t('tasks.earlier')}</a></p>`}`;
}

function editForm({ field }: PageCall<Principal>, task: Task, outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'edit');
  const present = presentValues(task);
  const fieldValue = (name: string, otherwise: string) =>
    refusal ? field(name) : (present.get(name) ?? otherwise);
  return html`<form method="post" action="${pathOfTask(task)}/edit#edit">
${taskFields({ fieldValue, refusal })}
<button class="plain">${t('tasks.save')}</button></form>`;
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
  return html`<p>${t('tasks.removeText')}</p>
<form method="post" action="${pathOfTask(task)}/remove#remove">
${checkbox({ name: 'confirm', label: t('tasks.removeYes', { name: nameOfTask(task) }), required: true })}
<button class="plain danger">${t('tasks.removeButton')}</button></form>`;
}

const SHOWN = 25;

const DONE: DoneWords = new Map<string, DoneWord>([
  ['created', ['state', () => t('tasks.done.created')]],
  ['edited', ['edit', () => t('tasks.done.edited')]],
  ['paused', ['state', () => t('tasks.done.paused')]],
  ['resumed', ['state', () => t('tasks.done.resumed')]],
  ['run', ['state', () => t('tasks.done.run')]],
]);
