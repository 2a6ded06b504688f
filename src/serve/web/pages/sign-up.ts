import { signUp } from '../../../accounts/index.ts';
import { Problem } from '../../../errors.ts';
import { LIMITS } from '../../limits.ts';
import { html } from '../html.ts';
import type { Page } from '../layout.ts';
import { publicPage, refusalOf } from '../page-route.ts';
import { PASSWORD_HINT, refusals, textField } from './parts.ts';
import { returnTo } from './sign-in.ts';

export const signUpPage = publicPage({
  method: 'GET',
  path: '/sign-up',
  handler: async ({ context, principal, query }) => {
    if (principal) return { redirect: '/account' };
    if (context.config.signUp === 'closed') throw new Problem('sign-up-closed');
    return {
      page: signUpForm({ email: '', displayName: '', returnTo: returnTo(query('returnTo')), reasons: [] }),
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
      return { page: signUpForm({ ...form, reasons: refusalOf(error) }), status: 422 };
    }
  },
});

function signUpForm(form: {
  email: string;
  displayName: string;
  returnTo: string;
  reasons: readonly string[];
}): Page {
  return {
    title: 'Create an account',
    body: html`<h1>Create an account</h1>
${refusals(form.reasons)}
<form method="post" action="/sign-up">
<input type="hidden" name="returnTo" value="${form.returnTo}">
${textField({ name: 'displayName', label: 'Name', value: form.displayName, autocomplete: 'name', hint: 'What others see. It need not be your real name.' })}
${textField({ name: 'email', label: 'Email address', type: 'email', value: form.email, autocomplete: 'email' })}
${textField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT })}
<button>Create account</button>
</form>
<p class="quiet">Have an account? <a href="/sign-in">Sign in</a>.</p>`,
  };
}
