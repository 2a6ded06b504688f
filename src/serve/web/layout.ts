import { type Html, html } from '../../app/markup/html.ts';
import { head } from './head.ts';
import { footer, masthead } from './masthead.ts';
import type { Frame, Page } from './page.ts';
import { feedbackForm, feedbackNotice } from './pages/feedback.ts';
import { keepForm } from './pages/keep.ts';
import { t } from './texts/messages.ts';

/** The frame of every page: masthead, main, footer. */
export function layout(frame: Frame, page: Page): Html {
  const { language, theme } = frame.display;
  return html`<!doctype html>
<html lang="${language.code}" dir="${language.direction}" data-locale="${language.tag}"${theme !== 'system' && html` data-theme="${theme}"`}>
${head(frame, page)}
<body${page.shape === 'front' && html` class="front"`}>
<a class="skip" href="#main">${t('frame.skip')}</a>
${masthead(frame)}
${frame.isDemo && demoNotice(frame)}<main id="main" tabindex="-1" class="${page.shape ?? 'text'}">
${frame.principal && feedbackNotice(frame.address)}${page.body}
</main>
${footer(frame)}
${frame.principal && html`${keepForm(frame.address)}${feedbackForm(frame.address)}`}${keyList()}
</body>
</html>`;
}

/** RUN-1: readers must not mistake fictional news for real news. */
function demoNotice({ principal }: Frame): Html {
  const remove = html`<form method="post" action="/admin/demo/remove"><button class="plain" type="submit">${t('demo.remove')}</button></form>`;
  return html`<aside class="demo" aria-label="${t('demo.label')}"><p><strong>${t('demo.label')}</strong> ${t('demo.text')}</p>${principal?.roles.includes('operator') && remove}</aside>
`;
}

/**
 * WEB-5: the shortcuts that `?` shows. Part of every page, so that it opens at once and in the page's
 * language.
 */
function keyList(): Html {
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
