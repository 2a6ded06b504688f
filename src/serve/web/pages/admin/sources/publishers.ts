import { type NamedPublisher, namedPublishers } from '../../../../../app/admin/publishers.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import type { Principal } from '../../../../../model/principal.ts';
import type { PageCall } from '../../../page-route.ts';
import { t } from '../../../texts/messages.ts';
import { moment } from '../../../times.ts';
import { textField } from '../../parts.ts';
import type { Outcome } from '../frame.ts';
import { actionButton, refusalIn, section } from '../parts.ts';
import { pathOfSource } from './parts.ts';

/** SRC-6: the people who may submit articles to a source; only submit sources have any. */
export async function publishersSection(
  call: PageCall<Principal>,
  source: ScheduledSource,
  outcome: Outcome,
): Promise<Html | false> {
  if (source.kind !== 'submit') return false;
  const publishers = await namedPublishers(call.context.database, source.id);
  return section(
    outcome,
    'publishers',
    t('sources.publishers'),
    html`<p>${t('sources.publishersText')}</p>
${publishers.length === 0 ? html`<p>${t('sources.noPublishers')}</p>` : html`<ul class="items">${publishers.map(each => publisherItem(source, each))}</ul>`}
${verifyForm(call, source, outcome)}`,
  );
}

function publisherItem(source: ScheduledSource, { userId, verifiedAt, name, email }: NamedPublisher): Html {
  const remove = actionButton({
    action: `${pathOfSource(source)}/publishers/remove#publishers`,
    text: t('sources.remove'),
    of: name,
    fields: { user: userId },
  });
  return html`<li class="item"><div><strong>${name}</strong><p class="meta">${email}<br>${t('sources.verifiedAt', { at: moment(verifiedAt) })}</p></div>${remove}</li>`;
}

function verifyForm({ field }: PageCall<Principal>, source: ScheduledSource, outcome: Outcome): Html {
  const refusal = refusalIn(outcome, 'publishers');
  return html`<form class="inline" method="post" action="${pathOfSource(source)}/publishers/verify#publishers">${textField(
    {
      name: 'email',
      label: t('sources.publisherEmail'),
      type: 'email',
      value: refusal ? field('email') : '',
      autocomplete: 'off',
      refusal,
    },
  )}<button class="plain">${t('sources.verify')}</button></form>`;
}
