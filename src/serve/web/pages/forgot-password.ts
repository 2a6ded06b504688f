import { requestPasswordReset } from '../../../accounts/index.ts';
import { html } from '../../../app/markup/html.ts';
import { LIMITS } from '../../limits.ts';
import type { Page } from '../page.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { type Refusal, refusalOf } from '../refusal.ts';
import { t } from '../texts/messages.ts';
import { refused, textField } from './parts.ts';

/** AUTH-8: asks for a link by mail. The answer is the same whether or not the address has an account. */
export const forgotPasswordPage = publicPage({
  method: 'GET',
  path: '/forgot-password',
  handler: async call => ({ page: requestForm(call, '') }),
});

export const forgotPasswordAction = publicPage({
  method: 'POST',
  path: '/forgot-password',
  limit: LIMITS.passwordReset,
  handler: async call => {
    const email = call.field('email').slice(0, 254);
    try {
      await requestPasswordReset(call.context, { email, client: call.client });
    } catch (error) {
      return { page: requestForm(call, email, refusalOf(error)), status: 422 };
    }
    return {
      page: {
        title: t('forgotPassword.title'),
        shape: 'form',
        body: html`<h1>${t('forgotPassword.title')}</h1><p class="lede">${t('forgotPassword.sent')}</p>
<div class="actions"><a class="button plain" href="/sign-in">${t('nav.signIn')}</a></div>`,
      },
    };
  },
});

function requestForm({ context }: PageCall, email: string, refusal?: Refusal): Page {
  const form = html`<p>${t('forgotPassword.text')}</p>
${refused(refusal)}
<form method="post" action="/forgot-password">
${textField({ name: 'email', label: t('account.email'), type: 'email', value: email, autocomplete: 'username', refusal })}
<button>${t('forgotPassword.send')}</button>
</form>`;
  return {
    title: t('forgotPassword.title'),
    shape: 'form',
    body: html`<h1>${t('forgotPassword.title')}</h1>${context.mails ? form : html`<p>${t('account.forgot')}</p>`}`,
  };
}
