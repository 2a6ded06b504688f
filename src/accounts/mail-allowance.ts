import type { Queryable } from '../platform/database/port.ts';
import { row, text } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';

/**
 * AUTH-8: takes one mail of the day's allowance of an address, before it is sent: two processes cannot both take the last
 * one. Null when the address gets no such mail: the allowance is used up, the account is gone or has another address by now,
 * or its owner stopped mail. An unconfirmed address gets confirmations only. A stop leaves resets that the owner of a
 * confirmed address asks for.
 */
export async function reserveMail(
  database: Queryable,
  { userId, email, kind, max, now }: MailRequest,
): Promise<ReservedMail | null> {
  const day = now.toISOString().slice(0, 10);
  const reserved = await database.maybe(
    row({ address: text }),
    sql`
      with recipient as (
        select mail_box_hash(email) as box, mail_address_hash(email) as address from users
        where id = ${userId} and email = ${email} and disabled_at is null and erased_at is null
          and (email_confirmed_at is not null or ${kind} = 'confirmation')
          and (${kind} = 'reset' or not exists (
            select from mail_stops where mail_stops.address_hash = mail_address_hash(users.email)
          ))
      ),
      counted as (
        insert into mail_counts (address_hash, kind, day, sent)
        select box, ${kind}, ${day}::date, 1 from recipient
        on conflict (address_hash, kind, day) do update set sent = mail_counts.sent + 1
        where mail_counts.sent < ${max}
        returning address_hash
      )
      select encode(recipient.address, 'hex') as address from recipient, counted
    `,
  );
  return reserved && { addressHash: reserved.address, email, kind, day };
}

/** For a mail that the server refused. After a crash the mail stays counted: rather one too few than one too many. */
export async function releaseMail(database: Queryable, { email, kind, day }: ReservedMail): Promise<void> {
  await database.execute(sql`
    update mail_counts set sent = greatest(sent - 1, 0)
    where address_hash = mail_box_hash(${email}) and kind = ${kind} and day = ${day}::date
  `);
}

/** Per address and day; digests and alerts have the setting `mail-limit`. */
export const MAX_CONFIRMATIONS = 3;
export const MAX_RESETS = 5;

export type MailKind = 'news' | 'confirmation' | 'reset';

export interface MailRequest {
  readonly userId: string;
  /** The address to which the mail is written. */
  readonly email: string;
  readonly kind: MailKind;
  readonly max: number;
  readonly now: Date;
}

export interface ReservedMail {
  /** Identifies the address in the link that stops all mail. */
  readonly addressHash: string;
  readonly email: string;
  readonly kind: MailKind;
  readonly day: string;
}
