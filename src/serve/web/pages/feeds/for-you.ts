import { html } from '../../../../app/markup/html.ts';
import { forYou } from '../../../api/v1/feeds.ts';
import { lookOf } from '../../look.ts';
import { type PageCall, publicPage } from '../../page-route.ts';
import { say } from '../../words/say.ts';
import { emptyState } from '../parts.ts';
import { showFeed } from './show-feed.ts';
import { readerTabs } from './tabs.ts';

/** FEED-2..4: the feed that is the reader's own, and why each story is in it. Visitors are told what it would be. */
export const forYouPage = publicPage({
  method: 'GET',
  path: '/for-you',
  handler: async call => ({
    page: call.principal
      ? await showFeed(call, {
          feed: forYou(lookOf(call).language.code),
          path: '/for-you',
          title: say('nav.forYou'),
          tabs: readerTabs('/for-you'),
          head: html`<h1>${say('nav.forYou')}</h1>
<p class="lede">${say('forYou.lede', { interests: html`<a href="/account/interests">${say('forYou.interests')}</a>`, settings: html`<a href="/account/feeds">${say('forYou.settings')}</a>` })}</p>`,
          empty: emptyState(say('topic.emptyTitle'), say('forYou.empty'), [
            ['/account/interests', say('nav.interests')],
            ['/account/feeds', say('nav.feeds')],
            ['/latest', say('nav.latest')],
          ]),
          tellsWhy: true,
        })
      : invitation(call),
  }),
});

function invitation({ context }: PageCall) {
  const links = [
    ['/sign-in?returnTo=%2Ffor-you', say('nav.signIn')] as const,
    ...(context.config.signUp === 'open'
      ? [['/sign-up?returnTo=%2Ffor-you', say('nav.signUp')] as const]
      : []),
    ['/latest', say('nav.latest')] as const,
  ];
  return {
    title: say('nav.forYou'),
    body: html`<h1>${say('nav.forYou')}</h1>
${emptyState(say('forYou.visitorTitle'), say('forYou.visitor'), links)}`,
  };
}
