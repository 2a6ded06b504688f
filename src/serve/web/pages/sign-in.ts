import { signOut } from '../../../accounts/index.ts';
import { signIn } from '../../../app/accounts/sign-in.ts';
import { html } from '../../../app/markup/html.ts';
import { localPath } from '../../../lib/local-path.ts';
import { deviceCookieOf, endOfSession, signedInCookies } from '../../http/session.ts';
import type { Page } from '../page.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { type Refusal, refusalOf } from '../refusal.ts';
import { t } from '../texts/messages.ts';
import { notice, passkeyStatus, refused, textField } from './parts.ts';
import { secondFactorPath } from './second-factor.ts';
import { learnChosenSections } from './welcome.ts';

export const signInPage = publicPage({
  method: 'GET',
  path: '/sign-in',
  handler: async call => {
    if (call.principal) return { redirect: returnTo(call.query('returnTo')) };
    if (call.request.awaitsSecondFactor)
      return { redirect: secondFactorPath(returnTo(call.query('returnTo'))) };
    const isNew = call.query('new') === '1';
    return { page: signInForm(call, { email: '', returnTo: returnTo(call.query('returnTo')), isNew }) };
  },
});

export const signInAction = publicPage({
  method: 'POST',
  path: '/sign-in',
  handler: async call => {
    const { context, client, request } = call;
    const email = call.field('email').slice(0, 254);
    const target = returnTo(call.field('returnTo'));
    const isNew = call.field('new') === '1';
    try {
      const password = call.field('password').slice(0, 1_024);
      const deviceCookie = deviceCookieOf(context, request);
      const signedIn = await signIn(context, { email, password, client, deviceCookie });
      if (isNew) await learnChosenSections(call, signedIn.user.id);
      return { redirect: target, cookies: signedInCookies(context, request, signedIn) };
    } catch (error) {
      return {
        page: signInForm(call, { email, returnTo: target, isNew, refusal: refusalOf(error, WRONG) }),
        status: 401,
      };
    }
  },
});

export const signOutAction = publicPage({
  method: 'POST',
  path: '/sign-out',
  beforeSecondFactor: true,
  handler: async ({ context, principal, client }) => {
    if (principal) await signOut(context, principal, client);
    return { redirect: '/', ...endOfSession(context) };
  },
});

/** Only paths on this site: a sign-in link must not redirect to another site. */
export function returnTo(path: string | undefined): string {
  return localPath(path);
}

function signInForm({ context, assets }: PageCall, form: SignInForm): Page {
  const { oidcIssuer, oidcName, signUp } = context.config;
  const query = `?returnTo=${encodeURIComponent(form.returnTo)}`;
  return {
    title: t('nav.signIn'),
    shape: 'form',
    script: assets.accountScript,
    body: html`<h1>${t('nav.signIn')}</h1>
${form.refusal ? refused(form.refusal) : form.isNew && notice(t(context.mails ? 'account.readyToConfirm' : 'account.ready'))}
<form method="post" action="/sign-in">
<input type="hidden" name="returnTo" value="${form.returnTo}">
${form.isNew && html`<input type="hidden" name="new" value="1">`}
${textField({ name: 'email', label: t('account.email'), type: 'email', value: form.email, autocomplete: 'username' })}
${textField({ name: 'password', label: t('account.password'), type: 'password', autocomplete: 'current-password' })}
<button>${t('nav.signIn')}</button>
</form>
<p class="or" data-passkey-form${oidcIssuer === undefined && html` hidden`}>${t('account.or')}</p>
<div class="actions">
<button class="plain" type="button" data-passkey="sign-in" data-return-to="${form.returnTo}" hidden>${t('account.usePasskey')}</button>
${oidcIssuer === undefined ? null : html`<a class="button plain" href="/auth/oidc/start${query}">${t('account.continueWith', { other: oidcName })}</a>`}
</div>
${passkeyStatus()}
${signUp === 'open' && html`<p class="meta">${t('account.newHere', { link: html`<a href="/sign-up${query}">${t('empty.createAccount')}</a>` })}</p>`}
<p class="meta">${context.mails ? html`<a href="/forgot-password">${t('forgotPassword.title')}</a>` : t('account.forgot')}</p>`,
  };
}

const WRONG = { 'invalid-credentials': t('account.wrong') };

interface SignInForm {
  email: string;
  returnTo: string;
  /** After a sign-up. */
  isNew: boolean;
  refusal?: Refusal;
}
