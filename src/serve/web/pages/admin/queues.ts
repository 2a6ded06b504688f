import { listQueues } from '../../../../app/admin/queues.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import type { Principal } from '../../../../model/principal.ts';
import { isOwnQueue, type QueueState } from '../../../../platform/broker/index.ts';
import type { Page } from '../../layout.ts';
import type { PageCall } from '../../page-route.ts';
import { moment } from '../../times.ts';
import { figure, say } from '../../words/say.ts';
import { textField } from '../parts.ts';
import { adminFrame, adminPage, type Outcome } from './frame.ts';
import { dataTable, refusalIn, section } from './parts.ts';

export const queuesPage = adminPage({
  method: 'GET',
  path: '/admin/queues',
  handler: async call => ({ page: await showQueues(call, {}) }),
});

export async function showQueues({ context, field }: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const queues = await listQueues(context);
  const refusal = refusalIn(outcome, 'new');
  return adminFrame({
    title: say('admin.queues'),
    at: '/admin/queues',
    lede: html`<p class="lede">${say('queues.lede')}</p>`,
    body: html`${section(outcome, 'queues', say('queues.all'), queues.length > 0 ? table(queues) : NONE)}
${section(
  outcome,
  'new',
  say('queues.make'),
  html`<p>${say('queues.makeText')}</p>
<form class="inline" method="post" action="/admin/queues#new">${textField({ name: 'name', label: say('queues.name'), value: refusal ? field('name') : '', autocomplete: 'off', hint: say('queues.nameHint'), refusal })}<button class="plain">${say('queues.makeButton')}</button></form>`,
)}`,
  });
}

const NONE = html`<p>${say('queues.none', { scope: html`<code>queues:use</code>`, api: html`<a href="/api/docs#queues">${say('queues.api')}</a>` })}</p>`;

function table(queues: readonly QueueState[]): Html {
  return dataTable({
    caption: say('queues.caption'),
    columns: [
      say('queues.queue'),
      { name: say('queues.waiting'), kind: 'number' },
      { name: say('queues.delayed'), kind: 'number' },
      { name: say('queues.inFlight'), kind: 'number' },
      { name: say('queues.stuck'), kind: 'number' },
      { name: say('queues.lastMinute'), kind: 'number' },
      say('queues.oldest'),
    ],
    rows: queues.map(queue => [
      html`<a href="${pathOfQueue(queue.name)}">${queue.name}</a>${badges(queue)}`,
      figure(queue.pending),
      figure(queue.delayed),
      figure(queue.inFlight),
      figure(queue.stuck),
      figure(queue.publishedLastMinute),
      queue.oldestPendingAt ? moment(queue.oldestPendingAt) : '–',
    ]),
  });
}

export function badges({ name, settings }: QueueState): Html {
  return html`${settings.paused && html` <span class="badge bad">${say('queues.paused')}</span>`}${isOwnQueue(name) && html` <span class="badge">${say('queues.own')}</span>`}`;
}

export function pathOfQueue(name: string): string {
  return `/admin/queues/${encodeURIComponent(name)}`;
}
