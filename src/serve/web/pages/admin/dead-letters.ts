import { requireDeadLetter } from '../../../../app/admin/log.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import type { DeadLetter } from '../../../../platform/log/port.ts';
import { formatNumber, t } from '../../texts/messages.ts';
import { moment } from '../../times.ts';
import { adminFrame, adminPage } from './frame.ts';
import { actionButton, failure, folded, jsonText } from './parts.ts';

/** One dead letter with all details, so that it can be linked from a chat or a ticket. */
export const deadLetterPage = adminPage({
  method: 'GET',
  path: '/admin/log/dead-letters/{id}',
  handler: async ({ context, param }) => {
    const letter = await requireDeadLetter(context, param('id'));
    const page = adminFrame({
      title: `${letter.group}: ${letter.event.key}`,
      at: '/admin/log',
      above: html`<p class="kicker"><a href="/admin/log#dead">${t('queues.dead')}</a></p>`,
      body: html`<section>${facts(letter)}${retryButton(letter)}
<h2>${t('log.error')}</h2><pre>${letter.error}</pre>
<h2>${t('log.event')}</h2><pre>${jsonText(letter.event.data)}</pre></section>`,
    });
    return { page };
  },
});

/** The letters of one page. */
export function deadLetterList(letters: readonly DeadLetter[]): Html {
  if (letters.length === 0) return html`<p>${t('log.noDead')}</p>`;
  const shown = letters.slice(0, LETTERS_SHOWN);
  const last = shown.at(-1);
  return html`<ul class="items">${shown.map(
    letter => html`<li class="item"><div><strong><a href="/admin/log/dead-letters/${letter.id}">${letter.group}: ${letter.event.key}</a></strong>
${facts(letter)}${failure(letter.error)}${folded(t('log.event'), letter.event.data, letter.error)}</div>${retryButton(letter)}</li>`,
  )}</ul>${letters.length > LETTERS_SHOWN && last && html`<p><a href="/admin/log?before=${last.id}#dead">${t('log.older')}</a></p>`}`;
}

function facts({ event, failedAt, attempts }: DeadLetter): Html {
  return html`<p class="meta">${t('log.deadFacts', { stream: event.stream, partition: event.partition, offset: formatNumber(event.offset), at: moment(event.at), failedAt: moment(failedAt), count: attempts })}</p>`;
}

function retryButton({ id, group, event }: DeadLetter): Html {
  return actionButton({
    action: '/admin/log/retry',
    text: t('log.retry'),
    of: t('log.ofEvent', { offset: String(event.offset), stream: event.stream, group }),
    fields: { id },
  });
}

export const LETTERS_SHOWN = 50;
