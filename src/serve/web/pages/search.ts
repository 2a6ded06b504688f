import { type Html, type HtmlValue, html } from '../../../app/markup/html.ts';
import { rememberSearch } from '../../../app/search/remember-search.ts';
import {
  MAX_DEPTH,
  type NamedFacets,
  type SearchPage,
  type SearchPageItem,
  search,
} from '../../../app/search/search.ts';
import { allows } from '../../../model/principal.ts';
import type { HighlightRun } from '../../../search/query/highlight.ts';
import { feedLinks } from '../feed-links.ts';
import { memberPage, type PageCall, publicPage } from '../page-route.ts';
import { searchField } from '../search-field.ts';
import { t, topicName } from '../texts/messages.ts';
import { moment } from '../times.ts';
import { emptyState } from './parts.ts';
import { langOf } from './story-parts.ts';

/** SRCH-1: the search page. */
export const searchPage = publicPage({
  method: 'GET',
  path: '/search',
  handler: async call => {
    const params = paramsIn(call);
    const found = params.q.trim() === '' ? null : await search(call.context, engineQuery(params));
    if (found && params.offset === 0) await rememberSearch(call.context, call.principal, params.q);
    return {
      page: {
        title: t('search.title'),
        shape: 'wide',
        ...(found && {
          facts: {
            path: '/search',
            feeds: feedLinks('/feeds/search', params.q, `?q=${encodeURIComponent(params.q.trim())}`),
          },
        }),
        body: html`<div class="flow list-head"><h1>${t('search.title')}</h1></div>
${box(params)}
${found ? html`${saveButton(call, params)}${results(params, found)}` : await recent(call)}`,
      },
    };
  },
});

/** Removes one recent search, or all. */
export const forgetSearchAction = memberPage({
  method: 'POST',
  path: '/search/forget',
  handler: async ({ context, principal, field }) => {
    const query = field('query');
    if (query === '') await context.recentSearches.clear(principal.userId);
    else await context.recentSearches.remove(principal.userId, query);
    return { redirect: '/search' };
  },
});

function paramsIn({ query }: PageCall): SearchForm {
  const plain = (name: string, pattern: RegExp) => {
    const value = query(name) ?? '';
    return pattern.test(value) ? value : '';
  };
  return {
    q: query('q') ?? '',
    sort: query('sort') === 'date' ? 'date' : 'relevance',
    topic: plain('topic', /^[a-z0-9-]{1,60}$/),
    source: plain('source', /^[0-9a-f-]{36}$/),
    offset: Math.min(MAX_DEPTH - SHOWN, Number(plain('from', /^\d{1,3}$/) || 0)),
    isExact: query('exact') === 'yes',
  };
}

function engineQuery({ q, sort, topic, source, offset, isExact }: SearchForm) {
  return {
    q: `${q} `,
    filters: { ...(topic && { topics: [topic] }), ...(source && { sourceIds: [source] }) },
    sort,
    isGrouped: true,
    offset,
    limit: SHOWN,
    hasFacets: true,
    isExplained: false,
    correction: isExact ? ('off' as const) : ('auto' as const),
  };
}

function box({ q, sort, topic, source }: SearchForm): Html {
  return html`<form class="inline" role="search" method="get" action="/search">
${searchField({ id: 'q', value: q })}
<div class="field"><label for="sort">${t('search.sort')}</label><select id="sort" name="sort"><option value="relevance">${t('search.relevance')}</option><option value="date"${sort === 'date' && html` selected`}>${t('search.date')}</option></select></div>
${topic && html`<input type="hidden" name="topic" value="${topic}">`}${source && html`<input type="hidden" name="source" value="${source}">`}
<button>${t('search.go')}</button></form>`;
}

/** SRCH-9: visitors are asked to sign in first, and then return to the page where the search is saved. */
function saveButton({ principal }: PageCall, { q, topic, source }: SearchForm): Html {
  const fields = { query: q, ...(topic && { topic }), ...(source && { source }) };
  if (principal === null)
    return html`<p><a href="/saved-searches?${String(new URLSearchParams(fields))}">${t('savedSearch.save')}</a></p>`;
  return html`<form method="post" action="/saved-searches">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="plain">${t('savedSearch.save')}</button></form>`;
}

