import { addMutedWords, changeReader } from '../../../../../app/feeds/reader-changes.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import { bodyFault, Problem } from '../../../../../errors.ts';
import { type MutedWords, unmuteWords } from '../../../../../feeds/readers/preferences.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import { reason } from '../../../../../reasons.ts';
import { t } from '../../../texts/messages.ts';
import { moment } from '../../../times.ts';
import { actionButton, dataTable, selectField } from '../../admin/parts.ts';
import { memberAction } from '../../member-action.ts';
import { type Outcome, refusalIn } from '../../outcome.ts';
import { textField } from '../../parts.ts';
import { showFeedSettings } from './page.ts';

/** FEED-14: words and phrases that nobody has to see, for a while or for good. */
export function mutedPart(muted: readonly MutedWords[], now: Date, outcome: Outcome): Html {
  return html`<p>${t('feeds.mutedText')}</p>
${muted.length > 0 ? wordTable(muted, now) : html`<p class="meta">${t('feeds.noMuted')}</p>`}
<form class="inline" method="post" action="/account/feeds/mute#muted">${textField({ name: 'words', label: t('feeds.words'), autocomplete: 'off', refusal: refusalIn(outcome, 'muted') })}
${selectField({ name: 'for', label: t('feeds.muteFor'), value: 'good', options: SPANS.map(span => [span, t(`feeds.muteFor.${span}`)]) })}
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
        : html`${moment(until)}${until <= now && html` <span class="badge">${t('feeds.over')}</span>`}`,
      actionButton({
        action: '/account/feeds/unmute#muted',
        text: t('feeds.unmute'),
        of: words,
        fields: { id },
      }),
    ]),
  });
}

export const muteAction = memberAction(
  { path: '/account/feeds/mute', show: showFeedSettings, section: 'muted' },
  async ({ context, principal, field }) => {
    const words = field('words').trim();
    if (words.length > LONGEST || !/[\p{L}\p{N}]/u.test(words))
      throw new Problem('validation-failed', undefined, {
        faults: [bodyFault('/words', reason('mute-phrase-required'))],
      });
    const span = SPANS.find(each => each === field('for')) ?? 'good';
    const until = span === 'good' ? null : new Date(context.clock.now() + DAYS[span] * 86_400_000);
    await addMutedWords(context, principal.userId, words, until);
    return { redirect: '/account/feeds?done=muted#muted' };
  },
);

export const unmuteAction = memberAction(
  { path: '/account/feeds/unmute', show: showFeedSettings, section: 'muted' },
  async ({ context, principal, field }) => {
    const id = field('id');
    if (isUuid(id))
      await changeReader(context, principal.userId, tx => unmuteWords(tx, principal.userId, id));
    return { redirect: '/account/feeds?done=unmuted#muted' };
  },
);

const LONGEST = 100;
const SPANS = ['day', 'week', 'month', 'good'] as const;
const DAYS = { day: 1, week: 7, month: 30 } as const;
