import { type Html, html } from '../../../app/markup/html.ts';
import { LANGUAGES } from '../../../app/markup/language.ts';
import { lookCookies, lookOf, THEMES } from '../look.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { say } from '../words/say.ts';
import { notice } from './parts.ts';

/** How the pages look to whoever sits at this browser; what belongs to an account is on the account's page. */
export const settingsPage = publicPage({
  method: 'GET',
  path: '/settings',
  handler: async call => ({
    page: {
      title: say('settings.title'),
      body: html`<h1>${say('settings.title')}</h1>
<p class="lede">${say('settings.lede')}</p>
${call.query('done') === '1' && notice(say('settings.saved'))}
${lookForm(call)}
<h2>${say('settings.more')}</h2>
${call.principal ? ACCOUNT : html`<p><a href="/sign-in?returnTo=%2Faccount">${say('nav.signIn')}</a>. ${say('settings.signIn')}</p>`}`,
    },
  }),
});

export const settingsAction = publicPage({
  method: 'POST',
  path: '/settings',
  handler: async ({ context, field }) => ({
    redirect: '/settings?done=1',
    cookies: lookCookies(context.origin.startsWith('https:'), {
      theme: THEMES.find(each => each === field('theme')) ?? 'system',
      language: LANGUAGES.find(({ code }) => code === field('language'))?.code ?? '',
    }),
  }),
});

function lookForm(call: PageCall): Html {
  const look = lookOf(call);
  const chosen = look.languageChosen ? look.language.code : '';
  return html`<form method="post" action="/settings">
<fieldset class="options"><legend>${say('settings.theme')}</legend>${THEMES.map(theme => option('theme', theme, say(`settings.theme.${theme}`), theme === look.theme))}</fieldset>
<fieldset class="options"><legend>${say('settings.language')}</legend>${option('language', '', say('settings.language.system'), chosen === '')}${LANGUAGES.map(({ code, name }) => option('language', code, html`<span lang="${code}">${name}</span>`, code === chosen))}</fieldset>
<button>${say('settings.save')}</button>
</form>`;
}

function option(name: string, value: string, label: Parameters<typeof html>[1], isChosen: boolean): Html {
  return html`<label class="check"><input type="radio" name="${name}" value="${value}"${isChosen && html` checked`}><span>${label}</span></label>`;
}

const WAYS = [
  ['/account/interests', 'settings.interests'],
  ['/account/feeds', 'settings.feeds'],
  ['/saved-searches', 'settings.searches'],
  ['/account', 'settings.account'],
  ['/account#data', 'settings.data'],
] as const;
const ACCOUNT = html`<ul class="ways-list">${WAYS.map(([href, words]) => html`<li><a href="${href}">${say(words)}</a></li>`)}</ul>`;
