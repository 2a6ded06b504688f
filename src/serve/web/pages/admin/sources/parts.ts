import { type Html, type HtmlValue, html, type Spoken } from '../../../../../app/markup/html.ts';
import { type BreakerState, breakerOf } from '../../../../../ingest/schedule/intervals.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import type { Page } from '../../../layout.ts';
import { moment } from '../../../times.ts';
import { decimal } from '../../../words/amounts.ts';
import { type Message, say } from '../../../words/say.ts';
import { adminFrame } from '../frame.ts';

/** Pieces that the pages about sources share. */

export function pathOfSource({ id }: Pick<ScheduledSource, 'id'>): string {
  return `/admin/sources/${id}`;
}

/** What these pages have at their head: the ways to the others. */
export function sourcesFrame({ title, lede, at, above, body }: SourcesPage): Page {
  const links = PLACES.map(
    ([path, name]) =>
      html`<li><a href="${path}"${path === at && html` aria-current="page"`}>${name}</a></li>`,
  );
  return adminFrame({
    title,
    at: '/admin/sources',
    above,
    lede: html`${lede !== undefined && html`<p class="lede">${lede}</p>`}<nav aria-label="${say('admin.sources')}"><ul class="ways">${links}</ul></nav>`,
    body,
  });
}

const PLACES = [
  ['/admin/sources', say('sources.all')],
  ['/admin/sources/problems', say('sources.problems')],
  ['/admin/sources/import', say('sources.exchange')],
  ['/admin/sources/packs', say('sources.packs')],
] as const;

interface SourcesPage {
  readonly title: string | Spoken;
  readonly lede?: HtmlValue;
  readonly at?: (typeof PLACES)[number][0];
  readonly above?: Html;
  readonly body: Html;
}

export function statusBadges(source: ScheduledSource, now: Date): Html {
  const breaker = breakerOf(source, now);
  return html`<span class="badge${source.status === 'active' ? '' : ' bad'}">${STATUSES[source.status]}</span>${source.status === 'active' && breaker !== 'closed' && html` <span class="badge bad">${BREAKERS[breaker]}</span>`}${source.isDemo && html` <span class="badge">${say('sources.demo')}</span>`}`;
}

/** The last answer, in a line. */
export function lastFetch({ lastFetchAt, lastStatus, lastError, failures }: ScheduledSource): HtmlValue {
  if (!lastFetchAt) return say('sources.never');
  return html`${moment(lastFetchAt)}${lastError === null ? html`<p class="meta">${lastStatus === null ? say('sources.answered') : `HTTP ${lastStatus}`}</p>` : html`<p class="error">${lastError}${failures > 1 && html` ${say('sources.inARow', { count: failures })}`}</p>`}`;
}

export function nextVisit({ nextCrawlAt }: ScheduledSource, now: Date): HtmlValue {
  if (!nextCrawlAt) return say('sources.noVisit');
  return nextCrawlAt <= now ? say('sources.now') : moment(nextCrawlAt);
}

export function perDay({ articlesPerDay }: ScheduledSource): HtmlValue {
  if (articlesPerDay === null) return '–';
  return decimal(articlesPerDay, articlesPerDay < 10 ? 1 : 0);
}

export const STATUSES = {
  active: say('sources.is.active'),
  paused: say('sources.is.paused'),
  dead: say('sources.is.dead'),
} as const;

export const BREAKERS: Readonly<Record<BreakerState, Message>> = {
  closed: say('sources.breaker.closed'),
  open: say('sources.breaker.open'),
  'half-open': say('sources.breaker.half-open'),
};

export const KINDS = {
  feed: say('sources.kind.feed'),
  api: say('sources.kind.api'),
  scrape: say('sources.kind.scrape'),
  submit: say('sources.kind.submit'),
} as const;
