import { type Html, html } from '../../../../../app/markup/html.ts';
import type { MutedWords } from '../../../../../feeds/readers/preferences.ts';
import { t } from '../../../texts/messages.ts';
import { moment } from '../../../times.ts';
import { actionButton, dataTable, selectField } from '../../admin/parts.ts';
import { type Outcome, refusalIn } from '../../outcome.ts';
import { textField } from '../../parts.ts';

/** FEED-14: muted words and phrases, with an optional expiry. */
export function mutedPart(muted: readonly MutedWords[], now: Date, outcome: Outcome): Html {
  return html`<p>${t('feeds.mutedText')}</p>
${muted.length > 0 ? wordTable(muted, now) : html`<p class="meta">${t('feeds.noMuted')}</p>`}
<form class="inline" method="post" action="/account/feeds/mute#muted">${textField({ name: 'words', label: t('feeds.words'), autocomplete: 'off', refusal: refusalIn(outcome, 'muted') })}
${selectField({ name: 'for', label: t('feeds.muteFor'), value: 'good', options: MUTE_SPANS.map(span => [span, t(`feeds.muteFor.${span}`)]) })}
<button class="plain">${t('feeds.mute')}</button></form>`;
}

function wordTable(muted: readonly MutedWords[], now: Date): Html {
  return dataTable({
    caption: t('feeds.muted'),
    columns: [t('feeds.words'), t('feeds.until'), t('feeds.change')],
    rows: muted.map(({ id, words, until }) => [
      html`<strong dir="auto">${words}</strong>`,
      until === null
        ? t('feeds.muteFor.good')
        : html`${moment(until)}${until <= now && html` <span class="badge">${t('feeds.expired')}</span>`}`,
      actionButton({
        action: '/account/feeds/unmute#muted',
        text: t('feeds.unmute'),
        of: words,
        fields: { id },
      }),
    ]),
  });
}

export const MUTE_SPANS = ['day', 'week', 'month', 'good'] as const;
export const MUTE_DAYS = { day: 1, week: 7, month: 30 } as const;
