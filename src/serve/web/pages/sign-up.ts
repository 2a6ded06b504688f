import { signUp } from '../../../accounts/index.ts';
import { html } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { Page } from '../page.ts';
import { publicPage } from '../page-route.ts';
import { type Refusal, refusalOf } from '../refusal.ts';
import { t } from '../texts/messages.ts';
import { NAME_HINT, PASSWORD_HINT, refused, textField } from './parts.ts';
import { returnTo } from './sign-in.ts';

export const signUpPage = publicPage({
  method: 'GET',
  path: '/sign-up',
  handler: async ({ context, principal, query }) => {
    if (principal) return { redirect: '/account' };
    if (context.config.signUp === 'closed') throw new Problem('sign-up-closed');
    return {
      page: signUpForm({ email: '', displayName: '', returnTo: returnTo(query('returnTo')) }),
    };
  },
});

export const signUpAction = publicPage({
  method: 'POST',
  path: '/sign-up',
  limit: LIMITS.signUp,
  handler: async ({ context, client, field }) => {
    const form = {
      email: field('email').slice(0, 254),
      displayName: field('displayName').slice(0, 200),
      returnTo: returnTo(field('returnTo')),
    };
    try {
      await signUp(context, { ...form, password: field('password').slice(0, 1_024), client });
      return { redirect: `/sign-in?new=1&returnTo=${encodeURIComponent(form.returnTo)}` };
    } catch (error) {
      return { page: signUpForm({ ...form, refusal: refusalOf(error) }), status: 422 };
    }
  },
});

function signUpForm(form: { email: string; displayName: string; returnTo: string; refusal?: Refusal }): Page {
  return {
    title: t('empty.createAccount'),
    shape: 'form',
    body: html`<h1>${t('empty.createAccount')}</h1>
${refused(form.refusal)}
<form method="post" action="/sign-up">
<input type="hidden" name="returnTo" value="${form.returnTo}">
${textField({ name: 'displayName', label: t('account.name'), value: form.displayName, autocomplete: 'name', hint: NAME_HINT, refusal: form.refusal })}
${textField({ name: 'email', label: t('account.email'), type: 'email', value: form.email, autocomplete: 'email', refusal: form.refusal })}
${textField({ name: 'password', label: t('account.password'), type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT, refusal: form.refusal })}
<button>${t('nav.signUp')}</button>
</form>
<p class="meta">${t('account.haveOne', { link: html`<a href="/sign-in?returnTo=${encodeURIComponent(form.returnTo)}">${t('nav.signIn')}</a>` })}</p>`,
  };
}
