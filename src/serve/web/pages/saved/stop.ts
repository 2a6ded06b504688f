import { html } from '../../../../app/markup/html.ts';
import { Problem } from '../../../../errors.ts';
import { isUuid } from '../../../../lib/ids.ts';
import { stopMails } from '../../../../search/alerts/saved-searches.ts';
import { type PageCall, publicPage } from '../../page-route.ts';
import { t } from '../../texts/messages.ts';

/** The link in the mail leads here. Its address is signed, so unsubscribing needs no sign-in. */
export const stopMailsPage = publicPage({
  method: 'GET',
  path: '/saved-searches/stop',
  handler: async call => {
    const id = signedSearch(call, name => call.query(name) ?? '');
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
  handler: async call => {
    const { context } = call;
    const id = signedSearch(call, name => call.field(name));
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

function signedSearch({ context }: PageCall, read: (name: string) => string): string {
  const id = read('of');
  if (!isUuid(id) || !context.keys.verify('saved-search-mail', id, read('sign')))
    throw new Problem('link-used');
  return id;
}
