import { findUser, proveWithPassword } from '../../../accounts/index.ts';
import { limitProof } from '../../../app/accounts/sign-in.ts';
import { html } from '../../../app/markup/html.ts';
import type { Principal } from '../../../model/principal.ts';
import { LIMITS } from '../../limits.ts';
import type { Page } from '../page.ts';
import { memberPage, type PageCall } from '../page-route.ts';
import { type Refusal, refusalOf } from '../refusal.ts';
import { t } from '../texts/messages.ts';
import { passkeyStatus, refused, textField } from './parts.ts';

/** Asks signed-in readers to confirm their identity before an action that a stolen cookie must not allow. */
export const provePage = memberPage({
  method: 'GET',
  path: '/account/prove',
  handler: async call => ({ page: await proveForm(call) }),
});

export const proveAction = memberPage({
  method: 'POST',
  path: '/account/prove',
  limit: LIMITS.proof,
  handler: async call => {
    const { context, principal, client, field } = call;
    try {
      await limitProof(context, principal.userId, client);
      await proveWithPassword(context, principal, { password: field('password').slice(0, 1_024), client });
      return { redirect: '/account' };
    } catch (error) {
      return { page: await proveForm(call, refusalOf(error, WRONG)), status: 401 };
    }
  },
});

async function proveForm(
  { context, principal, assets }: PageCall<Principal>,
  refusal?: Refusal,
): Promise<Page> {
  const user = await findUser(context.database, principal.userId);
  const { oidcIssuer, oidcName } = context.config;
  return {
    title: t('prove.title'),
    shape: 'form',
    script: assets.accountScript,
    body: html`<h1>${t('prove.title')}</h1>
<p>${t('prove.text')}</p>
${refused(refusal)}
${
  user?.hasPassword
    ? html`<form method="post" action="/account/prove">
<input type="hidden" name="username" value="${user.email}" autocomplete="username">
${textField({ name: 'password', label: t('account.password'), type: 'password', autocomplete: 'current-password' })}
<button>${t('prove.continue')}</button>
</form>`
    : null
}
<div class="actions">
<button class="plain" type="button" data-passkey="prove" data-return-to="/account" hidden>${t('account.usePasskey')}</button>
${oidcIssuer === undefined ? null : html`<a class="button plain" href="/auth/oidc/start?intent=prove&amp;returnTo=%2Faccount">${t('account.continueWith', { other: oidcName })}</a>`}
</div>
${passkeyStatus()}
<p class="meta">${t('prove.none')}</p>
<form method="post" action="/sign-out"><button class="plain">${t('account.signOut')}</button></form>`,
  };
}

const WRONG = { 'invalid-credentials': t('prove.wrong') };
