import { type Html, html } from '../../../../../app/markup/html.ts';
import type { HiddenStory } from '../../../../../feeds/readers/hidden-stories.ts';
import { t } from '../../../texts/messages.ts';
import { date } from '../../../times.ts';
import { actionButton, dataTable } from '../../admin/parts.ts';
import { langOf } from '../../story-parts.ts';

/** INT-1: the last stories that the reader hid, to show them again. */
export function hiddenPart(hidden: readonly HiddenStory[]): Html {
  return html`<p>${t('feeds.hiddenText')}</p>
${hidden.length > 0 ? hiddenTable(hidden) : html`<p class="meta">${t('feeds.noHidden')}</p>`}`;
}

function hiddenTable(hidden: readonly HiddenStory[]): Html {
  return dataTable({
    caption: t('feeds.hidden'),
    columns: [t('stories.story'), t('feeds.hiddenSince'), t('feeds.change')],
    rows: hidden.map(({ storyId, headline, language, hiddenAt }) => [
      headline === null
        ? html`<span class="quiet">${t('feeds.goneStory')}</span>`
        : html`<a href="/stories/${storyId}" dir="auto"${langOf(language)}>${headline}</a>`,
      date(hiddenAt),
      actionButton({
        action: '/account/feeds/unhide#hidden',
        text: t('feeds.unhide'),
        of: headline ?? storyId,
        fields: { id: storyId },
      }),
    ]),
  });
}
