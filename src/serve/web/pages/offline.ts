import { html } from '../../../app/markup/html.ts';
import { publicPage } from '../page-route.ts';
import { t } from '../texts/messages.ts';

/** WEB-1: what the service worker shows when there is no network and a page was not kept. Its script lists those that were. */
export const offlinePage = publicPage({
  method: 'GET',
  path: '/offline',
  cache: 'private',
  handler: async () => ({
    page: {
      title: t('offline.title'),
      body: html`<h1>${t('offline.title')}</h1>
<p class="lede" data-kept-some hidden>${t('offline.lede')}</p>
<ul class="coverage" data-kept></ul>
<p data-kept-none>${t('offline.none')}</p>`,
    },
  }),
});
