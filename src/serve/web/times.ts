import { Html, html, Localized } from '../../app/markup/html.ts';
import type { DateForm, Locale } from '../../app/markup/locale.ts';

/**
 * Times in words, in UTC, because only the browser knows where its reader is. `web/scripts/times.ts` puts
 * them into the reader's own zone, in the same words.
 */

/**
 * The date line: Thursday, 15 January 2026. To the quarter of an hour, at which every zone of the world begins
 * its day: a page whose date line is the same is the same page to a cache.
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

/** 15 Jan, 12:00 UTC: where there is little room and the year is plain from what stands around it. */
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
