import { saveSearch } from '../../../../app/alerts/saved-searches.ts';
import { type Html, html } from '../../../../app/markup/html.ts';
import type { Principal } from '../../../../model/principal.ts';
import { listSavedSearches, type StoredSavedSearch } from '../../../../search/alerts/saved-searches.ts';
import type { FilterParams } from '../../../../search/query/filters.ts';
import type { Page } from '../../page.ts';
import { memberPage, type PageCall } from '../../page-route.ts';
import { type Refusal, refusalOf } from '../../refusal.ts';
import { t } from '../../texts/messages.ts';
import { emptyState, notice, refused, textField } from '../parts.ts';

export const savedListPage = memberPage({
  method: 'GET',
  path: '/saved-searches',
  handler: async call => ({ page: await showList(call, name => call.query(name) ?? '') }),
});

/** For the button of the search page and the form of this page. */
export const saveSearchAction = memberPage({
  method: 'POST',
  path: '/saved-searches',
  handler: async call => {
    const { context, principal, field } = call;
    try {
      const query = field('query').trim().slice(0, 1_000);
      const { id } = await saveSearch(context, principal.userId, { query, filters: filtersIn(field) });
      return { redirect: `/saved-searches/${id}?done=saved` };
    } catch (error) {
      return { page: await showList(call, field, refusalOf(error)), status: 422 };
    }
  },
});

async function showList(
  { context, principal, query }: PageCall<Principal>,
  fieldValue: (name: string) => string,
  refusal?: Refusal,
): Promise<Page> {
  const searches = await listSavedSearches(context.database, principal.userId);
  return {
    title: t('savedSearch.title'),
    shape: 'wide',
    body: html`<div class="flow"><p class="kicker"><a href="/account">${t('nav.accountPage')}</a></p><h1>${t('savedSearch.title')}</h1>
<p class="lede">${t('savedSearch.lede')}</p>
${query('done') === 'deleted' && notice(t('savedSearch.deleted'))}${refused(refusal)}</div>
${searches.length === 0 ? emptyState(t('savedSearch.none'), t('savedSearch.noneText'), [['/search', t('nav.search')]]) : list(searches)}
${addForm(fieldValue, refusal)}`,
  };
}

function list(searches: readonly StoredSavedSearch[]): Html {
  return html`<ul class="results">${searches.map(
    ({ id, name, query, pausedAt }) =>
      html`<li><h2><a href="/saved-searches/${id}">${name}</a></h2><p class="meta">${query}${pausedAt && html` · ${t('savedSearch.paused')}`}</p></li>`,
  )}</ul>`;
}

function addForm(fieldValue: (name: string) => string, refusal: Refusal | undefined): Html {
  const filters = filtersIn(fieldValue);
  return html`<section class="flow panel" aria-labelledby="add"><h2 id="add">${t('savedSearch.add')}</h2>
<form method="post" action="/saved-searches">
${textField({ name: 'query', label: t('savedSearch.query'), value: fieldValue('query'), autocomplete: 'off', refusal })}
${Object.entries(filters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`)}
<button>${t('savedSearch.save')}</button></form></section>`;
}

/** The filters of the search page. */
function filtersIn(read: (name: string) => string): FilterParams {
  const [topic, source] = [read('topic'), read('source')];
  return {
    ...(/^[a-z0-9-]{1,60}$/.test(topic) && { topic }),
    ...(/^[0-9a-f-]{36}$/.test(source) && { source }),
  };
}
