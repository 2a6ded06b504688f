import { type Html, html } from '../../../../app/markup/html.ts';
import type { PageCall } from '../../page-route.ts';
import { t } from '../../texts/messages.ts';

/** The front page before the first story: what this installation offers, and the next steps. */
export function emptyFrontPage(call: PageCall, hasSources: boolean): Html {
  const { name } = call.context.config;
  const isOperator = call.principal?.roles.includes('operator') ?? false;
  const waits = isOperator
    ? t('empty.operator', { name, link: html`<a href="/admin/sources">${t('empty.addSome')}</a>` })
    : t('empty.reader', { name });
  return html`<div class="lead">
<p class="kicker">${t('empty.kicker')}</p>
<h1>${t('empty.title')}</h1>
<p class="lede">${hasSources ? t('empty.waiting', { name }) : waits}</p>
</div>
<div class="columns">${readers(call)}${DATA}${DEVELOPERS}</div>`;
}

function readers({ context, principal }: PageCall): Html {
  const { signUp, oidcIssuer, oidcName } = context.config;
  if (principal)
    return html`<section class="flow"><h2>${t('empty.yourAccount')}</h2>
<p>${t('empty.signedIn')}</p>
<div class="actions"><a class="button" href="/account">${t('empty.toAccount')}</a></div></section>`;
  const ways =
    oidcIssuer === undefined ? t('empty.signInWith') : t('empty.signInWithToo', { other: oidcName });
  return html`<section class="flow"><h2>${t('empty.readers')}</h2>
<p>${ways} ${signUp === 'open' ? t('empty.accountWaits') : t('empty.accountByOperator')}</p>
<div class="actions"><a class="button" href="/sign-in">${t('nav.signIn')}</a>${signUp === 'open' && html`<a class="button plain" href="/sign-up">${t('empty.createAccount')}</a>`}</div></section>`;
}

const DATA = html`<section class="flow"><h2>${t('empty.data')}</h2>
<p>${t('empty.dataText')}</p>
<p><a href="/about">${t('nav.about')}</a></p></section>`;

const DEVELOPERS = html`<section class="flow"><h2>${t('empty.developers')}</h2>
<p>${t('empty.developersText')}</p>
<p><a href="/api/docs">${t('empty.apiDocs')}</a></p></section>`;
