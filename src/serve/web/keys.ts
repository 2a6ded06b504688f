import { type Html, html } from '../../app/markup/html.ts';
import { t } from './texts/messages.ts';

/** WEB-5: what `?` shows. It lies in every page, so that it is there at once and in the page's own language. */
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
