import { deadLetterQueueOf, listQueues, requireQueue } from '../../../../app/admin/queues.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import type { Principal } from '../../../../model/principal.ts';
import { isInternalQueue, type PeekedMessage, type QueueState } from '../../../../platform/broker/index.ts';
import type { Page } from '../../page.ts';
import type { PageCall } from '../../page-route.ts';
import { formatNumber, t } from '../../texts/messages.ts';
import { moment } from '../../times.ts';
import { textField } from '../parts.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from './frame.ts';
import { actionButton, checkbox, failure, folded, refusalIn, section } from './parts.ts';
import { badges, pathOfQueue } from './queues.ts';

export const queuePage = adminPage({
  method: 'GET',
  path: '/admin/queues/{queue}',
  handler: async call => ({ page: await showQueue(call, { done: doneBy(call, DONE) }) }),
});

export async function showQueue(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const view = await readQueue(call, outcome);
  const { queue, sources } = view;
  return adminFrame({
    title: queue.name,
    at: '/admin/queues',
    above: html`<p class="kicker"><a href="/admin/queues">${t('admin.queues')}</a></p>`,
    lede: html`<p class="meta">${badges(queue)}</p>`,
    body: html`${stateSection(view)}${messageSection(view)}${sources.length === 0 && deadSection(view)}${settingsSection(view)}${purgeSection(view)}`,
  });
}

async function readQueue({ context, param, field }: PageCall<Principal>, outcome: Outcome): Promise<View> {
  const queue = await requireQueue(context, param('queue'));
  const queues = await listQueues(context);
  const deadLetterQueue = deadLetterQueueOf(queue);
  const hasDeadLetters = queues.some(({ name }) => name === deadLetterQueue);
  const [waiting, dead] = await Promise.all([
    context.broker.peek(queue.name, { limit: SHOWN }),
    hasDeadLetters ? context.broker.peek(deadLetterQueue, { limit: SHOWN }) : [],
  ]);
  const refused = outcome.refused !== undefined;
  return {
    ...outcome,
    queue,
    waiting,
    dead,
    sources: queues.filter(each => deadLetterQueueOf(each) === queue.name).map(({ name }) => name),
    fieldValue: (name, otherwise) => (refused && field(name) !== '' ? field(name) : otherwise),
  };
}

function stateSection(view: View): Html {
  const { queue } = view;
  return section(
    view,
    'state',
    t('admin.state'),
    html`<dl class="facts">
<dt>${t('queues.waiting')}</dt><dd>${formatNumber(queue.pending)}${queue.oldestPendingAt && t('queues.oldestSince', { at: moment(queue.oldestPendingAt) })}</dd>
<dt>${t('queues.delayed')}</dt><dd>${formatNumber(queue.delayed)}</dd>
<dt>${t('queues.inFlight')}</dt><dd>${formatNumber(queue.inFlight)}</dd>
<dt>${t('queues.stuck')}</dt><dd>${formatNumber(queue.stuck)}</dd>
<dt>${t('queues.lastMinuteLong')}</dt><dd>${formatNumber(queue.publishedLastMinute)}</dd>
</dl>`,
  );
}

/** A dead-letter queue shows its messages with a redrive button. */
function messageSection(view: View): Html {
  const { queue, waiting, sources } = view;
  const isForDead = sources.length > 0;
  const body =
    waiting.length > 0
      ? html`<p class="meta">${t('queues.oldestShown', { count: waiting.length })}</p>
${messages(waiting, message => isForDead && redriveOne(queue.name, message))}
${isForDead && redriveAll(queue.name)}`
      : html`<p>${t('queues.nothing')}</p>`;
  return section(
    view,
    'messages',
    t('queues.messages'),
    html`${isForDead && html`<p>${t('queues.forDead', { queues: sources.map((name, index) => html`${index > 0 && ', '}<a href="${pathOfQueue(name)}">${name}</a>`) })}</p>`}${body}`,
  );
}

