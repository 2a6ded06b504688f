import { listQueues } from '../../../../app/admin/queues.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import type { Principal } from '../../../../model/principal.ts';
import { isInternalQueue, type QueueState } from '../../../../platform/broker/index.ts';
import type { Page } from '../../page.ts';
import type { PageCall } from '../../page-route.ts';
import { formatNumber, t } from '../../texts/messages.ts';
import { moment } from '../../times.ts';
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
    title: t('admin.queues'),
    at: '/admin/queues',
    lede: html`<p class="lede">${t('queues.lede')}</p>`,
    body: html`${section(outcome, 'queues', t('queues.all'), queues.length > 0 ? table(queues) : NONE)}
${section(
  outcome,
  'new',
  t('queues.create'),
  html`<p>${t('queues.createText')}</p>
<form class="inline" method="post" action="/admin/queues#new">${textField({ name: 'name', label: t('queues.name'), value: refusal ? field('name') : '', autocomplete: 'off', hint: t('queues.nameHint'), refusal })}<button class="plain">${t('queues.createButton')}</button></form>`,
)}`,
  });
}

const NONE = html`<p>${t('queues.none', { scope: html`<code>queues:use</code>`, api: html`<a href="/api/docs#queues">${t('queues.api')}</a>` })}</p>`;

function table(queues: readonly QueueState[]): Html {
  return dataTable({
    caption: t('queues.caption'),
    columns: [
      t('queues.queue'),
      { name: t('queues.waiting'), kind: 'number' },
      { name: t('queues.delayed'), kind: 'number' },
      { name: t('queues.inFlight'), kind: 'number' },
      { name: t('queues.stuck'), kind: 'number' },
      { name: t('queues.lastMinute'), kind: 'number' },
      t('queues.oldest'),
    ],
    rows: queues.map(queue => [
      html`<a href="${pathOfQueue(queue.name)}">${queue.name}</a>${badges(queue)}`,
      formatNumber(queue.pending),
      formatNumber(queue.delayed),
      formatNumber(queue.inFlight),
      formatNumber(queue.stuck),
      formatNumber(queue.publishedLastMinute),
      queue.oldestPendingAt ? moment(queue.oldestPendingAt) : '–',
    ]),
  });
}

export function badges({ name, settings }: QueueState): Html {
  return html`${settings.paused && html` <span class="badge bad">${t('queues.paused')}</span>`}${isInternalQueue(name) && html` <span class="badge">${t('queues.internal')}</span>`}`;
}

export function pathOfQueue(name: string): string {
  return `/admin/queues/${encodeURIComponent(name)}`;
}