function results(params: SearchForm, found: SearchPage): Html {
  const about = html`<p class="meta" role="status">${t('search.found', { count: found.total })}${(params.topic || params.source) && html` <a href="${addressOf({ ...params, topic: '', source: '', offset: 0 })}">${t('search.allNews')}</a>`}</p>
${correctionPart(params, found)}`;
  if (found.items.length === 0)
    return html`${about}${emptyState(t('search.nothing'), t('search.nothingText'), [['/', t('nav.front')]])}`;
  return html`${about}
<div class="search-page"><div><ol class="results">${found.items.map(item)}</ol>
${found.nextOffset !== null && html`<p class="more"><a href="${addressOf({ ...params, offset: found.nextOffset })}">${t('search.more')}</a></p>`}</div>
${found.facets && facetLists(params, found.facets)}</div>`;
}

function correctionPart(params: SearchForm, { correction }: SearchPage): Html | null {
  if (!correction) return null;
  const query = html`<a href="${addressOf({ ...params, q: correction.text, offset: 0 })}">${correction.text}</a>`;
  if (!correction.isApplied) return html`<p>${t('search.meant', { query })}</p>`;
  const original = html`<a href="${addressOf({ ...params, offset: 0, isExact: true })}">${params.q.trim()}</a>`;
  return html`<p>${t('search.corrected', { query, original })}</p>`;
}

function item({ article, title, excerpt, others }: SearchPageItem): Html {
  const { id, storyId, language, sourceName, publishedAt } = article;
  const href = storyId === null ? `/articles/${id}` : `/stories/${storyId}`;
  return html`<li><h2${langOf(language)}><a href="${href}">${marked(title)}</a></h2>
<p${langOf(language)}>${marked(excerpt)}</p>
<p class="meta">${sourceName} · ${moment(publishedAt)}${others.length > 0 && html` · ${t('search.others', { count: others.length })}`}</p></li>`;
}

function marked(runs: readonly HighlightRun[]): Html {
  return html`${runs.map(({ text, isMarked }) => (isMarked ? html`<mark>${text}</mark>` : text))}`;
}

function facetLists(params: SearchForm, { topics, sources }: NamedFacets): Html {
  return html`<nav class="story-part" aria-labelledby="narrow"><h2 id="narrow">${t('search.narrow')}</h2>
<ul class="facets">${topics.slice(0, FACETS).map(({ value, name, count }) => facet({ ...params, topic: value }, topicName(name), count))}</ul>
<ul class="facets">${sources.slice(0, FACETS).map(({ value, name, count }) => facet({ ...params, source: value }, name, count))}</ul></nav>`;
}

function facet(params: SearchForm, name: HtmlValue, count: number): Html {
  return html`<li><a href="${addressOf({ ...params, offset: 0 })}">${name}</a> <span class="meta">${count}</span></li>`;
}

async function recent({ context, principal }: PageCall): Promise<Html> {
  const hint = html`<p class="lede">${t('search.hint')}</p>`;
  if (principal === null || !allows(principal, 'reading:read')) return hint;
  const searches = await context.recentSearches.list(principal.userId);
  if (searches.length === 0) return hint;
  return html`${hint}<section class="story-part" aria-labelledby="recent"><h2 id="recent">${t('search.recent')}</h2>
<ul class="recent-searches">${searches.map(({ query }) => html`<li><a href="/search?q=${encodeURIComponent(query)}">${query}</a> <form method="post" action="/search/forget"><input type="hidden" name="query" value="${query}"><button class="plain" aria-label="${t('search.removeRecentOne', { query })}">${t('search.removeRecent')}</button></form></li>`)}</ul>
<form method="post" action="/search/forget"><button class="plain">${t('search.clearRecent')}</button></form></section>`;
}

function addressOf({ q, sort, topic, source, offset, isExact }: SearchForm): string {
  const parts = {
    q,
    ...(sort === 'date' && { sort }),
    ...(topic && { topic }),
    ...(source && { source }),
    ...(isExact && { exact: 'yes' }),
  };
  const from: Record<string, string> = offset > 0 ? { from: String(offset) } : {};
  return `/search?${new URLSearchParams({ ...parts, ...from })}`;
}

const SHOWN = 20;
const FACETS = 8;

interface SearchForm {
  readonly q: string;
  readonly sort: 'relevance' | 'date';
  readonly topic: string;
  readonly source: string;
  readonly offset: number;
  /** Search for the query as typed, without spelling correction. */
  readonly isExact: boolean;
}
