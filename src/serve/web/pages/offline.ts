import { html } from '../../../app/markup/html.ts';
import { publicPage } from '../page-route.ts';
import { t } from '../texts/messages.ts';

/** WEB-1: the service worker shows this for pages that it has not stored. A script lists the stored pages. */
export const offlinePage = publicPage({
  method: 'GET',
  path: '/offline',
  cache: 'private',
  handler: async () => ({
    page: {
      title: t('offline.title'),
      body: html`<h1>${t('offline.title')}</h1>
<p class="lede" data-stored-some hidden>${t('offline.lede')}</p>
<ul class="coverage" data-stored></ul>
<p data-stored-none>${t('offline.none')}</p>`,
    },
  }),
});
