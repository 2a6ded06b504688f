import { type Html, html } from '../../app/markup/html.ts';
import { t } from './texts/messages.ts';

/**
 * WEB-5: the shortcuts that `?` shows. Part of every page, so that it opens at once and in the page's
 * language.
 */
export function keyList(): Html {
  return html`<dialog class="keys" id="keys" aria-labelledby="keys-title"><h2 id="keys-title">${t('keys.title')}</h2>
<dl>${KEYS.map(([key, message]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${t(message)}</dd></div>`)}</dl>
<button class="plain small" type="button">${t('keys.close')}</button></dialog>`;
}

const KEYS = [
  ['j', 'keys.next'],
  ['k', 'keys.previous'],
  ['o', 'keys.open'],
  ['s', 'keys.save'],
  ['m', 'keys.mark'],
  ['/', 'keys.search'],
  ['?', 'keys.help'],
] as const;
