import { html } from '../../../app/markup/html.ts';
import { publicPage } from '../page-route.ts';
import { t } from '../texts/messages.ts';

export const aboutPage = publicPage({
  method: 'GET',
  path: '/about',
  cache: 'private',
  handler: async ({ context }) => {
    const { name, signUp, oidcIssuer, oidcName } = context.config;
    const accountPage = html`<a href="/account">${t('about.accountPage')}</a>`;
    return {
      page: {
        title: t('nav.aboutPage'),
        facts: { path: '/about', description: t('about.is', { name }) },
        body: html`<h1>${t('about.title', { name })}</h1>
<p class="lede">${name === 'Broadsheet' ? t('about.is', { name }) : t('about.runsOn', { name })}</p>
<dl class="facts">
<dt>${t('about.version')}</dt><dd>${context.version}</dd>
<dt>${t('about.accounts')}</dt><dd>${signUp === 'open' ? html`${t('about.open')} <a href="/sign-up">${t('about.createOne')}</a>` : t('about.byOperator')}</dd>
<dt>${t('about.signingIn')}</dt><dd>${t('about.ways')}${oidcIssuer !== undefined && html`, ${oidcName}`}</dd>
<dt>${t('nav.api')}</dt><dd><a href="/api/docs">${t('about.documentation')}</a>, <a href="/api/openapi.json">${t('about.openapi')}</a></dd>
</dl>
<h2>${t('about.today')}</h2>
<p>${t('about.todayText')}</p>
<h2>${t('about.cookies')}</h2>
<p>${t('about.cookiesText')} ${oidcIssuer !== undefined && t('about.cookiesOther', { other: oidcName })} ${t('about.cookiesLook')}</p>
<p>${t('about.data', { accountPage })}</p>`,
      },
    };
  },
});
