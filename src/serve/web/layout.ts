import { type Html, html, type Localized } from '../../app/markup/html.ts';
import type { Section } from '../../app/topics.ts';
import type { Principal } from '../../model/principal.ts';
import { head, type PageFacts } from './head.ts';
import { keyList } from './keys.ts';
import type { Look } from './look.ts';
import { foot, masthead } from './masthead.ts';
import { keepForm } from './pages/keep.ts';
import { t } from './texts/messages.ts';

/** The frame of every page: masthead, main, foot. */
export function layout(frame: Frame, page: Page): Html {
  const { language, theme } = frame.look;
  return html`<!doctype html>
<html lang="${language.code}" dir="${language.direction}" data-locale="${language.tag}"${theme !== 'system' && html` data-theme="${theme}"`}>
${head(frame, page)}
<body${page.shape === 'front' && html` class="front"`}>
<a class="skip" href="#main">${t('frame.skip')}</a>
${masthead(frame)}
${frame.isDemo && demoNotice(frame)}<main id="main" tabindex="-1" class="${page.shape ?? 'text'}">
${page.body}
</main>
${foot(frame)}
${frame.principal && keepForm(frame.address)}${keyList()}
</body>
</html>`;
}

/** RUN-1: nobody shall take made-up news for news. */
function demoNotice({ principal }: Frame): Html {
  const remove = html`<form method="post" action="/admin/demo/remove"><button class="plain" type="submit">${t('demo.remove')}</button></form>`;
  return html`<aside class="demo" aria-label="${t('demo.label')}"><p><strong>${t('demo.title')}</strong> ${t('demo.text')}</p>${principal?.roles.includes('operator') && remove}</aside>
`;
}

export interface Frame {
  readonly siteName: string;
  readonly origin: string;
  /** Path and query of the page. */
  readonly address: string;
  readonly today: Date;
  readonly stylesheet: string;
  readonly fonts: readonly string[];
  /** Held back from the screen until it has run; the other comes when everything else is there. */
  readonly siteScript: string;
  readonly readerScript: string;
  readonly look: Look;
  readonly sections: readonly Section[];
  readonly principal: Principal | null;
  readonly signUpOpen: boolean;
  readonly isDemo: boolean;
}

export interface Page {
  readonly title: string | Localized;
  readonly body: Html;
  readonly script?: string;
  /** A column to read (the default), a column to fill in, the front page, or the full width. */
  readonly shape?: 'text' | 'form' | 'front' | 'wide';
  /** What others are told of it: search engines, those who share it. */
  readonly facts?: PageFacts;
}
