import { findUser, proveWithPassword } from '../../../accounts/index.ts';
import type { Principal } from '../../../model/principal.ts';
import { LIMITS } from '../../limits.ts';
import { limitSignIn } from '../../sign-in-limit.ts';
import { html } from '../html.ts';
import type { Page } from '../layout.ts';
import { memberPage, type PageCall, refusalOf } from '../page-route.ts';
import { refusals, textField } from './parts.ts';

/** Asks somebody who is signed in to prove again who they are, before something that a stolen cookie must not do. */
export const provePage = memberPage({
  method: 'GET',
  path: '/account/prove',
  handler: async call => ({ page: await proveForm(call, []) }),
});

export const proveAction = memberPage({
  method: 'POST',
  path: '/account/prove',
  limit: LIMITS.proof,
  handler: async call => {
    const { context, principal, client, field } = call;
    try {
      await limitSignIn(context, principal.userId, client);
      await proveWithPassword(context, principal, { password: field('password').slice(0, 1_024), client });
      return { redirect: '/account' };
    } catch (error) {
      return { page: await proveForm(call, refusalOf(error)), status: 401 };
    }
  },
});

async function proveForm(
  { context, principal, assets }: PageCall<Principal>,
  reasons: readonly string[],
): Promise<Page> {
  const user = await findUser(context.database, principal.userId);
  return {
    title: 'Is it you?',
    script: assets.accountScript,
    body: html`<h1>Is it you?</h1>
<p>What you are about to do needs a fresh sign-in. Prove that it is you, then do it again.</p>
${refusals(reasons)}
${
  user?.hasPassword
    ? html`<form method="post" action="/account/prove">
<input type="hidden" name="username" value="${user.email}" autocomplete="username">
${textField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
<button>Continue</button>
</form>`
    : html`<p>Or sign out and sign in again.</p>`
}
<button class="plain" type="button" data-passkey="prove" data-return-to="/account" hidden>Use a passkey</button>
<p class="quiet" role="status" data-passkey-status></p>`,
  };
}
