import { requireSource } from '../../../../../app/admin/sources.ts';
import { type Html, html } from '../../../../../app/markup/html.ts';
import { Problem } from '../../../../../errors.ts';
import { listArticlesOfSource } from '../../../../../ingest/dedup/read.ts';
import { breakerOf } from '../../../../../ingest/schedule/intervals.ts';
import { listFetches, type SourceFetch } from '../../../../../ingest/sources/fetches.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import { type Subscription, subscriptionsOf } from '../../../../../ingest/websub/index.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Article } from '../../../../../model/article.ts';
import type { Principal } from '../../../../../model/principal.ts';
import type { Page } from '../../../layout.ts';
import type { PageCall } from '../../../page-route.ts';
import { moment } from '../../../times.ts';
import { duration } from '../../../words/amounts.ts';
import { figure, type Message, type MessageKey, say } from '../../../words/say.ts';
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
import { editForm } from './source-fields.ts';

/** SRC-4: all that is known of one source, and what can be done to it. */
export const sourcePage = adminPage({
  method: 'GET',
  path: '/admin/sources/{id}',
  handler: async call => ({ page: await showSource(call, { done: doneBy(call, DONE) }) }),
});

export async function showSource(call: PageCall<Principal>, outcome: Outcome): Promise<Page> {
  const { database, clock } = call.context;
  const source = await requireSource(call.context, idOfSource(call));
  const [fetches, articles, subscriptions] = await Promise.all([
    listFetches(database, source.id, { ...pageFrom(call.query('before')), most: SHOWN + 1 }),
    listArticlesOfSource(database, source.id, { most: ARTICLES }),
    subscriptionsOf(database, source.id),
  ]);
  return sourcesFrame({
    title: source.name,
    above: html`<p class="kicker"><a href="/admin/sources">${say('admin.sources')}</a></p>`,
    body: html`${section(outcome, 'state', say('admin.state'), state(source, subscriptions, new Date(clock.now())))}
${section(outcome, 'fetches', say('sources.fetches'), fetchTable(source, fetches))}
${section(outcome, 'articles', say('sources.latest'), articleList(articles))}
${section(outcome, 'edit', say('sources.edit'), editForm(call, source, outcome))}
${section(outcome, 'remove', say('sources.remove'), removeForm(source))}`,
  });
}

export function idOfSource({ param }: PageCall<Principal>): string {
  const id = param('id');
  if (!isUuid(id)) throw new Problem('source-not-found');
  return id;
}

function state(source: ScheduledSource, subscriptions: readonly Subscription[], now: Date): Html {
  const { adaptedSeconds, failingSince, movedTo, lastNewAt } = source;
  return html`<dl class="facts">
<dt>${say('sources.status')}</dt><dd>${statusBadges(source, now)}</dd>
<dt>${say('sources.address')}</dt><dd><a href="${source.url}" rel="noopener noreferrer external">${source.url}</a></dd>
${movedTo !== null && html`<dt>${say('sources.movedTo')}</dt><dd>${movedTo}</dd>`}
<dt>${say('sources.kind')}</dt><dd>${KINDS[source.kind]}</dd>
<dt>${say('sources.lastVisit')}</dt><dd>${lastFetch(source)}</dd>
<dt>${say('sources.nextVisit')}</dt><dd>${nextVisit(source, now)}${adaptedSeconds !== null && html` <span class="meta">${say('sources.everyMinutes', { count: Math.round(adaptedSeconds / 60) })}</span>`}</dd>
<dt>${say('sources.breaker')}</dt><dd>${BREAKERS[breakerOf(source, now)]}${source.failures > 0 && say('sources.failedInARow', { count: source.failures })}${failingSince && html` ${say('sources.sinceWhen', { at: moment(failingSince) })}`}</dd>
<dt>${say('sources.perDay')}</dt><dd>${perDay(source)}</dd>
<dt>${say('sources.lastNew')}</dt><dd>${lastNewAt ? moment(lastNewAt) : say('sources.noneYet')}</dd>
${subscriptions.filter(({ state }) => state !== 'ended').map(hub)}
</dl>
${buttons(source)}`;
}

function hub({ hub, state, lastPushAt, leaseUntil }: Subscription): Html {
  return html`<dt>${say('sources.hub')}</dt><dd>${new URL(hub).host}: ${HUBS[state] ?? state}${leaseUntil && html` ${say('sources.hubUntil', { at: moment(leaseUntil) })}`}<p class="meta">${lastPushAt ? say('sources.lastPush', { at: moment(lastPushAt) }) : say('sources.noPush')}</p></dd>`;
}

