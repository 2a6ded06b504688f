import { type Html, html } from '../../app/markup/html.ts';
import { t } from './texts/messages.ts';

/**
 * SRCH-7: the search field of a plain form. It works without a script; `web/scripts/suggest` makes it a
 * combobox, with the texts in its data attributes.
 */
export function searchField({ id, value = '', isLabelShown = true }: SearchField): Html {
  return html`<div class="field suggest"><label for="${id}"${!isLabelShown && html` class="visually-hidden"`}>${t('search.label')}</label><input id="${id}" name="q" type="text" inputmode="search" enterkeyhint="search" value="${value}" maxlength="10000" autocomplete="off" data-suggest${TEXTS.map(([name, message]) => html` data-${name}="${t(message)}"`)}></div>`;
}

/** In the masthead where there is room; otherwise a link leads to the search page. */
export function siteSearch(): Html {
  return html`<form class="site-search" role="search" method="get" action="/search">${searchField({ id: 'site-q', isLabelShown: false })}<button class="plain">${t('search.go')}</button></form>`;
}

/** The name of the list, the number of suggestions, and the name of each kind. */
const TEXTS = [
  ['list', 'suggest.list'],
  ['none', 'suggest.none'],
  ['one', 'suggest.one'],
  ['other', 'suggest.other'],
  ['recent', 'suggest.recent'],
  ['trending', 'suggest.trending'],
  ['entity', 'suggest.entity'],
  ['topic', 'suggest.topic'],
  ['title', 'suggest.title'],
] as const;

interface SearchField {
  readonly id: string;
  readonly value?: string;
  readonly isLabelShown?: boolean;
}
