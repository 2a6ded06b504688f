import { Html, html, Localized } from '../../app/markup/html.ts';
import type { DateForm, Locale } from '../../app/markup/locale.ts';

/**
 * Times in UTC, because only the browser knows the reader's time zone. `web/scripts/times.ts` converts them
 * to it, in the same format.
 */

/**
 * The date line: Thursday, 15 January 2026. Its time is rounded down to a quarter of an hour, so that the
 * page keeps its ETag in between; in every time zone the day begins at such a quarter.
 */
export function day(at: Date): Html {
  return time(new Date(at.getTime() - (at.getTime() % QUARTER_MS)), 'day');
}

const QUARTER_MS = 15 * 60_000;

/** 15 January 2026 */
export function date(at: Date): Html {
  return time(at, 'date');
}

/** 15 January 2026 at 12:00 UTC */
export function moment(at: Date): Html {
  return time(at, 'moment');
}

/** 15 Jan, 12:00 UTC: for small spaces where the year is clear from the context. */
export function shortMoment(at: Date): Html {
  return time(at, 'short');
}

function time(at: Date, form: DateForm): Html {
  return html`<time datetime="${at.toISOString()}" data-shown="${form}">${new Time(at, form)}${(form === 'moment' || form === 'short') && ' UTC'}</time>`;
}

class Time extends Localized {
  readonly #at: Date;
  readonly #form: DateForm;
  constructor(at: Date, form: DateForm) {
    super();
    this.#at = at;
    this.#form = form;
  }
  in(language: Locale): Html {
    return new Html(language.date(this.#at, this.#form));
  }
}
