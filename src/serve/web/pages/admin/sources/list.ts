import { findSource, listSources, type SourceQuery } from '../../../../../ingest/sources/registry.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Principal } from '../../../../../model/principal.ts';
import type { ServeContext } from '../../../../context.ts';
import { type Html, html } from '../../../html.ts';
import type { Page } from '../../../layout.ts';
import type { PageCall } from '../../../page-route.ts';
import { textField } from '../../parts.ts';
import { adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { checkbox, counted, dataTable, refusalIn, section, selectField } from '../parts.ts';
import {
  KINDS,
  lastFetch,
  nextVisit,
  pathOfSource,
  perDay,
  STATUSES,
  sourcesFrame,
  statusBadges,
} from './parts.ts';

/** SRC-4: every source with how it fares; several can be chosen and handled together. */
export const sourcesPage = adminPage({
  method: 'GET',
  path: '/admin/sources',
  handler: async call => ({ page: await showSources(call, { done: doneBy(call, DONE) }) }),
});

export async function showSources(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const { context, query, field } = call;
  const found = await listSources(context.database, await queryIn(call));
  const shown = found.slice(0, SHOWN);
  const refusal = refusalIn(outcome, 'add');
  return sourcesFrame({
    title: 'Sources',
    at: '/admin/sources',
    lede: 'Where articles come from, and when each place is visited next.',
    body: html`${section(
      outcome,
      'add',
      'Add a source',
      html`<form class="inline" method="post" action="/admin/sources/look#add">${textField({ name: 'url', label: 'Address', value: refusal ? field('url') : '', autocomplete: 'url', hint: 'Of a feed or of any page. What is found there is shown before it is saved.', refusal })}<button>Look</button></form>`,
    )}
${section(
  outcome,
  'sources',
  'All sources',
  html`${filterForm(query)}${shown.length > 0 ? bulkForm(shown, context) : none(call)}${pager(call, found)}`,
)}`,
  });
}

async function queryIn({ context, query }: PageCall<Principal>): Promise<SourceQuery> {
  const status = optionIn(query('status'), STATUSES);
  const kind = optionIn(query('kind'), KINDS);
  const search = query('q')?.trim();
  const after = query('after');
  const last = after !== undefined && isUuid(after) ? await findSource(context.database, after) : null;
  return {
    most: SHOWN + 1,
    ...(last ? { after: { name: last.name, id: last.id } } : {}),
    ...(status ? { status } : {}),
    ...(kind ? { kind } : {}),
    ...(search ? { search: search.slice(0, 200) } : {}),
  };
}

function optionIn<T extends string>(
  text: string | undefined,
  known: Readonly<Record<T, string>>,
): T | undefined {
  return Object.keys(known).find((option): option is T => option === text);
}

function filterForm(query: (name: string) => string | undefined): Html {
  const any = (words: Readonly<Record<string, string>>) => [['', 'Any'] as const, ...Object.entries(words)];
  return html`<form class="inline" method="get" action="/admin/sources" role="search" aria-label="Sources">
${textField({ name: 'q', label: 'Name or address', value: query('q') ?? '', autocomplete: 'off', required: false })}
${selectField({ name: 'status', label: 'Status', value: query('status') ?? '', options: any(STATUSES) })}
${selectField({ name: 'kind', label: 'Kind', value: query('kind') ?? '', options: any(KINDS) })}
<button class="plain">Filter</button></form>`;
}

function none({ query }: PageCall<Principal>): Html {
  const isFiltered = ['q', 'status', 'kind'].some(name => (query(name) ?? '') !== '');
  return isFiltered
    ? html`<p>No source matches. <a href="/admin/sources">Show all</a></p>`
    : html`<p>There are no sources yet. Add one above, <a href="/admin/sources/import">import a list</a>, or begin with a <a href="/admin/sources/packs">starter pack</a>.</p>`;
}

function bulkForm(sources: readonly ScheduledSource[], { clock }: ServeContext): Html {
  const now = new Date(clock.now());
  return html`<form class="full" method="post" action="/admin/sources/bulk#sources">
${dataTable({
  caption: 'Sources with their last and next visit',
  columns: ['Source', 'Status', 'Last visit', 'Next visit', { name: 'Articles a day', kind: 'number' }],
  rows: sources.map(source => [
    html`<div class="chosen"><input type="checkbox" name="id" value="${source.id}" aria-label="Choose ${source.name}"><div><a href="${pathOfSource(source)}">${source.name}</a><p class="meta">${hostOf(source.url)}${source.kind !== 'feed' && ` · ${KINDS[source.kind]}`}${source.folder !== null && ` · ${source.folder}`}</p></div></div>`,
    statusBadges(source, now),
    lastFetch(source),
    nextVisit(source, now),
    perDay(source),
  ]),
})}
<fieldset><legend>With the chosen ones</legend><div class="buttons">
${[
  ['pause', 'Pause'],
  ['resume', 'Resume'],
  ['crawl', 'Crawl now'],
].map(([deed = '', text]) => html`<button class="plain small" name="deed" value="${deed}">${text}</button>`)}
</div></fieldset>
<details><summary>Remove the chosen ones</summary><div class="detail">
${checkbox({ name: 'articles', label: 'Their articles too' })}
<button class="plain small danger" name="deed" value="remove">Remove</button>
<p class="hint">It cannot be undone. Articles that stay can still be read.</p></div></details></form>`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function pager({ query }: PageCall<Principal>, found: readonly ScheduledSource[]): Html {
  const last = found[SHOWN - 1];
  const pathFrom = (after?: string) => {
    const kept = new URLSearchParams();
    for (const name of ['q', 'status', 'kind']) if (query(name)) kept.set(name, query(name) ?? '');
    if (after !== undefined) kept.set('after', after);
    return `/admin/sources?${kept}#sources`;
  };
  return html`<p class="actions">${query('after') !== undefined && html`<a href="${pathFrom()}">First sources</a>`}${found.length > SHOWN && last && html`<a href="${pathFrom(last.id)}">More sources</a>`}</p>`;
}

const SHOWN = 50;

const DONE: DoneWords = new Map<string, DoneWord>([
  ['pause', ['sources', count => `${counted(count, 'source')} paused.`]],
  ['resume', ['sources', count => `${counted(count, 'source')} resumed.`]],
  ['crawl', ['sources', count => `${counted(count, 'source')} due now.`]],
  ['remove', ['sources', count => `${counted(count, 'source')} removed.`]],
  ['pack', ['sources', count => `${counted(count, 'source')} added from the pack.`]],
  ['gone', ['sources', () => 'The source was removed.']],
]);
