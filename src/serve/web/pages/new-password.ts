import { chooseNewPassword, PASSWORD_LINKS, peekLink } from '../../../accounts/index.ts';
import { html } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import { signedInCookies } from '../../http/session.ts';
import type { Page } from '../page.ts';
import { publicPage } from '../page-route.ts';
import { type Refusal, refusalOf } from '../refusal.ts';
import { t } from '../texts/messages.ts';
import { PASSWORD_HINT, refused, textField } from './parts.ts';

/** Readers who lost their password get a link to this page by mail or from an operator. */
export const newPasswordPage = publicPage({
  method: 'GET',
  path: '/new-password',
  handler: async ({ context, query }) => {
    const code = query('code') ?? '';
    if (!(await peekLink(context, code, ...PASSWORD_LINKS))) throw new Problem('link-used');
    return { page: newPasswordForm(code) };
  },
});

export const newPasswordAction = publicPage({
  method: 'POST',
  path: '/new-password',
  handler: async ({ context, client, field, request }) => {
    const code = field('code');
    try {
      const signedIn = await chooseNewPassword(context, {
        secret: code,
        password: field('password').slice(0, 1_024),
        client,
      });
      return { redirect: '/account', cookies: signedInCookies(context, request, signedIn) };
    } catch (error) {
      if (error instanceof Problem && error.code === 'link-used') throw error;
      return { page: newPasswordForm(code, refusalOf(error)), status: 422 };
    }
  },
});

function newPasswordForm(code: string, refusal?: Refusal): Page {
  return {
    title: t('newPassword.title'),
    shape: 'form',
    body: html`<h1>${t('newPassword.title')}</h1>
<p>${t('newPassword.text')}</p>
${refused(refusal)}
<form method="post" action="/new-password">
<input type="hidden" name="code" value="${code}">
${textField({ name: 'password', label: t('account.newPassword'), type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT, refusal })}
<button>${t('newPassword.save')}</button>
</form>`,
  };
}
