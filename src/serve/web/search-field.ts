import { type Html, html } from '../../app/markup/html.ts';
import { t } from './texts/messages.ts';

/**
 * SRCH-7: where somebody writes what they look for. It is a field of a plain form, and works as one; `web/scripts/suggest`
 * makes a combobox of it, in the words that it brings along.
 */
export function searchField({ id, value = '', isLabelShown = true }: SearchField): Html {
  return html`<div class="field suggest"><label for="${id}"${!isLabelShown && html` class="visually-hidden"`}>${t('search.label')}</label><input id="${id}" name="q" type="text" inputmode="search" enterkeyhint="search" value="${value}" maxlength="10000" autocomplete="off" data-suggest${WORDS.map(([name, message]) => html` data-${name}="${t(message)}"`)}></div>`;
}

/** In the masthead, where there is room for it; elsewhere the way to the page of searching leads there. */
export function siteSearch(): Html {
  return html`<form class="site-search" role="search" method="get" action="/search">${searchField({ id: 'site-q', isLabelShown: false })}<button class="plain">${t('search.go')}</button></form>`;
}

/** What the list is called, how many there are, and what each kind of suggestion is. */
const WORDS = [
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
