import { requireSource } from '../../../../../app/admin/sources.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import { Problem } from '../../../../../errors.ts';
import { listArticlesOfSource } from '../../../../../ingest/dedup/articles.ts';
import { breakerOf } from '../../../../../ingest/schedule/intervals.ts';
import { listFetches, type SourceFetch } from '../../../../../ingest/sources/fetches.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import { type SourceSubscription, subscriptionsOf } from '../../../../../ingest/websub/subscriptions.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Article } from '../../../../../model/article.ts';
import type { Principal } from '../../../../../model/principal.ts';
import type { Page } from '../../../page.ts';
import type { PageCall } from '../../../page-route.ts';
import { duration } from '../../../texts/amounts.ts';
import type { MessageKey } from '../../../texts/catalogue.ts';
import { formatNumber, type Message, t } from '../../../texts/messages.ts';
import { moment } from '../../../times.ts';
import { adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { actionButton, checkbox, dataTable, failure, section } from '../parts.ts';
import {
  BREAKERS,
  KINDS,
  lastFetch,
  nextVisit,
  pathOfSource,
  perDay,
  sourcesFrame,
  statusBadges,
} from './parts.ts';
import { publishersSection } from './publishers.ts';
import { editForm } from './source-fields.ts';

/** SRC-4: one source with its state, fetches and actions. */
export const sourcePage = adminPage({
  method: 'GET',
  path: '/admin/sources/{id}',
  handler: async call => ({ page: await showSource(call, { done: doneBy(call, DONE) }) }),
});

export async function showSource(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const { database, clock } = call.context;
  const source = await requireSource(call.context, idOfSource(call));
  const [fetches, articles, subscriptions, publishers] = await Promise.all([
    listFetches(database, source.id, { ...pageFrom(call.query('before')), limit: SHOWN + 1 }),
    listArticlesOfSource(database, source.id, { limit: ARTICLES }),
    subscriptionsOf(database, source.id),
    publishersSection(call, source, outcome),
  ]);
  return sourcesFrame({
    title: source.name,
    above: html`<p class="kicker"><a href="/admin/sources">${t('admin.sources')}</a></p>`,
    body: html`${section(outcome, 'state', t('admin.state'), state(source, subscriptions, new Date(clock.now())))}
${publishers}${section(outcome, 'fetches', t('sources.fetches'), fetchTable(source, fetches))}
${section(outcome, 'articles', t('sources.latest'), articleList(articles))}
${section(outcome, 'edit', t('sources.edit'), editForm(call, source, outcome))}
${section(outcome, 'remove', t('sources.remove'), removeForm(source))}`,
  });
}

export function idOfSource({ param }: PageCall<Principal>): string {
  const id = param('id');
  if (!isUuid(id)) throw new Problem('source-not-found');
  return id;
}

function state(source: ScheduledSource, subscriptions: readonly SourceSubscription[], now: Date): Html {
  const { adaptedSeconds, failingSince, movedTo, lastNewAt } = source;
  return html`<dl class="facts">
<dt>${t('sources.status')}</dt><dd>${statusBadges(source, now)}</dd>
<dt>${t('sources.address')}</dt><dd><a href="${source.url}" rel="noopener noreferrer external">${source.url}</a></dd>
${movedTo !== null && html`<dt>${t('sources.movedTo')}</dt><dd>${movedTo}</dd>`}
<dt>${t('sources.kind')}</dt><dd>${KINDS[source.kind]}</dd>
<dt>${t('sources.lastFetch')}</dt><dd>${lastFetch(source)}</dd>
<dt>${t('sources.nextFetch')}</dt><dd>${nextVisit(source, now)}${adaptedSeconds !== null && html` <span class="meta">${t('sources.everyMinutes', { count: Math.round(adaptedSeconds / 60) })}</span>`}</dd>
<dt>${t('sources.breaker')}</dt><dd>${BREAKERS[breakerOf(source, now)]}${source.failures > 0 && t('sources.failedInARow', { count: source.failures })}${failingSince && html` ${t('sources.sinceWhen', { at: moment(failingSince) })}`}</dd>
<dt>${t('sources.perDay')}</dt><dd>${perDay(source)}</dd>
<dt>${t('sources.lastNew')}</dt><dd>${lastNewAt ? moment(lastNewAt) : t('sources.noneYet')}</dd>
${subscriptions.filter(({ state }) => state !== 'ended').map(hub)}
</dl>
${buttons(source)}`;
}

function hub({ hub, state, lastPushAt, leaseUntil }: SourceSubscription): Html {
  return html`<dt>${t('sources.hub')}</dt><dd>${new URL(hub).host}: ${HUBS[state] ?? state}${leaseUntil && html` ${t('sources.hubUntil', { at: moment(leaseUntil) })}`}<p class="meta">${lastPushAt ? t('sources.lastPush', { at: moment(lastPushAt) }) : t('sources.noPush')}</p></dd>`;
}

function buttons(source: ScheduledSource): Html {
  const { name: of, status, movedTo, kind } = source;
  const to = (action: string, text: MessageKey) =>
    actionButton({ action: `${pathOfSource(source)}/${action}`, text: t(text), of });
  return html`<div class="buttons">${status === 'active' ? to('pause', 'sources.pause') : to('resume', 'sources.resume')}${status === 'active' && kind !== 'submit' && to('crawl', 'sources.crawl')}${movedTo !== null && to('take-over', 'sources.remedy.take-over')}</div>`;
}

function fetchTable(source: ScheduledSource, fetches: readonly SourceFetch[]): Html {
  const shown = fetches.slice(0, SHOWN);
  const last = shown.at(-1);
  if (!last) return html`<p>${t('sources.notFetched')}</p>`;
  return html`${dataTable({
    caption: t('sources.fetchesOf', { name: source.name }),
    columns: [
      t('sources.when'),
      t('sources.what'),
      t('sources.outcome'),
      { name: t('sources.bytes'), kind: 'number' },
      { name: t('sources.took'), kind: 'number' },
      { name: t('sources.foundCount'), kind: 'number' },
      { name: t('sources.new'), kind: 'number' },
      { name: t('sources.revised'), kind: 'number' },
    ],
    rows: shown.map(each => [
      moment(each.at),
      PURPOSES[each.purpose] ?? each.purpose,
      html`${OUTCOMES[each.outcome] ?? each.outcome}${each.status !== null && ` (${each.status})`}${failure(each.error)}`,
      formatNumber(each.wireBytes),
      duration(each.durationMs),
      formatNumber(each.found),
      formatNumber(each.stored),
      formatNumber(each.revised),
    ]),
  })}${fetches.length > SHOWN && html`<p><a href="${pathOfSource(source)}?before=${last.at.toISOString()}_${last.id}#fetches">${t('sources.earlier')}</a></p>`}`;
}

function articleList(articles: readonly Article[]): Html {
  if (articles.length === 0) return html`<p>${t('sources.noArticles')}</p>`;
  return html`<ul class="items">${articles.map(({ id, title, publishedAt, wordCount, language }) => html`<li class="item"><div><a href="/articles/${id}"${language !== null && html` lang="${language}"`}>${title}</a><p class="meta">${moment(publishedAt)} · ${t('sources.words', { count: wordCount })}</p></div></li>`)}</ul>`;
}

function removeForm(source: ScheduledSource): Html {
  return html`<p>${t('sources.removeText')}</p>
<form method="post" action="${pathOfSource(source)}/remove#remove">
${checkbox({ name: 'articles', label: t('sources.itsArticles') })}
${checkbox({ name: 'confirm', label: t('sources.removeYes', { name: source.name }), required: true })}
<button class="plain danger">${t('sources.removeButton')}</button></form>`;
}

function pageFrom(cursor: string | undefined): { after?: { at: Date; id: string } } {
  const [text = '', id = ''] = (cursor ?? '').split('_');
  const at = new Date(text);
  return Number.isNaN(at.getTime()) || !isUuid(id) ? {} : { after: { at, id } };
}

const SHOWN = 25;
const ARTICLES = 10;

const PURPOSES: Readonly<Record<string, Message>> = {
  feed: t('sources.for.feed'),
  api: t('sources.for.api'),
  list: t('sources.for.list'),
  page: t('sources.for.page'),
  push: t('sources.for.push'),
  robots: t('sources.for.robots'),
};

const OUTCOMES: Readonly<Record<string, Message>> = {
  changed: t('sources.got.changed'),
  same: t('sources.got.same'),
  unchanged: t('sources.got.unchanged'),
  moved: t('sources.got.moved'),
  refused: t('sources.got.refused'),
  failed: t('sources.got.failed'),
  gone: t('sources.got.gone'),
};

const HUBS: Readonly<Record<string, Message>> = {
  asked: t('sources.hub.asked'),
  active: t('sources.hub.active'),
  denied: t('sources.hub.denied'),
};

const DONE: DoneWords = new Map<string, DoneWord>([
  ['added', ['state', () => t('sources.done.added')]],
  ['added-submit', ['publishers', () => t('sources.done.addedSubmit')]],
  ['verify', ['publishers', () => t('sources.done.verify')]],
  ['publisher-removed', ['publishers', () => t('sources.done.publisherRemoved')]],
  ['known', ['state', () => t('sources.done.exists')]],
  ['pause', ['state', () => t('sources.done.pause')]],
  ['resume', ['state', () => t('sources.done.resume')]],
  ['crawl', ['state', () => t('sources.done.crawl')]],
  ['take-over', ['state', () => t('sources.done.takeOver')]],
  ['edited', ['edit', () => t('sources.done.edited')]],
]);
