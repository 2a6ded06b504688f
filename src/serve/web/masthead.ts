import { type Html, type HtmlValue, html } from '../../app/markup/html.ts';
import type { Frame } from './layout.ts';
import { siteSearch } from './search-field.ts';
import { day } from './times.ts';
import { say, topicName } from './words/say.ts';

/** Date line, nameplate and the ways to everything. */
export function masthead(frame: Frame): Html {
  return html`<header class="masthead">
<div class="edition"><p>${day(frame.today)}</p>${pathOf(frame) !== '/search' && siteSearch()}<nav aria-label="${say('nav.account')}"><ul>${accountLinks(frame)}</ul></nav></div>
<p class="nameplate"><a href="/">${frame.siteName}</a></p>
<nav class="mainnav" aria-label="${say('nav.main')}"><ul>${WAYS.filter(([path]) => path !== '/for-you' || frame.principal).map(way => wayTo(frame, way))}</ul>${
    frame.sections.length > 0 &&
    html`<ul class="sections">${frame.sections.map(section => wayTo(frame, [`/topics/${section.id}`, topicName(section.name)]))}</ul>`
  }</nav>
</header>`;
}

/** Leads through the paper, in this order; the sections follow. A new page of the reader's gets its line here. */
const WAYS: readonly Way[] = [
  ['/', say('nav.front')],
  ['/for-you', say('nav.forYou')],
  ['/latest', say('nav.latest')],
  ['/breaking', say('nav.breaking')],
  ['/trending', say('nav.trending')],
  ['/topics', say('nav.topics')],
  ['/search', say('nav.search')],
];

function wayTo(frame: Frame, [path, name]: Way): Html {
  return html`<li><a href="${path}"${pathOf(frame) === path && html` aria-current="page"`}>${name}</a></li>`;
}

function pathOf({ address }: Frame): string | undefined {
  return address.split('?', 1)[0];
}

function accountLinks({ principal, signUpOpen }: Frame): Html {
  const settings = html`<li><a href="/settings">${say('nav.settings')}</a></li>`;
  if (principal)
    return html`<li><a href="/saved">${say('nav.saved')}</a></li>${principal.roles.includes('operator') && html`<li><a href="/admin">${say('nav.admin')}</a></li>`}${settings}<li><a href="/account">${say('nav.accountPage')}</a></li>`;
  return html`${settings}<li><a href="/sign-in">${say('nav.signIn')}</a></li>${signUpOpen && html`<li class="if-room"><a href="/sign-up">${say('nav.signUp')}</a></li>`}`;
}

export function foot({ siteName }: Frame): Html {
  return html`<footer class="foot"><p>${siteName}</p><nav aria-label="${say('nav.about')}"><ul>${FOOT_WAYS.map(([path, name]) => html`<li><a href="${path}">${name}</a></li>`)}</ul></nav></footer>`;
}

const FOOT_WAYS: readonly Way[] = [
  ['/for-you', say('nav.forYou')],
  ['/latest', say('nav.latest')],
  ['/breaking', say('nav.breaking')],
  ['/trending', say('nav.trending')],
  ['/topics', say('nav.topics')],
  ['/countries', say('nav.countries')],
  ['/settings', say('nav.settings')],
  ['/about', say('nav.aboutPage')],
  ['/design', say('nav.design')],
  ['/api/docs', say('nav.api')],
];

type Way = readonly [path: string, name: HtmlValue];
