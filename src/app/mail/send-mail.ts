import { mailStopUrl, type ReservedMail, releaseMail, reserveMail } from '../../accounts/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Mail, MailMessage } from '../../platform/mail/port.ts';

/**
 * AUTH-8: sends a digest or alert, if the reader's address may have another one today. Rejects when the mail server did not
 * accept it; such a mail does not count.
 */
export async function sendNewsMail(
  deps: NewsMailDeps & { readonly mail: Mail },
  { userId, email }: MailRecipient,
  write: WriteMail,
): Promise<'sent' | 'withheld'> {
  const { database, clock, maxPerDay: max } = deps;
  const now = new Date(clock.now());
  const reserved = await reserveMail(database, { userId, email, kind: 'news', max, now });
  if (!reserved) return 'withheld';
  await sendReserved(deps, reserved, write);
  return 'sent';
}

/** The only caller of the mail server: every mail has a place in the allowance of its address, and a link that stops all mail. */
export async function sendReserved(
  { database, keys, origin, mail }: SendMailDeps,
  reserved: ReservedMail,
  write: WriteMail,
): Promise<void> {
  const stopUrl = mailStopUrl({ keys, origin }, reserved.addressHash);
  try {
    await mail.send({ ...write(stopUrl), to: reserved.email });
  } catch (error) {
    await releaseMail(database, reserved);
    throw error;
  }
}

/** The text of the mail, with the address that stops all mail. */
export type WriteMail = (stopUrl: string) => Omit<MailMessage, 'to'>;

export interface MailRecipient {
  readonly userId: string;
  readonly email: string;
}

export interface SendMailDeps {
  readonly database: Database;
  readonly keys: Keys;
  readonly origin: string;
  readonly mail: Mail;
}

export interface NewsMailDeps extends Omit<SendMailDeps, 'mail'> {
  readonly clock: Pick<Clock, 'now'>;
  /** Digests and alerts to one address. */
  readonly maxPerDay: number;
  /** Null without a mail server. */
  readonly mail: Mail | null;
}
