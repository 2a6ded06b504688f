import { html } from '../../../app/markup/html.ts';
import { publicPage } from '../page-route.ts';
import { say } from '../words/say.ts';

export const aboutPage = publicPage({
  method: 'GET',
  path: '/about',
  cache: 'private',
  handler: async ({ context }) => {
    const { name, signUp, oidcIssuer, oidcName } = context.config;
    const accountPage = html`<a href="/account">${say('about.accountPage')}</a>`;
    return {
      page: {
        title: say('nav.aboutPage'),
        facts: { path: '/about', description: say('about.is', { name }) },
        body: html`<h1>${say('about.title', { name })}</h1>
<p class="lede">${name === 'Broadsheet' ? say('about.is', { name }) : say('about.runsOn', { name })}</p>
<dl class="facts">
<dt>${say('about.version')}</dt><dd>${context.version}</dd>
<dt>${say('about.accounts')}</dt><dd>${signUp === 'open' ? html`${say('about.open')} <a href="/sign-up">${say('about.createOne')}</a>` : say('about.byOperator')}</dd>
<dt>${say('about.signingIn')}</dt><dd>${say('about.ways')}${oidcIssuer !== undefined && html`, ${oidcName}`}</dd>
<dt>${say('nav.api')}</dt><dd><a href="/api/docs">${say('about.documentation')}</a>, <a href="/api/openapi.json">${say('about.openapi')}</a></dd>
</dl>
<h2>${say('about.today')}</h2>
<p>${say('about.todayText')}</p>
<h2>${say('about.cookies')}</h2>
<p>${say('about.cookiesText')} ${oidcIssuer !== undefined && say('about.cookiesOther', { other: oidcName })} ${say('about.cookiesLook')}</p>
<p>${say('about.data', { accountPage })}</p>`,
      },
    };
  },
});
