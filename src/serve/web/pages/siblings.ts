import { changeReader } from '../../../app/feeds/reader-changes.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import { changeSettings } from '../../../feeds/readers/preferences.ts';
import { isUuid } from '../../../lib/ids.ts';
import { memberPage } from '../page-route.ts';
import { t } from '../texts/messages.ts';

/**
 * STORY-7: whether articles that the reader has seen are collapsed on the page of a story. It is a feed
 * setting that can also be changed on that page.
 */
export const siblingsAction = memberPage({
  method: 'POST',
  path: '/stories/{id}/siblings',
  handler: async ({ context, principal, param, field }) => {
    const foldsSeen = field('siblings') === 'fold';
    const now = new Date(context.clock.now());
    await changeReader(context, principal.userId, tx =>
      changeSettings(tx, principal.userId, { foldsSeen }, now),
    );
    return { redirect: isUuid(param('id')) ? `/stories/${param('id')}#coverage` : '/' };
  },
});

export function siblingsControl(storyId: string, folds: boolean): Html {
  return html`<form class="beside" method="post" action="/stories/${storyId}/siblings"><button class="plain small" type="submit" name="siblings" value="${folds ? 'show' : 'fold'}">${folds ? t('story.showSeen') : t('story.collapseSeen')}</button></form>`;
}