function buttons(source: ScheduledSource): Html {
  const { name: of, status, movedTo, kind } = source;
  const to = (deed: string, text: MessageKey) =>
    actionButton({ action: `${pathOfSource(source)}/${deed}`, text: say(text), of });
  return html`<div class="buttons">${status === 'active' ? to('pause', 'sources.pause') : to('resume', 'sources.resume')}${status === 'active' && kind !== 'submit' && to('crawl', 'sources.crawl')}${movedTo !== null && to('take-over', 'sources.remedy.take-over')}</div>`;
}

function fetchTable(source: ScheduledSource, fetches: readonly SourceFetch[]): Html {
  const shown = fetches.slice(0, SHOWN);
  const last = shown.at(-1);
  if (!last) return html`<p>${say('sources.notFetched')}</p>`;
  return html`${dataTable({
    caption: say('sources.fetchesOf', { name: source.name }),
    columns: [
      say('sources.when'),
      say('sources.what'),
      say('sources.outcome'),
      { name: say('sources.bytes'), kind: 'number' },
      { name: say('sources.took'), kind: 'number' },
      { name: say('sources.foundCount'), kind: 'number' },
      { name: say('sources.new'), kind: 'number' },
      { name: say('sources.revised'), kind: 'number' },
    ],
    rows: shown.map(each => [
      moment(each.at),
      PURPOSES[each.purpose] ?? each.purpose,
      html`${OUTCOMES[each.outcome] ?? each.outcome}${each.status !== null && ` (${each.status})`}${failure(each.error)}`,
      figure(each.wireBytes),
      duration(each.durationMs),
      figure(each.found),
      figure(each.stored),
      figure(each.revised),
    ]),
  })}${fetches.length > SHOWN && html`<p><a href="${pathOfSource(source)}?before=${last.at.toISOString()}_${last.id}#fetches">${say('sources.earlier')}</a></p>`}`;
}

function articleList(articles: readonly Article[]): Html {
  if (articles.length === 0) return html`<p>${say('sources.noArticles')}</p>`;
  return html`<ul class="items">${articles.map(({ id, title, publishedAt, wordCount, language }) => html`<li class="item"><div><a href="/articles/${id}"${language !== null && html` lang="${language}"`}>${title}</a><p class="meta">${moment(publishedAt)} · ${say('sources.words', { count: wordCount })}</p></div></li>`)}</ul>`;
}

function removeForm(source: ScheduledSource): Html {
  return html`<p>${say('sources.removeText')}</p>
<form method="post" action="${pathOfSource(source)}/remove#remove">
${checkbox({ name: 'articles', label: say('sources.itsArticles') })}
${checkbox({ name: 'confirm', label: say('sources.removeYes', { name: source.name }), required: true })}
<button class="plain danger">${say('sources.removeButton')}</button></form>`;
}

function pageFrom(place: string | undefined): { after?: { at: Date; id: string } } {
  const [text = '', id = ''] = (place ?? '').split('_');
  const at = new Date(text);
  return Number.isNaN(at.getTime()) || !isUuid(id) ? {} : { after: { at, id } };
}

const SHOWN = 25;
const ARTICLES = 10;

const PURPOSES: Readonly<Record<string, Message>> = {
  feed: say('sources.for.feed'),
  api: say('sources.for.api'),
  list: say('sources.for.list'),
  page: say('sources.for.page'),
  push: say('sources.for.push'),
  robots: say('sources.for.robots'),
};

const OUTCOMES: Readonly<Record<string, Message>> = {
  changed: say('sources.got.changed'),
  same: say('sources.got.same'),
  unchanged: say('sources.got.unchanged'),
  moved: say('sources.got.moved'),
  refused: say('sources.got.refused'),
  failed: say('sources.got.failed'),
  gone: say('sources.got.gone'),
};

const HUBS: Readonly<Record<string, Message>> = {
  asked: say('sources.hub.asked'),
  active: say('sources.hub.active'),
  denied: say('sources.hub.denied'),
};

const DONE: DoneWords = new Map<string, DoneWord>([
  ['added', ['state', () => say('sources.done.added')]],
  ['known', ['state', () => say('sources.done.known')]],
  ['pause', ['state', () => say('sources.done.pause')]],
  ['resume', ['state', () => say('sources.done.resume')]],
  ['crawl', ['state', () => say('sources.done.crawl')]],
  ['take-over', ['state', () => say('sources.done.takeOver')]],
  ['edited', ['edit', () => say('sources.done.edited')]],
]);
