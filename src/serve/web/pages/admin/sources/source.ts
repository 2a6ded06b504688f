import { Problem } from '../../../../../errors.ts';
import { listArticlesOfSource } from '../../../../../ingest/dedup/read.ts';
import { breakerOf } from '../../../../../ingest/schedule/intervals.ts';
import { listFetches, type SourceFetch } from '../../../../../ingest/sources/fetches.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import { type Subscription, subscriptionsOf } from '../../../../../ingest/websub/index.ts';
import { isUuid } from '../../../../../lib/ids.ts';
import type { Article } from '../../../../../model/article.ts';
import type { Principal } from '../../../../../model/principal.ts';
import { requireSource } from '../../../../admin/sources.ts';
import { type Html, html } from '../../../html.ts';
import type { Page } from '../../../layout.ts';
import type { PageCall } from '../../../page-route.ts';
import { moment } from '../../../times.ts';
import { adminPage, type DoneWord, type DoneWords, doneBy, type Outcome } from '../frame.ts';
import { actionButton, checkbox, counted, dataTable, duration, failure, number, section } from '../parts.ts';
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
    above: html`<p class="kicker"><a href="/admin/sources">Sources</a></p>`,
    body: html`${section(outcome, 'state', 'How it stands', state(source, subscriptions, new Date(clock.now())))}
${section(outcome, 'fetches', 'Last fetches', fetchTable(source, fetches))}
${section(outcome, 'articles', 'Latest articles', articleList(articles))}
${section(outcome, 'edit', 'Edit', editForm(call, source, outcome))}
${section(outcome, 'remove', 'Remove', removeForm(source))}`,
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
<dt>Status</dt><dd>${statusBadges(source, now)}</dd>
<dt>Address</dt><dd><a href="${source.url}" rel="noopener noreferrer external">${source.url}</a></dd>
${movedTo !== null && html`<dt>Moved to</dt><dd>${movedTo}</dd>`}
<dt>Kind</dt><dd>${KINDS[source.kind]}</dd>
<dt>Last visit</dt><dd>${lastFetch(source)}</dd>
<dt>Next visit</dt><dd>${nextVisit(source, now)}${adaptedSeconds !== null && html` <span class="meta">every ${counted(Math.round(adaptedSeconds / 60), 'minute').toLowerCase()}</span>`}</dd>
<dt>Breaker</dt><dd>${BREAKERS[breakerOf(source, now)]}${source.failures > 0 && `, ${source.failures} failed in a row`}${failingSince && html` since ${moment(failingSince)}`}</dd>
<dt>Articles a day</dt><dd>${perDay(source)}</dd>
<dt>Last new article</dt><dd>${lastNewAt ? moment(lastNewAt) : 'None yet'}</dd>
${subscriptions.filter(({ state }) => state !== 'ended').map(hub)}
</dl>
${buttons(source)}`;
}

function hub({ hub, state, lastPushAt, leaseUntil }: Subscription): Html {
  const words: Readonly<Record<string, string>> = {
    asked: 'asked, not confirmed yet',
    active: 'subscribed',
    denied: 'refused by the hub',
  };
  return html`<dt>Hub</dt><dd>${new URL(hub).host}: ${words[state] ?? state}${leaseUntil && html` until ${moment(leaseUntil)}`}<p class="meta">${lastPushAt ? html`Last push ${moment(lastPushAt)}` : 'It has not pushed lately, so the source is visited as usual'}</p></dd>`;
}

function buttons(source: ScheduledSource): Html {
  const { name: of, status, movedTo, kind } = source;
  const to = (deed: string, text: string) =>
    actionButton({ action: `${pathOfSource(source)}/${deed}`, text, of });
  return html`<div class="buttons">${status === 'active' ? to('pause', 'Pause') : to('resume', 'Resume')}${status === 'active' && kind !== 'submit' && to('crawl', 'Crawl now')}${movedTo !== null && to('take-over', 'Use the new address')}</div>`;
}

function fetchTable(source: ScheduledSource, fetches: readonly SourceFetch[]): Html {
  const shown = fetches.slice(0, SHOWN);
  const last = shown.at(-1);
  if (!last) return html`<p>It has not been fetched yet.</p>`;
  return html`${dataTable({
    caption: `Fetches of ${source.name}`,
    columns: [
      'When',
      'What',
      'Outcome',
      { name: 'Bytes', kind: 'number' },
      { name: 'Took', kind: 'number' },
      { name: 'Found', kind: 'number' },
      { name: 'New', kind: 'number' },
      { name: 'Revised', kind: 'number' },
    ],
    rows: shown.map(each => [
      moment(each.at),
      PURPOSES[each.purpose] ?? each.purpose,
      html`${OUTCOMES[each.outcome] ?? each.outcome}${each.status !== null && ` (${each.status})`}${failure(each.error)}`,
      number(each.wireBytes),
      duration(each.durationMs),
      number(each.found),
      number(each.stored),
      number(each.revised),
    ]),
  })}${fetches.length > SHOWN && html`<p><a href="${pathOfSource(source)}?before=${last.at.toISOString()}_${last.id}#fetches">Earlier fetches</a></p>`}`;
}

function articleList(articles: readonly Article[]): Html {
  if (articles.length === 0) return html`<p>It has brought no articles yet.</p>`;
  return html`<ul class="items">${articles.map(({ id, title, publishedAt, wordCount, language }) => html`<li class="item"><div><a href="/articles/${id}"${language !== null && html` lang="${language}"`}>${title}</a><p class="meta">${moment(publishedAt)} · ${number(wordCount)} words</p></div></li>`)}</ul>`;
}

function removeForm(source: ScheduledSource): Html {
  return html`<p>It cannot be undone. Articles that stay can still be read.</p>
<form method="post" action="${pathOfSource(source)}/remove#remove">
${checkbox({ name: 'articles', label: 'Its articles too' })}
${checkbox({ name: 'confirm', label: `Yes, remove ${source.name}`, required: true })}
<button class="plain danger">Remove source</button></form>`;
}

function pageFrom(place: string | undefined): { after?: { at: Date; id: string } } {
  const [text = '', id = ''] = (place ?? '').split('_');
  const at = new Date(text);
  return Number.isNaN(at.getTime()) || !isUuid(id) ? {} : { after: { at, id } };
}

const SHOWN = 25;
const ARTICLES = 10;

const PURPOSES: Readonly<Record<string, string>> = {
  feed: 'Feed',
  api: 'API',
  list: 'List page',
  page: 'Article page',
  push: 'Pushed by its hub',
  robots: 'robots.txt',
};

const OUTCOMES: Readonly<Record<string, string>> = {
  changed: 'Something new',
  same: 'The same again',
  unchanged: 'Not modified',
  moved: 'Moved',
  refused: 'Refused',
  failed: 'Failed',
  gone: 'Gone',
};

const DONE: DoneWords = new Map<string, DoneWord>([
  ['added', ['state', () => 'The source was added. It is visited within a minute.']],
  ['known', ['state', () => 'This source was here already.']],
  ['pause', ['state', () => 'The source is paused.']],
  ['resume', ['state', () => 'The source is visited again.']],
  ['crawl', ['state', () => 'The source is due now.']],
  ['take-over', ['state', () => 'The new address is used from now on.']],
  ['edited', ['edit', () => 'The source was changed.']],
]);
