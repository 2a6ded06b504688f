import { confirmEmail, findUser, peekLink } from '../../../accounts/index.ts';
import { html } from '../../../app/markup/html.ts';
import { Problem } from '../../../errors.ts';
import { type PageAnswer, type PageCall, publicPage } from '../page-route.ts';
import { t } from '../texts/messages.ts';

/** AUTH-8: the link in the confirmation mail leads here. Programs that check links open it too, so the button confirms. */
export const confirmEmailPage = publicPage({
  method: 'GET',
  path: '/confirm-email',
  handler: async call => {
    const code = call.query('code') ?? '';
    if (!(await peekLink(call.context, code, 'confirm-email'))) return alreadyConfirmed(call);
    return {
      page: {
        title: t('confirmEmail.title'),
        shape: 'form',
        body: html`<h1>${t('confirmEmail.title')}</h1>
<p>${t('confirmEmail.text', { name: call.context.config.name })}</p>
<form method="post" action="/confirm-email"><input type="hidden" name="code" value="${code}"><button>${t('confirmEmail.button')}</button></form>`,
      },
    };
  },
});

export const confirmEmailAction = publicPage({
  method: 'POST',
  path: '/confirm-email',
  handler: async call => {
    const { context, client, field, principal } = call;
    try {
      await confirmEmail(context, { secret: field('code'), client });
    } catch (error) {
      if (error instanceof Problem && error.code === 'link-used') return alreadyConfirmed(call);
      throw error;
    }
    if (principal) return CONFIRMED;
    return {
      page: {
        title: t('confirmEmail.title'),
        shape: 'form',
        body: html`<h1>${t('confirmEmail.title')}</h1><p class="lede">${t('confirmEmail.done')}</p>
<div class="actions"><a class="button" href="/sign-in">${t('nav.signIn')}</a></div>`,
      },
    };
  },
});

/** A second click is no error for the person whose address is confirmed. */
async function alreadyConfirmed({ context, principal }: PageCall): Promise<PageAnswer> {
  const user = principal && (await findUser(context.database, principal.userId));
  if (user?.emailConfirmedAt) return CONFIRMED;
  throw new Problem('link-used');
}

const CONFIRMED = { redirect: '/account?done=email-confirmed' };
