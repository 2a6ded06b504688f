import { type Html, html } from '../../../app/markup/html.ts';
import { LOCALES } from '../../../app/markup/locale.ts';
import { displayCookies, displayOf, THEMES } from '../display.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { t } from '../texts/messages.ts';
import { notice } from './parts.ts';

/** Display settings of this browser; settings of an account are on the account page. */
export const settingsPage = publicPage({
  method: 'GET',
  path: '/settings',
  handler: async call => ({
    page: {
      title: t('settings.title'),
      body: html`<h1>${t('settings.title')}</h1>
<p class="lede">${t('settings.lede')}</p>
${call.query('done') === '1' && notice(t('settings.saved'))}
${displayForm(call)}
<h2>${t('settings.more')}</h2>
${call.principal ? ACCOUNT : html`<p>${t('settings.signIn', { link: html`<a href="/sign-in?returnTo=%2Faccount">${t('nav.signIn')}</a>` })}</p>`}`,
    },
  }),
});

export const settingsAction = publicPage({
  method: 'POST',
  path: '/settings',
  handler: async ({ context, field }) => ({
    redirect: '/settings?done=1',
    cookies: displayCookies(context.origin.startsWith('https:'), {
      theme: THEMES.find(each => each === field('theme')) ?? 'system',
      language: LOCALES.find(({ code }) => code === field('language'))?.code ?? '',
    }),
  }),
});

function displayForm(call: PageCall): Html {
  const display = displayOf(call);
  const chosen = display.languageChosen ? display.language.code : '';
  return html`<form method="post" action="/settings">
<fieldset class="options"><legend>${t('settings.theme')}</legend>${THEMES.map(theme => option('theme', theme, t(`settings.theme.${theme}`), theme === display.theme))}</fieldset>
<fieldset class="options"><legend>${t('settings.language')}</legend>${option('language', '', t('settings.language.system'), chosen === '')}${LOCALES.map(({ code, name }) => option('language', code, html`<span lang="${code}">${name}</span>`, code === chosen))}</fieldset>
<button>${t('settings.save')}</button>
</form>`;
}

function option(name: string, value: string, label: Parameters<typeof html>[1], isChosen: boolean): Html {
  return html`<label class="check"><input type="radio" name="${name}" value="${value}"${isChosen && html` checked`}><span>${label}</span></label>`;
}

const ACCOUNT_LINKS = [
  ['/account/interests', 'settings.interests'],
  ['/account/feeds', 'settings.feeds'],
  ['/saved-searches', 'settings.searches'],
  ['/account', 'settings.account'],
  ['/account#data', 'settings.data'],
] as const;
const ACCOUNT = html`<ul class="ways-list">${ACCOUNT_LINKS.map(([href, words]) => html`<li><a href="${href}">${t(words)}</a></li>`)}</ul>`;
