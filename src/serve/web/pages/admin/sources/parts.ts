import { type BreakerState, breakerOf } from '../../../../../ingest/schedule/intervals.ts';
import type { ScheduledSource } from '../../../../../ingest/sources/rows.ts';
import { type Html, html } from '../../../html.ts';
import type { Page } from '../../../layout.ts';
import { moment } from '../../../times.ts';
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
    lede: html`${lede !== undefined && html`<p class="lede">${lede}</p>`}<nav aria-label="Sources"><ul class="ways">${links}</ul></nav>`,
    body,
  });
}

const PLACES = [
  ['/admin/sources', 'All sources'],
  ['/admin/sources/problems', 'Problems'],
  ['/admin/sources/import', 'Import and export'],
  ['/admin/sources/packs', 'Starter packs'],
] as const;

interface SourcesPage {
  readonly title: string;
  readonly lede?: string;
  readonly at?: (typeof PLACES)[number][0];
  readonly above?: Html;
  readonly body: Html;
}

export function statusBadges(source: ScheduledSource, now: Date): Html {
  const breaker = breakerOf(source, now);
  return html`<span class="badge${source.status === 'active' ? '' : ' bad'}">${STATUSES[source.status]}</span>${source.status === 'active' && breaker !== 'closed' && html` <span class="badge bad">${BREAKERS[breaker]}</span>`}${source.isDemo && html` <span class="badge">Demo</span>`}`;
}

/** The last answer, in a line. */
export function lastFetch({ lastFetchAt, lastStatus, lastError, failures }: ScheduledSource): Html | string {
  if (!lastFetchAt) return 'Never';
  return html`${moment(lastFetchAt)}${lastError === null ? html`<p class="meta">${lastStatus === null ? 'Answered' : `HTTP ${lastStatus}`}</p>` : html`<p class="error">${lastError}${failures > 1 && ` (${failures} in a row)`}</p>`}`;
}

export function nextVisit({ nextCrawlAt }: ScheduledSource, now: Date): Html | string {
  if (!nextCrawlAt) return 'None';
  return nextCrawlAt <= now ? 'Now' : moment(nextCrawlAt);
}

export function perDay({ articlesPerDay }: ScheduledSource): string {
  if (articlesPerDay === null) return '–';
  return articlesPerDay < 10 ? articlesPerDay.toFixed(1) : String(Math.round(articlesPerDay));
}

export const STATUSES = { active: 'Active', paused: 'Paused', dead: 'Dead' } as const;

export const BREAKERS: Readonly<Record<BreakerState, string>> = {
  closed: 'Closed',
  open: 'Left alone',
  'half-open': 'To be tried again',
};

export const KINDS = { feed: 'Feed', api: 'API', scrape: 'Page', submit: 'Submissions' } as const;
