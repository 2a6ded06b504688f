import { type Html, html } from '../../../../app/markup/html.ts';
import type { PageCall } from '../../page-route.ts';
import { say } from '../../words/say.ts';

/** While there is nothing to tell: what this installation offers, and who does what next. */
export function beforeTheFirst(call: PageCall, hasSources: boolean): Html {
  const { name } = call.context.config;
  const isOperator = call.principal?.roles.includes('operator') ?? false;
  const waits = isOperator
    ? say('empty.operator', { name, link: html`<a href="/admin/sources">${say('empty.addSome')}</a>` })
    : say('empty.reader', { name });
  return html`<div class="lead">
<p class="kicker">${say('empty.kicker')}</p>
<h1>${say('empty.title')}</h1>
<p class="lede">${hasSources ? say('empty.waiting', { name }) : waits}</p>
</div>
<div class="columns">${readers(call)}${DATA}${DEVELOPERS}</div>`;
}

function readers({ context, principal }: PageCall): Html {
  const { signUp, oidcIssuer, oidcName } = context.config;
  if (principal)
    return html`<section class="flow"><h2>${say('empty.yourAccount')}</h2>
<p>${say('empty.signedIn')}</p>
<div class="actions"><a class="button" href="/account">${say('empty.toAccount')}</a></div></section>`;
  const ways =
    oidcIssuer === undefined ? say('empty.signInWith') : say('empty.signInWithToo', { other: oidcName });
  return html`<section class="flow"><h2>${say('empty.readers')}</h2>
<p>${ways} ${signUp === 'open' ? say('empty.accountWaits') : say('empty.accountByOperator')}</p>
<div class="actions"><a class="button" href="/sign-in">${say('nav.signIn')}</a>${signUp === 'open' && html`<a class="button plain" href="/sign-up">${say('empty.createAccount')}</a>`}</div></section>`;
}

const DATA = html`<section class="flow"><h2>${say('empty.data')}</h2>
<p>${say('empty.dataText')}</p>
<p><a href="/about">${say('nav.about')}</a></p></section>`;

const DEVELOPERS = html`<section class="flow"><h2>${say('empty.developers')}</h2>
<p>${say('empty.developersText')}</p>
<p><a href="/api/docs">${say('empty.apiDocs')}</a></p></section>`;
