import { html } from '../../../../app/markup/html.ts';
import { Problem } from '../../../../errors.ts';
import { isUuid } from '../../../../lib/ids.ts';
import { stopMails } from '../../../../search/alerts/saved-searches.ts';
import { type PageCall, publicPage } from '../../page-route.ts';
import { t } from '../../texts/messages.ts';
import { linkField, ONE_CLICK } from '../signed-link.ts';

/** The link in the mail leads here. Its address is signed, so unsubscribing needs no sign-in. */
export const stopMailsPage = publicPage({
  method: 'GET',
  path: '/saved-searches/stop',
  handler: async call => {
    const id = signedSearch(call);
    return {
      page: {
        title: t('savedSearch.stop'),
        shape: 'form',
        body: html`<h1>${t('savedSearch.stop')}</h1><p class="lede">${t('savedSearch.stopText')}</p>
<form method="post" action="/saved-searches/stop"><input type="hidden" name="of" value="${id}"><input type="hidden" name="sign" value="${call.query('sign') ?? ''}"><button type="submit">${t('savedSearch.stopButton')}</button></form>`,
      },
    };
  },
});

export const stopMailsAction = publicPage({
  method: 'POST',
  path: '/saved-searches/stop',
  ...ONE_CLICK,
  handler: async call => {
    const { context } = call;
    const id = signedSearch(call);
    await context.database.transaction(tx => stopMails(tx, id, new Date(context.clock.now())));
    return {
      page: {
        title: t('savedSearch.stop'),
        shape: 'form',
        body: html`<h1>${t('savedSearch.stop')}</h1><p class="lede">${t('savedSearch.stopped')}</p>`,
      },
    };
  },
});

function signedSearch(call: PageCall): string {
  const id = linkField(call, 'of');
  if (!isUuid(id) || !call.context.keys.verify('saved-search-mail', id, linkField(call, 'sign')))
    throw new Problem('link-used');
  return id;
}
