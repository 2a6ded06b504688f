import type { Principal } from '../../../../model/principal.ts';
import { isOwnQueue, type PeekedMessage, type QueueState } from '../../../../platform/broker/index.ts';
import { deadLetterQueueOf, listQueues, requireQueue } from '../../../admin/queues.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../layout.ts';
import type { PageCall } from '../../page-route.ts';
import { moment } from '../../times.ts';
import { textField } from '../parts.ts';
import { adminFrame, adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from './frame.ts';
import { actionButton, checkbox, counted, failure, folded, number, refusalIn, section } from './parts.ts';
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
    above: html`<p class="kicker"><a href="/admin/queues">Queues</a></p>`,
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
    context.broker.peek(queue.name, { most: SHOWN }),
    hasDeadLetters ? context.broker.peek(deadLetterQueue, { most: SHOWN }) : [],
  ]);
  const refused = outcome.refused !== undefined;
  return {
    ...outcome,
    queue,
    waiting,
    dead,
    sources: queues.filter(each => deadLetterQueueOf(each) === queue.name).map(({ name }) => name),
    kept: (name, otherwise) => (refused && field(name) !== '' ? field(name) : otherwise),
  };
}

function stateSection(view: View): Html {
  const { queue } = view;
  return section(
    view,
    'state',
    'How it stands',
    html`<dl class="facts">
<dt>Waiting</dt><dd>${number(queue.pending)}${queue.oldestPendingAt && html`, the oldest since ${moment(queue.oldestPendingAt)}`}</dd>
<dt>Delayed</dt><dd>${number(queue.delayed)}</dd>
<dt>In flight</dt><dd>${number(queue.inFlight)}</dd>
<dt>Stuck</dt><dd>${number(queue.stuck)}</dd>
<dt>Published in the last minute</dt><dd>${number(queue.publishedLastMinute)}</dd>
</dl>`,
  );
}

/** A queue that others put aside into shows its messages with the way back. */
function messageSection(view: View): Html {
  const { queue, waiting, sources } = view;
  const isForDead = sources.length > 0;
  const body =
    waiting.length > 0
      ? html`<p class="meta">The ${waiting.length === 1 ? 'oldest' : `${waiting.length} oldest`}. Looking does not take them.</p>
${messages(waiting, message => isForDead && redriveOne(queue.name, message))}
${isForDead && redriveAll(queue.name)}`
      : html`<p>Nothing waits here.</p>`;
  return section(
    view,
    'messages',
    'Waiting messages',
    html`${isForDead && html`<p>Messages of ${sources.map((name, index) => html`${index > 0 && ', '}<a href="${pathOfQueue(name)}">${name}</a>`)} that failed too often are put aside here.</p>`}${body}`,
  );
}

function deadSection(view: View): Html {
  const { queue, dead } = view;
  return section(
    view,
    'dead',
    'Dead letters',
    html`<p>A message that was delivered ${counted(queue.settings.maxReceives, 'time').toLowerCase()} and never deleted is put aside in <code>${deadLetterQueueOf(queue)}</code>.</p>
${dead.length > 0 ? html`${messages(dead, message => redriveOne(queue.name, message))}${redriveAll(queue.name)}` : html`<p class="meta">There are none.</p>`}`,
  );
}

function messages(list: readonly PeekedMessage[], action: (message: PeekedMessage) => Html | false): Html {
  return html`<ul class="items">${list.map(
    message => html`<li class="item"><div><strong>Message ${message.id}</strong>
<p class="meta">Published ${moment(message.publishedAt)}${message.dueAt && html`, due ${moment(message.dueAt)}`}${message.group !== null && ` · group ${message.group}`} · ${message.receives === 0 ? 'not delivered yet' : `delivered ${counted(message.receives, 'time').toLowerCase()}`}</p>
${failure(message.lastError)}${folded('Body', message.body, message.lastError)}</div>${action(message)}</li>`,
  )}</ul>`;
}

function redriveOne(queue: string, { id }: PeekedMessage): Html {
  return actionButton({
    action: `${pathOfQueue(queue)}/redrive`,
    text: 'Redrive',
    of: `message ${id}`,
    fields: { id },
  });
}

function redriveAll(queue: string): Html {
  return html`<form method="post" action="${pathOfQueue(queue)}/redrive"><button class="plain">Redrive all</button></form>`;
}

function settingsSection(view: View): Html {
  const { queue, kept } = view;
  const { visibilityMs, maxReceives, deadLetterQueue, paused } = queue.settings;
  const refusal = refusalIn(view, 'settings');
  return section(
    view,
    'settings',
    'Settings',
    html`<form method="post" action="${pathOfQueue(queue.name)}/settings#settings">
${textField({ name: 'visibility', label: 'Visibility in seconds', type: 'number', value: kept('visibility', String(Math.round(visibilityMs / 1_000))), autocomplete: 'off', hint: 'How long a delivered message is hidden from others.', refusal })}
${textField({ name: 'maxReceives', label: 'Deliveries at most', type: 'number', value: kept('maxReceives', String(maxReceives)), autocomplete: 'off', hint: 'After so many a message that was not deleted is put aside.', refusal })}
${textField({ name: 'deadLetterQueue', label: 'Dead-letter queue', value: kept('deadLetterQueue', deadLetterQueue ?? ''), autocomplete: 'off', hint: `Empty: ${queue.name}.dead`, required: false, refusal })}
${checkbox({ name: 'paused', label: 'Paused: messages are taken on and none is delivered', checked: paused })}
<button class="plain">Save settings</button></form>`,
  );
}

function purgeSection(view: View): Html {
  const { queue } = view;
  return section(
    view,
    'purge',
    'Purge',
    isOwnQueue(queue.name)
      ? html`<p>This queue belongs to the program itself. Its messages are not for purging.</p>`
      : html`<p>Removes every message that is not in flight. It cannot be undone.</p>
<form method="post" action="${pathOfQueue(queue.name)}/purge#purge">
${checkbox({ name: 'confirm', label: `Yes, remove what waits in ${queue.name}`, required: true })}
<button class="plain danger">Purge queue</button></form>`,
  );
}

const SHOWN = 20;

const DONE: DoneWords = new Map<string, DoneWord>([
  ['made', ['settings', () => 'The queue was made.']],
  ['settings', ['settings', () => 'The settings were saved.']],
  ['purged', ['purge', count => `${counted(count, 'message')} removed.`]],
  ['redriven', ['state', count => `${counted(count, 'message')} moved back.`]],
]);

interface View extends Outcome {
  readonly queue: QueueState;
  readonly waiting: readonly PeekedMessage[];
  readonly dead: readonly PeekedMessage[];
  /** Queues whose dead letters come here. */
  readonly sources: readonly string[];
  /** What was typed into a form that was refused, else what belongs there. */
  readonly kept: (name: string, otherwise: string) => string;
}
