import { html } from '../../../../app/markup/html.ts';
import { forYouFeed } from '../../../../feeds/pages/feed.ts';
import { displayOf } from '../../display.ts';
import { type PageCall, publicPage } from '../../page-route.ts';
import { t } from '../../texts/messages.ts';
import { emptyState } from '../parts.ts';
import { showFeed } from './show-feed.ts';
import { readerTabs } from './tabs.ts';

/** FEED-2..4: the reader's personal feed, with the reason for each story. Visitors get an introduction. */
export const forYouPage = publicPage({
  method: 'GET',
  path: '/for-you',
  handler: async call => ({
    page: call.principal
      ? await showFeed(call, {
          feed: forYouFeed(displayOf(call).language.code),
          path: '/for-you',
          title: t('nav.forYou'),
          tabs: readerTabs('/for-you'),
          head: html`<h1>${t('nav.forYou')}</h1>
<p class="lede">${t('forYou.lede', { interests: html`<a href="/account/interests">${t('forYou.interests')}</a>`, settings: html`<a href="/account/feeds">${t('forYou.settings')}</a>` })}</p>`,
          empty: emptyState(t('topic.emptyTitle'), t('forYou.empty'), [
            ['/account/interests', t('nav.interests')],
            ['/account/feeds', t('nav.feeds')],
            ['/latest', t('nav.latest')],
          ]),
          showsReasons: true,
        })
      : invitation(call),
  }),
});

function invitation({ context }: PageCall) {
  const links = [
    ['/sign-in?returnTo=%2Ffor-you', t('nav.signIn')] as const,
    ...(context.config.signUp === 'open' ? [['/sign-up?returnTo=%2Ffor-you', t('nav.signUp')] as const] : []),
    ['/latest', t('nav.latest')] as const,
  ];
  return {
    title: t('nav.forYou'),
    body: html`<h1>${t('nav.forYou')}</h1>
${emptyState(t('forYou.visitorTitle'), t('forYou.visitor'), links)}`,
  };
}
