import {
  type AccountMailKind,
  type AccountsContext,
  type PreparedMail,
  prepareAccountMail,
} from '../../accounts/index.ts';
import type { Broker, Worker } from '../../platform/broker/port.ts';
import { type Mail, type MailMessage, MailRefused } from '../../platform/mail/port.ts';
import { html } from '../markup/html.ts';
import { ACCOUNT_MAIL_QUEUE, type AccountMailMessage } from './account-mail-queue.ts';
import { ACCOUNT_MAIL_TEXTS, type AccountMailTexts } from './account-mail-texts.ts';
import { sendReserved } from './send-mail.ts';

/**
 * AUTH-8: sends confirmations and password resets. A mail whose server is down is tried again, each time with a new link; the
 * one before is void. No transaction is open while the mail server is asked.
 */
export function startAccountMails(deps: AccountMailDeps): Worker {
  return deps.broker.work(ACCOUNT_MAIL_QUEUE, { concurrency: CONCURRENCY }, async (_tx, [message]) => {
    if (message) await send(deps, message.body as AccountMailMessage);
  });
}

async function send({ accounts, openMail }: AccountMailDeps, request: AccountMailMessage): Promise<void> {
  const prepared = await prepareAccountMail(accounts, request);
  const mail = prepared && openMail();
  if (!prepared || !mail) return;
  try {
    await sendReserved({ ...accounts, mail }, prepared.reserved, stopUrl =>
      messageOf(accounts, request, prepared, stopUrl),
    );
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    accounts.telemetry.log.warn('account_mail.refused', { user: request.userId, error });
  } finally {
    mail.close();
  }
}

/** Holds nothing that a person entered: someone else may have signed up with the address. */
function messageOf(
  { config: { name: site }, origin }: AccountsContext,
  { kind, language }: AccountMailMessage,
  { link }: PreparedMail,
  stopUrl: string,
): Omit<MailMessage, 'to'> {
  const code = Object.hasOwn(ACCOUNT_MAIL_TEXTS, language)
    ? (language as keyof typeof ACCOUNT_MAIL_TEXTS)
    : 'en';
  const all: AccountMailTexts = ACCOUNT_MAIL_TEXTS[code];
  const { subject, text, action } = all[kind];
  const url = `${origin}${PATHS[kind]}?code=${link.secret}`;
  const title = subject.replace('{site}', site);
  const lines = [text, all.once, all.notYou].map(line => line.replace('{site}', site));
  const [why = '', once = '', notYou = ''] = lines;
  const body = html`<!doctype html><html lang="${code}"><head><meta charset="utf-8"><title>${title}</title></head><body>
<h1>${title}</h1><p>${why}</p><p><a href="${url}">${action}</a></p><p>${once}</p>
<p>${notYou} <a href="${stopUrl}">${all.stop}</a></p></body></html>`;
  return {
    subject: title,
    text: `${why}\n\n${action}: ${url}\n\n${once}\n\n${notYou}\n${all.stop}: ${stopUrl}\n`,
    html: String(body),
    unsubscribe: stopUrl,
  };
}

const CONCURRENCY = 2;
const PATHS: Readonly<Record<AccountMailKind, string>> = {
  confirmation: '/confirm-email',
  reset: '/new-password',
};

export interface AccountMailDeps {
  readonly accounts: AccountsContext;
  readonly broker: Broker;
  readonly openMail: () => Mail | null;
}
