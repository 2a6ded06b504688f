import { type Html, type HtmlValue, html, type Localized } from '../../../../../app/markup/html.ts';
import { breakerOf, type SourceBreakerState } from '../../../../../ingest/schedule/intervals.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import type { Page } from '../../../page.ts';
import { decimal } from '../../../texts/amounts.ts';
import { type Message, t } from '../../../texts/messages.ts';
import { moment } from '../../../times.ts';
import { adminFrame } from '../frame.ts';

/** Components of the pages about sources. */

export function pathOfSource({ id }: Pick<ScheduledSource, 'id'>): string {
  return `/admin/sources/${id}`;
}

/** The head of these pages, with links to the others. */
export function sourcesFrame({ title, lede, at, above, body }: SourcesPage): Page {
  const links = TABS.map(
    ([path, name]) =>
      html`<li><a href="${path}"${path === at && html` aria-current="page"`}>${name}</a></li>`,
  );
  return adminFrame({
    title,
    at: '/admin/sources',
    above,
    lede: html`${lede !== undefined && html`<p class="lede">${lede}</p>`}<nav aria-label="${t('admin.sources')}"><ul class="ways">${links}</ul></nav>`,
    body,
  });
}

const TABS = [
  ['/admin/sources', t('sources.all')],
  ['/admin/sources/problems', t('sources.problems')],
  ['/admin/sources/import', t('sources.exchange')],
  ['/admin/sources/packs', t('sources.packs')],
] as const;

interface SourcesPage {
  readonly title: string | Localized;
  readonly lede?: HtmlValue;
  readonly at?: (typeof TABS)[number][0];
  readonly above?: Html;
  readonly body: Html;
}

export function statusBadges(source: ScheduledSource, now: Date): Html {
  const breaker = breakerOf(source, now);
  return html`<span class="badge${source.status === 'active' ? '' : ' bad'}">${STATUSES[source.status]}</span>${source.status === 'active' && breaker !== 'closed' && html` <span class="badge bad">${BREAKERS[breaker]}</span>`}${source.isDemo && html` <span class="badge">${t('sources.demo')}</span>`}`;
}

/** The last fetch in one line. */
export function lastFetch({ lastFetchAt, lastStatus, lastError, failures }: ScheduledSource): HtmlValue {
  if (!lastFetchAt) return t('sources.never');
  return html`${moment(lastFetchAt)}${lastError === null ? html`<p class="meta">${lastStatus === null ? t('sources.ok') : `HTTP ${lastStatus}`}</p>` : html`<p class="error">${lastError}${failures > 1 && html` ${t('sources.inARow', { count: failures })}`}</p>`}`;
}

export function nextVisit({ nextCrawlAt }: ScheduledSource, now: Date): HtmlValue {
  if (!nextCrawlAt) return t('sources.noFetch');
  return nextCrawlAt <= now ? t('sources.now') : moment(nextCrawlAt);
}

export function perDay({ articlesPerDay }: ScheduledSource): HtmlValue {
  if (articlesPerDay === null) return '–';
  return decimal(articlesPerDay, articlesPerDay < 10 ? 1 : 0);
}

export const STATUSES = {
  active: t('sources.is.active'),
  paused: t('sources.is.paused'),
  dead: t('sources.is.dead'),
} as const;

export const BREAKERS: Readonly<Record<SourceBreakerState, Message>> = {
  closed: t('sources.breaker.closed'),
  open: t('sources.breaker.open'),
  'half-open': t('sources.breaker.half-open'),
};

export const KINDS = {
  feed: t('sources.kind.feed'),
  api: t('sources.kind.api'),
  scrape: t('sources.kind.scrape'),
  submit: t('sources.kind.submit'),
} as const;
