import { type Html, html } from '../../app/markup/html.ts';
import { head } from './head.ts';
import { keyList } from './keys.ts';
import { footer, masthead } from './masthead.ts';
import type { Frame, Page } from './page.ts';
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
${page.body}
</main>
${footer(frame)}
${frame.principal && keepForm(frame.address)}${keyList()}
</body>
</html>`;
}

/** RUN-1: readers must not mistake fictional news for real news. */
function demoNotice({ principal }: Frame): Html {
  const remove = html`<form method="post" action="/admin/demo/remove"><button class="plain" type="submit">${t('demo.remove')}</button></form>`;
  return html`<aside class="demo" aria-label="${t('demo.label')}"><p><strong>${t('demo.label')}</strong> ${t('demo.text')}</p>${principal?.roles.includes('operator') && remove}</aside>
`;
}
