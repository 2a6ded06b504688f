import type { Principal } from '../../../../model/principal.ts';
import { isOwnQueue, type QueueState } from '../../../../platform/broker/index.ts';
import { listQueues } from '../../../admin/queues.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../layout.ts';
import type { PageCall } from '../../page-route.ts';
import { moment } from '../../times.ts';
import { textField } from '../parts.ts';
import { adminFrame, adminPage, type Outcome } from './frame.ts';
import { dataTable, number, refusalIn, section } from './parts.ts';

export const queuesPage = adminPage({
  method: 'GET',
  path: '/admin/queues',
  handler: async call => ({ page: await showQueues(call, {}) }),
});

export async function showQueues({ context, field }: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const queues = await listQueues(context);
  const refusal = refusalIn(outcome, 'new');
  return adminFrame({
    title: 'Queues',
    at: '/admin/queues',
    lede: html`<p class="lede">Work for exactly one worker: delivered at least once, and done when it is deleted.</p>`,
    body: html`${section(outcome, 'queues', 'All queues', queues.length > 0 ? table(queues) : NONE)}
${section(
  outcome,
  'new',
  'Make a queue',
  html`<p>A queue that is published to is made by itself. Make it here to choose its settings first.</p>
<form class="inline" method="post" action="/admin/queues#new">${textField({ name: 'name', label: 'Name', value: refusal ? field('name') : '', autocomplete: 'off', hint: 'Letters, digits, dots, dashes and colons.', refusal })}<button class="plain">Make queue</button></form>`,
)}`,
  });
}

const NONE = html`<p>There are no queues yet. Make one below, or publish the first message with an API token that may <code>queues:use</code>: see <a href="/api/docs#queues">the API</a>.</p>`;

function table(queues: readonly QueueState[]): Html {
  return dataTable({
    caption: 'Queues with the messages in them',
    columns: [
      'Queue',
      { name: 'Waiting', kind: 'number' },
      { name: 'Delayed', kind: 'number' },
      { name: 'In flight', kind: 'number' },
      { name: 'Stuck', kind: 'number' },
      { name: 'Last minute', kind: 'number' },
      'Oldest waiting since',
    ],
    rows: queues.map(queue => [
      html`<a href="${pathOfQueue(queue.name)}">${queue.name}</a>${badges(queue)}`,
      number(queue.pending),
      number(queue.delayed),
      number(queue.inFlight),
      number(queue.stuck),
      number(queue.publishedLastMinute),
      queue.oldestPendingAt ? moment(queue.oldestPendingAt) : '–',
    ]),
  });
}

export function badges({ name, settings }: QueueState): Html {
  return html`${settings.paused && html` <span class="badge bad">Paused</span>`}${isOwnQueue(name) && html` <span class="badge">The program’s own</span>`}`;
}

export function pathOfQueue(name: string): string {
  return `/admin/queues/${encodeURIComponent(name)}`;
}
