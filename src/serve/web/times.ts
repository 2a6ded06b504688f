import { type Html, html } from './html.ts';

/**
 * Times in words, in UTC, because only the browser knows where its reader is. `web/scripts/times.ts` puts
 * them into the reader's own zone, in the same words.
 */

/**
 * The date line: Thursday, 15 January 2026. To the quarter of an hour, at which every zone of the world begins
 * its day: a page whose date line is the same is the same page to a cache.
 */
export function day(at: Date): Html {
  const quarter = new Date(at.getTime() - (at.getTime() % QUARTER_MS));
  return html`<time datetime="${quarter.toISOString()}" data-shown="day">${DAY.format(quarter)}</time>`;
}

const QUARTER_MS = 15 * 60_000;

/** 15 January 2026 */
export function date(at: Date): Html {
  return html`<time datetime="${at.toISOString()}" data-shown="date">${DATE.format(at)}</time>`;
}

/** 15 January 2026 at 12:00 UTC */
export function moment(at: Date): Html {
  return html`<time datetime="${at.toISOString()}" data-shown="moment">${MOMENT.format(at)} UTC</time>`;
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
