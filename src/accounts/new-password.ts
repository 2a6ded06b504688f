import { Problem } from '../errors.ts';
import type { Transaction } from '../platform/database/port.ts';
import { sql } from '../platform/database/sql.ts';
import { reason } from '../reasons.ts';
import type { AdministrativeAct } from './administration.ts';
import { audit } from './audit.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { markConfirmed } from './email-confirmation.ts';
import { createLink, type OneTimeLink, PASSWORD_LINKS, peekLink, takeLink } from './one-time-links.ts';
import { replacePassword } from './own-account.ts';
import { requireStrongPassword } from './password-strength.ts';
import { turnOf } from './passwords.ts';
import { completeSignIn, type SignedIn } from './sign-in.ts';
import { findUser, lockUser } from './users.ts';

/** A link for a person who lost their password, created by an operator or at the console and handed over. */
export function createNewPasswordLink(
  context: AccountsContext,
  { actor, userId, client }: AdministrativeAct,
): Promise<OneTimeLink> {
  return context.database.transaction(async tx => {
    const { disabledAt } = await lockUser(tx, userId);
    if (disabledAt) throw new Problem('conflict', reason('account-disabled'));
    const link = await createLink(tx, context, { purpose: 'new-password', userId });
    const subject = { kind: 'user', id: userId } as const;
    const detail = { purpose: 'new-password' };
    await audit(tx, context, { actor, action: 'link.created', subject, client, detail });
    return link;
  });
}

/** Sets the password, ends every session and signs the person in. A weak password does not use up the link. */
export async function chooseNewPassword(
  context: AccountsContext,
  { secret, password, revokeTokens, client }: NewPassword,
): Promise<SignedIn> {
  const userId = (await peekLink(context, secret, ...PASSWORD_LINKS))?.userId;
  const user = userId && (await findUser(context.database, userId));
  if (!user) throw new Problem('link-used');
  requireStrongPassword(password, { ...user, siteName: context.config.name });
  const hash = await context.passwords.hash(password, turnOf(client, false));
  return context.database.transaction(async tx => {
    // Lock order: a change of password locks the person first and then voids the links.
    const { emailConfirmedAt } = await lockUser(tx, user.id);
    const { purpose } = await takeLink(tx, context, secret, ...PASSWORD_LINKS);
    const isFirstProof = purpose === 'reset-password' && emailConfirmedAt === null;
    if (isFirstProof) await takeOverAccount(tx, context, user.id, client);
    await replacePassword(tx, context, {
      userId: user.id,
      hash,
      client,
      revokeTokens: revokeTokens || isFirstProof,
    });
    return completeSignIn(tx, context, { userId: user.id, method: 'link', client });
  });
}

/**
 * The link was mailed to an address that was not confirmed until now. Another person may have signed up with it, so no other
 * way into the account may remain.
 */
async function takeOverAccount(
  tx: Transaction,
  context: AccountsContext,
  userId: string,
  client: ClientInfo,
): Promise<void> {
  await tx.execute(sql`delete from passkeys where user_id = ${userId}`);
  await tx.execute(sql`delete from identities where user_id = ${userId}`);
  await markConfirmed(tx, context, { userId, actor: { kind: 'user', id: userId }, method: 'mail', client });
}

export interface NewPassword {
  readonly secret: string;
  readonly password: string;
  readonly revokeTokens?: boolean | undefined;
  readonly client: ClientInfo;
}
