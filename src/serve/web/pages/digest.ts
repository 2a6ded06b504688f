import { lastDigestOf } from '../../../app/digests/last-digest.ts';
import { changeReader } from '../../../app/feeds/reader-changes.ts';
import { html } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import { changeSettings } from '../../../feeds/readers/preferences.ts';
import { isUuid } from '../../../lib/ids.ts';
import { memberPage, type PageCall, publicPage } from '../page-route.ts';
import { t } from '../texts/messages.ts';
import { date } from '../times.ts';
import { readerTabs } from './feeds/tabs.ts';
import { emptyState } from './parts.ts';
import { linkField, ONE_CLICK } from './signed-link.ts';
import { storyList } from './story-parts.ts';

/** FEED-11: the last digest as a page. */
export const digestPage = memberPage({
  method: 'GET',
  path: '/digest',
  cache: 'private',
  handler: async ({ context, principal }) => {
    const { digest, stories, state } = await lastDigestOf(context, principal);
    return {
      page: {
        title: t('digest.title'),
        shape: 'wide',
        body: html`${readerTabs('/digest')}<div class="flow list-head"><h1>${t('digest.title')}</h1>${digest && html`<p class="meta">${t('digest.of', { day: date(new Date(digest.day)) })}</p>`}</div>
${stories.length > 0 ? storyList(context, stories, { ...state, leads: true }) : emptyState(t('digest.emptyTitle'), t('digest.empty'), [['/account/feeds#choices', t('digest.set')]])}`,
      },
    };
  },
});

/** The link in the mail leads here. Its address is signed, so unsubscribing needs no sign-in. */
export const stopDigestPage = publicPage({
  method: 'GET',
  path: '/digest/stop',
  handler: async call => {
    const userId = signedReader(call);
    return {
      page: {
        title: t('digest.stop'),
        shape: 'form',
        body: html`<h1>${t('digest.stop')}</h1>
<form method="post" action="/digest/stop"><input type="hidden" name="of" value="${userId}"><input type="hidden" name="sign" value="${call.query('sign') ?? ''}"><button type="submit">${t('digest.stopButton')}</button></form>`,
      },
    };
  },
});

export const stopDigestAction = publicPage({
  method: 'POST',
  path: '/digest/stop',
  ...ONE_CLICK,
  handler: async call => {
    const { context } = call;
    const userId = signedReader(call);
    const now = new Date(context.clock.now());
    await changeReader(context, userId, tx => changeSettings(tx, userId, { digest: 'none' }, now));
    return {
      page: {
        title: t('digest.stop'),
        shape: 'form',
        body: html`<h1>${t('digest.stop')}</h1><p class="lede">${t('digest.stopped')}</p>`,
      },
    };
  },
});

function signedReader(call: PageCall): string {
  const userId = linkField(call, 'of');
  if (!isUuid(userId) || !call.context.keys.verify('digest', userId, linkField(call, 'sign')))
    throw new Problem('link-used');
  return userId;
}
