import { type Html, html } from '../../../../app/markup/html.ts';
import { isUuid } from '../../../../lib/ids.ts';
import type { Principal } from '../../../../model/principal.ts';
import type { Schedule, Task, TaskRun } from '../../../../platform/tasks/port.ts';
import type { Page } from '../../page.ts';
import type { PageCall } from '../../page-route.ts';
import { duration } from '../../texts/amounts.ts';
import { type Message, t } from '../../texts/messages.ts';
import { moment } from '../../times.ts';
import { textField } from '../parts.ts';
import { forecastChart } from './forecast-chart.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from './frame.ts';
import { actionButton, dataTable, refusalIn, section } from './parts.ts';
import { taskFields } from './task-fields.ts';

export const tasksPage = adminPage({
  method: 'GET',
  path: '/admin/tasks',
  handler: async call => ({ page: await showTasks(call, { done: doneBy(call, DONE) }) }),
});

export async function showTasks(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const { context, query } = call;
  const after = query('after');
  const [tasks, forecast] = await Promise.all([
    context.tasks.list({ ...(after !== undefined && isUuid(after) ? { after } : {}), limit: SHOWN + 1 }),
    context.tasks.forecast(),
  ]);
  const shown = tasks.slice(0, SHOWN);
  const last = shown.at(-1);
  return adminFrame({
    title: t('admin.tasks'),
    at: '/admin/tasks',
    lede: html`<p class="lede">${t('tasks.lede')}</p>`,
    body: html`${section(outcome, 'forecast', t('tasks.next10'), forecastChart(forecast))}
${section(
  outcome,
  'tasks',
  t('tasks.all'),
  html`${shown.length > 0 ? table(shown) : NONE}${tasks.length > SHOWN && last && html`<p><a href="/admin/tasks?after=${last.id}#tasks">${t('tasks.more')}</a></p>`}`,
)}
${section(outcome, 'new', t('tasks.create'), newForm(call, outcome, kindsOf(context, tasks)))}`,
  });
}

const NONE = html`<p>${t('tasks.none', { role: html`<code>tasks</code>` })}</p>`;

function table(tasks: readonly Task[]): Html {
  return dataTable({
    caption: t('tasks.caption'),
    columns: [
      t('tasks.task'),
      t('tasks.when'),
      t('tasks.next'),
      t('tasks.last'),
      t('tasks.state'),
      t('tasks.actions'),
    ],
    rows: tasks.map(task => [
      html`<a href="${pathOfTask(task)}">${nameOfTask(task)}</a>${task.name !== null && html`<p class="meta">${task.kind}</p>`}`,
      scheduleInWords(task.schedule),
      task.nextRunAt ? moment(task.nextRunAt) : '–',
      task.lastRun
        ? html`${moment(task.lastRun.startedAt)}<p class="meta">${outcomeInWords(task.lastRun)}</p>`
        : t('tasks.never'),
      stateBadge(task),
      taskButtons(task, '/admin/tasks'),
    ]),
  });
}

/** Pause or resume, and run; each returns to the page of the button. */
export function taskButtons(task: Task, back: string): Html {
  const of = nameOfTask(task);
  const fields = { back };
  const isOver = task.state === 'done' || task.state === 'failed';
  const change =
    task.state === 'paused'
      ? actionButton({ action: `${pathOfTask(task)}/resume`, text: t('tasks.resume'), of, fields })
      : !isOver && actionButton({ action: `${pathOfTask(task)}/pause`, text: t('tasks.pause'), of, fields });
  return html`<div class="buttons">${change}${actionButton({ action: `${pathOfTask(task)}/run`, text: t('tasks.run'), of, fields })}</div>`;
}

export function nameOfTask({ name, kind }: Task): string {
  return name ?? kind;
}

export function pathOfTask({ id }: Pick<Task, 'id'>): string {
  return `/admin/tasks/${id}`;
}

export function scheduleInWords(schedule: Schedule): Html {
  if ('at' in schedule) return html`${t('tasks.once', { at: moment(schedule.at) })}`;
  return html`<code>${schedule.cron}</code><p class="meta">${schedule.timeZone}</p>`;
}

export function outcomeInWords({ outcome, startedAt, endedAt }: TaskRun): Message {
  const words = t(`tasks.${outcome}`);
  return endedAt && outcome !== 'refused'
    ? t('tasks.after', { outcome: words, duration: duration(endedAt.getTime() - startedAt.getTime()) })
    : words;
}

export function stateBadge({ state }: Task): Html {
  const isBad = state === 'failed' || state === 'paused';
  return html`<span class="badge${isBad ? ' bad' : ''}">${t(`tasks.is.${state}`)}</span>`;
}

function newForm({ field }: PageCall<Principal>, outcome: Outcome, kinds: readonly string[]): Html {
  const refusal = refusalIn(outcome, 'new');
  const fieldValue = (name: string, otherwise: string) => (refusal ? field(name) : otherwise);
  return html`<form method="post" action="/admin/tasks#new">
${textField({ name: 'kind', label: t('tasks.kind'), value: fieldValue('kind', ''), autocomplete: 'off', hint: kinds.length > 0 ? t('tasks.kindHint', { kinds: kinds.join(', ') }) : t('tasks.kindHintNone'), refusal })}
${textField({ name: 'name', label: t('queues.name'), value: fieldValue('name', ''), autocomplete: 'off', hint: t('tasks.nameHint'), required: false, refusal })}
${taskFields({ fieldValue, refusal })}
<button>${t('tasks.createButton')}</button></form>`;
}

/**
 * Executors register kinds, perhaps in another process: kinds of existing tasks are added to those known
 * here.
 */
function kindsOf({ tasks: scheduler }: PageCall<Principal>['context'], tasks: readonly Task[]): string[] {
  const registered = scheduler.kinds().map(({ name }) => name);
  return [...new Set([...registered, ...tasks.map(({ kind }) => kind)])].sort();
}

const SHOWN = 100;

const DONE: DoneWords = new Map<string, DoneWord>([
  ['paused', ['tasks', () => t('tasks.done.paused')]],
  ['resumed', ['tasks', () => t('tasks.done.resumed')]],
  ['run', ['tasks', () => t('tasks.done.run')]],
  ['removed', ['tasks', () => t('tasks.done.removed')]],
]);
