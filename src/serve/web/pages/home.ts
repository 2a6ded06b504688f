import { Problem } from '../../../errors.ts';
import { type LatestArticle, latestArticles } from '../../../ingest/dedup/latest.ts';
import type { ServeContext } from '../../context.ts';
import { type Html, html } from '../html.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { moment } from '../times.ts';

/** The front page: what was published last, or what this installation offers while there is nothing yet. */
export const homePage = publicPage({
  method: 'GET',
  path: '/',
  cache: 'private',
  handler: async call => {
    const { context } = call;
    const articles = await whatIsKnown(context);
    return {
      page: {
        title: context.config.name,
        shape: 'front',
        body: articles.length > 0 ? latest(articles) : beforeTheFirst(call),
      },
    };
  },
});

/** PG-4: while the database is away, what was last seen here is shown. */
async function whatIsKnown(context: ServeContext): Promise<readonly LatestArticle[]> {
  try {
    const articles = await latestArticles(context.database, SHOWN);
    lastSeen.set(context, articles);
    return articles;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'database-away') throw error;
    return lastSeen.get(context) ?? [];
  }
}

const lastSeen = new WeakMap<ServeContext, readonly LatestArticle[]>();
const SHOWN = 40;

function latest(articles: readonly LatestArticle[]): Html {
  return html`<h1 class="kicker latest-title">Latest</h1>
<ol class="latest">${articles.map(
    ({ id, title, summary, source, publishedAt, language }) => html`<li><article lang="${language ?? 'en'}">
<h2><a href="/articles/${id}">${title}</a></h2>
<p class="byline">${source} · ${moment(publishedAt)}</p>
<p>${summary}</p>
</article></li>`,
  )}</ol>`;
}

function beforeTheFirst(call: PageCall): Html {
  return html`<div class="lead">
<p class="kicker">Before the first edition</p>
<h1>No stories yet</h1>
<p class="lede">${call.context.config.name} is up and running and has no sources yet. ${call.principal?.roles.includes('operator') ? html`<a href="/admin/sources">Add some</a>, and their articles appear here.` : 'Its operator adds them; their articles appear here.'}</p>
</div>
<div class="columns">${readers(call)}${DATA}${DEVELOPERS}</div>`;
}

function readers({ context, principal }: PageCall): Html {
  const { signUp, oidcIssuer, oidcName } = context.config;
  if (principal)
    return html`<section class="flow"><h2>Your account</h2>
<p>You are signed in. Your name, passkeys, sessions and API tokens are on your account page.</p>
<div class="actions"><a class="button" href="/account">To your account</a></div></section>`;
  return html`<section class="flow"><h2>Readers</h2>
<p>Sign in with a password or a passkey${oidcIssuer === undefined ? '' : `, or with ${oidcName}`}. ${signUp === 'open' ? 'An account that you make today will be here when the stories are.' : 'Accounts are made by the operator of this site.'}</p>
<div class="actions"><a class="button" href="/sign-in">Sign in</a>${signUp === 'open' && html`<a class="button plain" href="/sign-up">Create an account</a>`}</div></section>`;
}

const DATA = html`<section class="flow"><h2>Your data is yours</h2>
<p>Nobody is followed around: cookies are set for signing in and for nothing else. Whoever has an account can download everything that is known about them, or erase it, at any time.</p>
<p><a href="/about">About this site</a></p></section>`;

const DEVELOPERS = html`<section class="flow"><h2>Developers</h2>
<p>Nearly everything on these pages can be done by a program as well. The HTTP API is documented here and described in an OpenAPI file.</p>
<p><a href="/api/docs">API documentation</a></p></section>`;

export const aboutPage = publicPage({
  method: 'GET',
  path: '/about',
  cache: 'private',
  handler: async ({ context }) => {
    const { name, signUp, oidcIssuer, oidcName } = context.config;
    return {
      page: {
        title: 'About',
        body: html`<h1>About ${name}</h1>
<p class="lede">${name === 'Broadsheet' ? 'Broadsheet is' : `${name} runs on Broadsheet,`} a news platform that one person can start with one command.</p>
<dl class="facts">
<dt>Version</dt><dd>${context.version}</dd>
<dt>Accounts</dt><dd>${signUp === 'open' ? html`Open to everybody: <a href="/sign-up">create one</a>` : 'Made by the operator'}</dd>
<dt>Signing in</dt><dd>Password, passkey${oidcIssuer === undefined ? '' : `, ${oidcName}`}</dd>
<dt>API</dt><dd><a href="/api/docs">Documentation</a>, <a href="/api/openapi.json">OpenAPI file</a></dd>
</dl>
<h2>What it can do today</h2>
<p>It gathers articles from feeds, APIs and pages, each once, and shows what came last. Accounts, passkeys, API tokens and the HTTP API work.</p>
<h2>Cookies and data</h2>
<p>Reading needs no cookie. Signing in sets one, which keeps you signed in until you sign out${oidcIssuer === undefined ? '' : `; on the way to ${oidcName} and back there is a second one for some minutes`}. Pages load nothing from other sites.</p>
<p>Your <a href="/account">account page</a> has a download of everything that is known about you, and a way to erase it.</p>`,
      },
    };
  },
});
