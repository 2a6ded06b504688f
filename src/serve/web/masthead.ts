import { type Html, type HtmlValue, html } from '../../app/markup/html.ts';
import type { Frame } from './page.ts';
import { siteSearch } from './search-field.ts';
import { t, topicName } from './texts/messages.ts';
import { day } from './times.ts';

/** Date line, nameplate and navigation. */
export function masthead(frame: Frame): Html {
  return html`<header class="masthead">
<div class="edition"><p>${day(frame.today)}</p>${pathOf(frame) !== '/search' && siteSearch()}<nav aria-label="${t('nav.account')}"><ul>${accountLinks(frame)}</ul></nav></div>
<p class="nameplate"><a href="/">${frame.siteName}</a></p>
<nav class="mainnav" aria-label="${t('nav.main')}"><ul>${MAIN_LINKS.filter(([path]) => path !== '/for-you' || frame.principal).map(link => navItem(frame, link))}</ul>${
    frame.sections.length > 0 &&
    html`<ul class="sections">${frame.sections.map(section => navItem(frame, [`/topics/${section.id}`, topicName(section.name)]))}</ul>`
  }</nav>
</header>`;
}

/** The main navigation in order; the sections follow. Add new reader pages here. */
const MAIN_LINKS: readonly NavLink[] = [
  ['/', t('nav.front')],
  ['/for-you', t('nav.forYou')],
  ['/latest', t('nav.latest')],
  ['/breaking', t('nav.breaking')],
  ['/trending', t('nav.trending')],
  ['/topics', t('nav.topics')],
  ['/search', t('nav.search')],
];

function navItem(frame: Frame, [path, name]: NavLink): Html {
  return html`<li><a href="${path}"${pathOf(frame) === path && html` aria-current="page"`}>${name}</a></li>`;
}

function pathOf({ address }: Frame): string | undefined {
  return address.split('?', 1)[0];
}

function accountLinks({ principal, signUpOpen }: Frame): Html {
  const settings = html`<li><a href="/settings">${t('nav.settings')}</a></li>`;
  if (principal)
    return html`<li><a href="/saved">${t('nav.saved')}</a></li>${principal.roles.includes('operator') && html`<li><a href="/admin">${t('nav.admin')}</a></li>`}${settings}<li><a href="/account">${t('nav.accountPage')}</a></li>`;
  return html`${settings}<li><a href="/sign-in">${t('nav.signIn')}</a></li>${signUpOpen && html`<li class="if-room"><a href="/sign-up">${t('nav.signUp')}</a></li>`}`;
}

export function footer({ siteName }: Frame): Html {
  return html`<footer class="foot"><p>${siteName}</p><nav aria-label="${t('nav.about')}"><ul>${FOOTER_LINKS.map(([path, name]) => html`<li><a href="${path}">${name}</a></li>`)}</ul></nav></footer>`;
}

const FOOTER_LINKS: readonly NavLink[] = [
  ['/for-you', t('nav.forYou')],
  ['/latest', t('nav.latest')],
  ['/breaking', t('nav.breaking')],
  ['/trending', t('nav.trending')],
  ['/topics', t('nav.topics')],
  ['/countries', t('nav.countries')],
  ['/settings', t('nav.settings')],
  ['/about', t('nav.aboutPage')],
  ['/design', t('nav.design')],
  ['/api/docs', t('nav.api')],
];

type NavLink = readonly [path: string, name: HtmlValue];
