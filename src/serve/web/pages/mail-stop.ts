import { requireMailStopLink } from '../../../accounts/index.ts';
import { changeMailStopByLink } from '../../../app/mail/mail-stop.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import { type PageAnswer, type PageCall, type PageRoute, publicPage } from '../page-route.ts';
import type { MessageKey } from '../texts/catalogue.ts';
import { t } from '../texts/messages.ts';
import { linkField, ONE_CLICK } from './signed-link.ts';

/**
 * AUTH-8: the link in every mail that stops all of them. Its address is signed, so it needs no sign-in. Programs that check
 * links open it too, so the page asks first.
 */
const stopPage = publicPage({
  method: 'GET',
  path: '/mail/stop',
  handler: async call => {
    requireMailStopLink(call.context, linkField(call, 'of'), linkField(call, 'sign'));
    return show(call, 'mail.stopText', html`${form(call, '/mail/stop', 'mail.stopButton')}`);
  },
});

const stopAction = publicPage({
  method: 'POST',
  path: '/mail/stop',
  ...ONE_CLICK,
  handler: async call => {
    await change(call, true);
    return show(call, 'mail.stopped', form(call, '/mail/allow', 'mail.allowButton'));
  },
});

/** Only a press of the button: a mail program never asks for this. */
const allowAction = publicPage({
  method: 'POST',
  path: '/mail/allow',
  handler: async call => {
    await change(call, false);
    return show(call, 'mail.allowed', form(call, '/mail/stop', 'mail.stopButton'));
  },
});

async function change(call: PageCall, isStopped: boolean): Promise<void> {
  const { context, client } = call;
  const link = { addressHash: linkField(call, 'of'), signature: linkField(call, 'sign') };
  await changeMailStopByLink(context, { ...link, isStopped, client });
}

function form(call: PageCall, action: string, text: MessageKey): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="of" value="${linkField(call, 'of')}"><input type="hidden" name="sign" value="${linkField(call, 'sign')}"><button>${t(text)}</button></form>`;
}

function show({ context }: PageCall, text: MessageKey, action: Html): PageAnswer {
  const { name } = context.config;
  return {
    page: {
      title: t('mail.stop'),
      shape: 'form',
      body: html`<h1>${t('mail.stop')}</h1><p class="lede">${t(text, { name })}</p>${action}`,
    },
  };
}

export const MAIL_PAGES: readonly PageRoute[] = [stopPage, stopAction, allowAction];
