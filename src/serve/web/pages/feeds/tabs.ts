import { type Html, html } from '../../../../app/markup/html.ts';
import { t } from '../../texts/messages.ts';

/** Tabs of the reader's own pages. */
export function readerTabs(at: ReaderPage): Html {
  return html`<nav class="tabs" aria-label="${t('reader.pages')}"><ul>${PAGES.map(([path, key]) => html`<li><a href="${path}"${path === at && html` aria-current="page"`}>${t(key)}</a></li>`)}</ul></nav>
`;
}

const PAGES = [
  ['/for-you', 'nav.forYou'],
  ['/saved', 'nav.saved'],
  ['/history', 'nav.history'],
  ['/digest', 'nav.digest'],
  ['/account/interests', 'nav.interests'],
  ['/account/feeds', 'nav.feeds'],
] as const;

type ReaderPage = (typeof PAGES)[number][0];
