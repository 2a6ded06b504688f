import type { User } from '../../../accounts/index.ts';
import { type Html, html } from '../../../app/markup/html.ts';
import { t } from '../texts/messages.ts';
import { date } from '../times.ts';

/** AUTH-8: whether the address is confirmed and gets mail, and what the reader can do about it. */
export function emailState({ user, mailStoppedAt, sendsMail }: EmailView): Html {
  if (!sendsMail)
    return html`<p class="meta">${t(user.emailConfirmedAt ? 'email.confirmed' : 'email.askOperator')}</p>`;
  if (user.emailConfirmedAt === null)
    return mailStoppedAt
      ? html`<p class="meta">${t('email.stoppedByLink', { at: date(mailStoppedAt) })}</p>`
      : html`<p>${t('email.unconfirmed')}</p>
<form method="post" action="/account/email/confirmation#profile"><button class="plain">${t('email.sendLink')}</button></form>`;
  return mailStoppedAt
    ? html`<p>${t('email.stopped', { at: date(mailStoppedAt) })}</p>${mailForm('no')}`
    : html`<p class="meta">${t('email.confirmed')}</p>${mailForm('yes')}`;
}

function mailForm(isStopped: 'yes' | 'no'): Html {
  return html`<form method="post" action="/account/mail#profile"><input type="hidden" name="stopped" value="${isStopped}"><button class="plain">${t(isStopped === 'yes' ? 'mail.stopButton' : 'mail.allowButton')}</button></form>`;
}

export interface EmailView {
  readonly user: User;
  /** When all mail to the address was stopped. */
  readonly mailStoppedAt: Date | null;
  /** Whether this installation has a mail server. */
  readonly sendsMail: boolean;
}
