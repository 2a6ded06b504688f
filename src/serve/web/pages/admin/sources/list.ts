import type { AppContext } from '../../../../../app/context.ts';
import { type Html, type HtmlValue, html } from '../../../../../app/markup/html.ts';
import { findSource, listSources, type SourceQuery } from '../../../../../ingest/sources/registry.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Principal } from '../../../../../model/principal.ts';
import type { Page } from '../../../page.ts';
import type { PageCall } from '../../../page-route.ts';
import { t } from '../../../texts/messages.ts';
import { textField } from '../../parts.ts';
import { adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { checkbox, dataTable, refusalIn, section, selectField } from '../parts.ts';
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

/** SRC-4: all sources with their state; several can be selected for one action. */
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
    title: t('admin.sources'),
    at: '/admin/sources',
    lede: t('sources.lede'),
    body: html`${section(
      outcome,
      'add',
      t('sources.add'),
      html`<form class="inline" method="post" action="/admin/sources/discover#add">${textField({ name: 'url', label: t('sources.address'), value: refusal ? field('url') : '', autocomplete: 'url', hint: t('sources.addressHint'), refusal })}<button>${t('sources.findFeeds')}</button></form>`,
    )}
${section(
  outcome,
  'sources',
  t('sources.all'),
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
    limit: SHOWN + 1,
    ...(last ? { after: { name: last.name, id: last.id } } : {}),
    ...(status ? { status } : {}),
    ...(kind ? { kind } : {}),
    ...(search ? { search: search.slice(0, 200) } : {}),
  };
}

function optionIn<T extends string>(
  text: string | undefined,
  known: Readonly<Record<T, unknown>>,
): T | undefined {
  return Object.keys(known).find((option): option is T => option === text);
}

function filterForm(query: (name: string) => string | undefined): Html {
  const any = (words: Readonly<Record<string, HtmlValue>>) => [
    ['', t('sources.any')] as const,
    ...Object.entries(words),
  ];
  return html`<form class="inline" method="get" action="/admin/sources" role="search" aria-label="${t('admin.sources')}">
${textField({ name: 'q', label: t('sources.nameOrAddress'), value: query('q') ?? '', autocomplete: 'off', required: false })}
${selectField({ name: 'status', label: t('sources.status'), value: query('status') ?? '', options: any(STATUSES) })}
${selectField({ name: 'kind', label: t('sources.kind'), value: query('kind') ?? '', options: any(KINDS) })}
<button class="plain">${t('sources.filter')}</button></form>`;
}

function none({ query }: PageCall<Principal>): Html {
  const isFiltered = ['q', 'status', 'kind'].some(name => (query(name) ?? '') !== '');
  return isFiltered
    ? html`<p>${t('sources.noMatch', { all: html`<a href="/admin/sources">${t('sources.showAll')}</a>` })}</p>`
    : html`<p>${t('sources.none', { list: html`<a href="/admin/sources/import">${t('sources.noneList')}</a>`, pack: html`<a href="/admin/sources/packs">${t('sources.nonePack')}</a>` })}</p>`;
}

function bulkForm(sources: readonly ScheduledSource[], { clock }: AppContext): Html {
  const now = new Date(clock.now());
  return html`<form class="full" method="post" action="/admin/sources/bulk#sources">
${dataTable({
  caption: t('sources.caption'),
  columns: [
    t('sources.source'),
    t('sources.status'),
    t('sources.lastFetch'),
    t('sources.nextFetch'),
    { name: t('sources.perDay'), kind: 'number' },
  ],
  rows: sources.map(source => [
    html`<div class="chosen"><input type="checkbox" name="id" value="${source.id}" aria-label="${t('sources.choose', { name: source.name })}"><div><a href="${pathOfSource(source)}">${source.name}</a><p class="meta">${hostOf(source.url)}${source.kind !== 'feed' && html` · ${KINDS[source.kind]}`}${source.folder !== null && ` · ${source.folder}`}</p></div></div>`,
    statusBadges(source, now),
    lastFetch(source),
    nextVisit(source, now),
    perDay(source),
  ]),
})}
<fieldset><legend>${t('sources.withChosen')}</legend><div class="buttons">
${(['pause', 'resume', 'crawl'] as const).map(
  action =>
    html`<button class="plain small" name="action" value="${action}">${t(`sources.${action}`)}</button>`,
)}
</div></fieldset>
<details><summary>${t('sources.removeChosen')}</summary><div class="detail">
${checkbox({ name: 'articles', label: t('sources.theirArticles') })}
<button class="plain small danger" name="action" value="remove">${t('sources.remove')}</button>
<p class="hint">${t('sources.removeText')}</p></div></details></form>`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function pager({ query }: PageCall<Principal>, found: readonly ScheduledSource[]): Html {
  const last = found[SHOWN - 1];
  const pathFrom = (after?: string) => {
    const params = new URLSearchParams();
    for (const name of ['q', 'status', 'kind']) if (query(name)) params.set(name, query(name) ?? '');
    if (after !== undefined) params.set('after', after);
    return `/admin/sources?${params}#sources`;
  };
  return html`<p class="actions">${query('after') !== undefined && html`<a href="${pathFrom()}">${t('sources.first')}</a>`}${found.length > SHOWN && last && html`<a href="${pathFrom(last.id)}">${t('sources.more')}</a>`}</p>`;
}

const SHOWN = 50;

const DONE: DoneWords = new Map<string, DoneWord>([
  ['pause', ['sources', count => t('sources.done.paused', { count })]],
  ['resume', ['sources', count => t('sources.done.resumed', { count })]],
  ['crawl', ['sources', count => t('sources.done.due', { count })]],
  ['remove', ['sources', count => t('sources.done.removed', { count })]],
  ['pack', ['sources', count => t('sources.done.pack', { count })]],
  ['gone', ['sources', () => t('sources.done.gone')]],
]);
