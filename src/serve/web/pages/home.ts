import { html } from '../html.ts';
import { publicPage } from '../page-route.ts';

/** The front page of an installation that has no stories yet. */
export const homePage = publicPage({
  method: 'GET',
  path: '/',
  handler: async ({ context, principal }) => ({
    page: {
      title: context.config.name,
      body: html`<h1>The presses are warm</h1>
<p class="lede">${context.config.name} is running. There are no stories yet, because no source has been added.</p>
${
  principal
    ? html`<p>You are signed in. Your sessions, passkeys and API tokens are on your <a href="/account">account page</a>.</p>`
    : html`<p><a class="button" href="/sign-in">Sign in</a></p>`
}
<p class="quiet">Developers: the <a href="/api/docs">HTTP API</a> is documented and comes with an OpenAPI file.</p>`,
    },
  }),
});

export const aboutPage = publicPage({
  method: 'GET',
  path: '/about',
  handler: async ({ context }) => ({
    page: {
      title: 'About',
      body: html`<h1>About ${context.config.name}</h1>
<p>This is an installation of Broadsheet ${context.version}, a news platform that one person can start with one command.</p>
<p><a href="/api/docs">API documentation</a></p>`,
    },
  }),
});
