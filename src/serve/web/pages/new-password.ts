import { chooseNewPassword, peekLink } from '../../../accounts/index.ts';
import { Problem } from '../../../errors.ts';
import { sessionCookiesOf } from '../../http/session.ts';
import { html } from '../html.ts';
import type { Page } from '../layout.ts';
import { publicPage, refusalOf } from '../page-route.ts';
import { PASSWORD_HINT, refusals, textField } from './parts.ts';

/** Where the link leads that an operator gives to somebody who lost their password. */
export const newPasswordPage = publicPage({
  method: 'GET',
  path: '/new-password',
  handler: async ({ context, query }) => {
    const code = query('code') ?? '';
    if (!(await peekLink(context, code, 'new-password'))) throw new Problem('link-used');
    return { page: newPasswordForm(code, []) };
  },
});

export const newPasswordAction = publicPage({
  method: 'POST',
  path: '/new-password',
  handler: async ({ context, client, field }) => {
    const code = field('code');
    try {
      const { session } = await chooseNewPassword(context, {
        secret: code,
        password: field('password').slice(0, 1_024),
        client,
      });
      return {
        redirect: '/account',
        cookies: [sessionCookiesOf(context).set(session.cookie, context.config.sessionLength)],
      };
    } catch (error) {
      if (error instanceof Problem && error.code === 'link-used') throw error;
      return { page: newPasswordForm(code, refusalOf(error)), status: 422 };
    }
  },
});

function newPasswordForm(code: string, reasons: readonly string[]): Page {
  return {
    title: 'Choose a new password',
    body: html`<h1>Choose a new password</h1>
${refusals(reasons)}
<form method="post" action="/new-password">
<input type="hidden" name="code" value="${code}">
${textField({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT })}
<button>Save and sign in</button>
</form>`,
  };
}
