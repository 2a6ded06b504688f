import { createFirstOperator, peekLink, promoteFirstOperator } from '../../../accounts/index.ts';
import { html } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import { signedInCookies } from '../../http/session.ts';
import type { Page } from '../page.ts';
import { type PageCall, publicPage } from '../page-route.ts';
import { type Refusal, refusalOf } from '../refusal.ts';
import { t } from '../texts/messages.ts';
import { NAME_HINT, PASSWORD_HINT, refused, textField } from './parts.ts';

/** AUTH-2: the link printed at the first start leads here. */
export const operatorPage = publicPage({
  method: 'GET',
  path: '/operator',
  handler: async call => {
    const code = call.query('code') ?? '';
    if (!(await peekLink(call.context, code, 'first-operator'))) throw new Problem('link-used');
    return { page: operatorForm(call, { code, email: '', displayName: '' }) };
  },
});

export const operatorAction = publicPage({
  method: 'POST',
  path: '/operator',
  handler: async call => {
    const { context, principal, client, field, request } = call;
    const code = field('code');
    const form = {
      code,
      email: field('email').slice(0, 254),
      displayName: field('displayName').slice(0, 200),
    };
    try {
      if (principal) {
        await promoteFirstOperator(context, principal, { secret: code, client });
        return { redirect: '/account' };
      }
      const password = field('password').slice(0, 1_024);
      const signedIn = await createFirstOperator(context, { ...form, secret: code, password, client });
      return { redirect: '/account', cookies: signedInCookies(context, request, signedIn) };
    } catch (error) {
      if (error instanceof Problem && error.code === 'link-used') throw error;
      return { page: operatorForm(call, { ...form, refusal: refusalOf(error) }), status: 422 };
    }
  },
});

function operatorForm({ context, principal }: PageCall, form: OperatorForm): Page {
  const { name } = context.config;
  return {
    title: t('operator.title'),
    shape: 'form',
    body: html`<h1>${t('operator.title')}</h1>
<p>${t('operator.text', { name })}</p>
${refused(form.refusal)}
<form method="post" action="/operator">
<input type="hidden" name="code" value="${form.code}">
${
  principal
    ? html`<p>${t('operator.signedIn')}</p>`
    : html`${textField({ name: 'displayName', label: t('account.name'), value: form.displayName, autocomplete: 'name', hint: NAME_HINT, refusal: form.refusal })}
${textField({ name: 'email', label: t('account.email'), type: 'email', value: form.email, autocomplete: 'email', refusal: form.refusal })}
${textField({ name: 'password', label: t('account.password'), type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT, refusal: form.refusal })}`
}
<button>${t('operator.title')}</button>
</form>`,
  };
}

interface OperatorForm {
  code: string;
  email: string;
  displayName: string;
  refusal?: Refusal;
}
