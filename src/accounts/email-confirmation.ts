import { Problem } from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import type { Queryable } from '../platform/database/port.ts';
import { int4, row } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { reason } from '../reasons.ts';
import type { AdministrativeAct } from './administration.ts';
import { type Actor, audit } from './audit.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { MAX_CONFIRMATIONS } from './mail-allowance.ts';
import { mailStoppedAt } from './mail-stops.ts';
import { peekLink, takeLink, voidLinks } from './one-time-links.ts';
import { lockUser, type User } from './users.ts';

/** AUTH-8: sends the confirmation mail again. */
export async function requestConfirmation(
  context: AccountsContext,
  { userId }: Principal,
  client: ClientInfo,
): Promise<void> {
  const { mails } = context;
  if (!mails) throw new Problem('conflict', reason('mail-not-configured'));
  await context.database.transaction(async tx => {
    const user = await lockUser(tx, userId);
    if (user.emailConfirmedAt) throw new Problem('conflict', reason('email-already-confirmed'));
    if (await mailStoppedAt(tx, userId)) throw new Problem('conflict', reason('mail-stopped'));
    await requireAllowance(tx, context, user);
    await mails.request(tx, { kind: 'confirmation', userId, client });
  });
}

/** Requests that have not been sent yet are not counted here; sending counts them. */
async function requireAllowance(tx: Queryable, { clock }: AccountsContext, { email }: User): Promise<void> {
  const now = clock.now();
  const day = new Date(now).toISOString().slice(0, 10);
  const counted = await tx.maybe(
    row({ sent: int4 }),
    sql`
      select sent from mail_counts
      where address_hash = mail_box_hash(${email}) and kind = 'confirmation' and day = ${day}::date
    `,
  );
  if ((counted?.sent ?? 0) < MAX_CONFIRMATIONS) return;
  throw new Problem('too-many-requests', reason('too-many-confirmations', { max: MAX_CONFIRMATIONS }), {
    retryAfterSeconds: Math.ceil((Date.parse(day) + DAY_MS - now) / 1_000),
  });
}

/** The person opened the link of the mail. Of two attempts at once, the second finds the link used. */
export async function confirmEmail(
  context: AccountsContext,
  { secret, client }: { readonly secret: string; readonly client: ClientInfo },
): Promise<User> {
  const userId = (await peekLink(context, secret, 'confirm-email'))?.userId;
  if (!userId) throw new Problem('link-used');
  return context.database.transaction(async tx => {
    // Lock order: a change of address locks the person first and then voids the links.
    const user = await lockUser(tx, userId);
    await takeLink(tx, context, secret, 'confirm-email');
    await markConfirmed(tx, context, { userId, actor: { kind: 'user', id: userId }, method: 'mail', client });
    return user;
  });
}

/** Without a mail server, an operator says that the address is the person's. */
export function confirmEmailByOperator(
  context: AccountsContext,
  { userId, actor, client }: AdministrativeAct,
): Promise<User> {
  return context.database.transaction(async tx => {
    await lockUser(tx, userId);
    await voidLinks(tx, userId, ['confirm-email']);
    await markConfirmed(tx, context, { userId, actor, method: 'operator', client });
    return lockUser(tx, userId);
  });
}

/** The caller holds the lock on the person's row. */
export async function markConfirmed(
  tx: Queryable,
  context: AccountsContext,
  { userId, actor, method, client }: Confirmation,
): Promise<void> {
  const now = new Date(context.clock.now());
  const changed = await tx.execute(sql`
    update users set email_confirmed_at = ${now}, updated_at = ${now}
    where id = ${userId} and email_confirmed_at is null and erased_at is null
  `);
  if (changed === 0) return;
  const subject = { kind: 'user', id: userId } as const;
  await audit(tx, context, { actor, action: 'email.confirmed', subject, client, detail: { method } });
}

const DAY_MS = 86_400_000;

export interface Confirmation {
  readonly userId: string;
  readonly actor: Actor;
  /** The proof that the address is theirs. */
  readonly method: 'mail' | 'operator' | 'oidc';
  readonly client?: ClientInfo | undefined;
}