function deadSection(view: View): Html {
  const { queue, dead } = view;
  return section(
    view,
    'dead',
    t('queues.dead'),
    html`<p>${t('queues.deadText', { count: queue.settings.maxReceives, queue: html`<code>${deadLetterQueueOf(queue)}</code>` })}</p>
${dead.length > 0 ? html`${messages(dead, message => redriveOne(queue.name, message))}${redriveAll(queue.name)}` : html`<p class="meta">${t('queues.noDead')}</p>`}`,
  );
}

function messages(list: readonly PeekedMessage[], action: (message: PeekedMessage) => Html | false): Html {
  return html`<ul class="items">${list.map(
    message => html`<li class="item"><div><strong>${t('queues.message', { id: message.id })}</strong>
<p class="meta">${t('queues.published', { at: moment(message.publishedAt) })}${message.dueAt && t('queues.due', { at: moment(message.dueAt) })}${message.group !== null && html` · ${t('queues.group', { name: message.group })}`} · ${message.receives === 0 ? t('queues.notDelivered') : t('queues.delivered', { count: message.receives })}</p>
${failure(message.lastError)}${folded(t('queues.body'), message.body, message.lastError)}</div>${action(message)}</li>`,
  )}</ul>`;
}

function redriveOne(queue: string, { id }: PeekedMessage): Html {
  return actionButton({
    action: `${pathOfQueue(queue)}/redrive`,
    text: t('queues.redrive'),
    of: t('queues.ofMessage', { id }),
    fields: { id },
  });
}

function redriveAll(queue: string): Html {
  return html`<form method="post" action="${pathOfQueue(queue)}/redrive"><button class="plain">${t('queues.redriveAll')}</button></form>`;
}

function settingsSection(view: View): Html {
  const { queue, fieldValue } = view;
  const { visibilityMs, maxReceives, deadLetterQueue, paused } = queue.settings;
  const refusal = refusalIn(view, 'settings');
  return section(
    view,
    'settings',
    t('queues.settings'),
    html`<form method="post" action="${pathOfQueue(queue.name)}/settings#settings">
${textField({ name: 'visibility', label: t('queues.visibility'), type: 'number', value: fieldValue('visibility', String(Math.round(visibilityMs / 1_000))), autocomplete: 'off', hint: t('queues.visibilityHint'), refusal })}
${textField({ name: 'maxReceives', label: t('queues.maxReceives'), type: 'number', value: fieldValue('maxReceives', String(maxReceives)), autocomplete: 'off', hint: t('queues.maxReceivesHint'), refusal })}
${textField({ name: 'deadLetterQueue', label: t('queues.deadQueue'), value: fieldValue('deadLetterQueue', deadLetterQueue ?? ''), autocomplete: 'off', hint: t('queues.deadQueueHint', { queue: queue.name }), required: false, refusal })}
${checkbox({ name: 'paused', label: t('queues.pausedLong'), checked: paused })}
<button class="plain">${t('queues.save')}</button></form>`,
  );
}

function purgeSection(view: View): Html {
  const { queue } = view;
  return section(
    view,
    'purge',
    t('queues.purge'),
    isInternalQueue(queue.name)
      ? html`<p>${t('queues.internalText')}</p>`
      : html`<p>${t('queues.purgeText')}</p>
<form method="post" action="${pathOfQueue(queue.name)}/purge#purge">
${checkbox({ name: 'confirm', label: t('queues.purgeYes', { queue: queue.name }), required: true })}
<button class="plain danger">${t('queues.purgeButton')}</button></form>`,
  );
}

const SHOWN = 20;

const DONE: DoneWords = new Map<string, DoneWord>([
  ['made', ['settings', () => t('queues.done.created')]],
  ['settings', ['settings', () => t('queues.done.settings')]],
  ['purged', ['purge', count => t('queues.done.purged', { count })]],
  ['redriven', ['state', count => t('queues.done.redriven', { count })]],
]);

interface View extends Outcome {
  readonly queue: QueueState;
  readonly waiting: readonly PeekedMessage[];
  readonly dead: readonly PeekedMessage[];
  /** Queues whose dead-letter queue this is. */
  readonly sources: readonly string[];
  /** The submitted value of a refused form, else the stored value. */
  readonly fieldValue: (name: string, otherwise: string) => string;
}
