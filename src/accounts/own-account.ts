import { Problem } from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import { violatedUnique } from '../platform/database/failures.ts';
import type { Transaction } from '../platform/database/port.ts';
import { type Statement, sql } from '../platform/database/sql.ts';
import { audit } from './audit.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { PASSWORD_LINKS, voidLinks } from './one-time-links.ts';
import { requireStrongPassword } from './password-strength.ts';
import { turnOf } from './passwords.ts';
import { lockProven, requireRecentProof } from './proof.ts';
import { type CreatedSession, createSession, endAllSessions } from './sessions.ts';
import { isPasswordOf } from './sign-in.ts';
import { revokeAllTokens } from './tokens.ts';
import {
  findUser,
  lockUser,
  requireEmail,
  requireName,
  toUser,
  USER_COLUMNS,
  type User,
  UserRow,
} from './users.ts';

/** Changes that people make to their own accounts. The person is always the one of the credential (AUTH-3). */

export async function rename(
  context: AccountsContext,
  { userId }: Principal,
  { displayName, client }: { displayName: string; client: ClientInfo },
): Promise<User> {
  const name = requireName(displayName);
  return context.database.transaction(async tx => {
    await lockUser(tx, userId);
    const user = await update(tx, context, userId, sql`display_name = ${name}`);
    await note(tx, context, 'account.renamed', userId, client);
    return user;
  });
}

/**
 * The address finds and recovers an account, so this needs a recent proof of identity and voids pending links. A new
 * address has to be confirmed. 'taken' gives the same message as a sign-up.
 */
export async function changeEmail(
  context: AccountsContext,
  principal: Principal,
  { email, client }: { email: string; client: ClientInfo },
): Promise<EmailChange> {
  requireRecentProof(context, principal);
  const { userId } = principal;
  const next = requireEmail(email);
  try {
    const user = await context.database.transaction(async tx => {
      await lockProven(tx, principal);
      const changed = await update(tx, context, userId, emailIs(next));
      await voidLinks(tx, userId);
      if (changed.emailConfirmedAt === null)
        await context.mails?.request(tx, { kind: 'confirmation', userId, client });
      await note(tx, context, 'email.changed', userId, client);
      return changed;
    });
    return { kind: 'changed', user };
  } catch (error) {
    if (violatedUnique(error) === 'users_one_per_email') return { kind: 'taken' };
    throw error;
  }
}

/**
 * Needs the current password or a session with a recent proof of identity. Every session ends, also the calling one,
 * whose cookie may be stolen as well: the caller gets a new session.
 */
export async function changePassword(
  context: AccountsContext,
  principal: Principal,
  { current, next, revokeTokens, client }: PasswordChange,
): Promise<CreatedSession> {
  const { userId } = principal;
  await requireProof(context, principal, { current, client });
  const user = await findUser(context.database, userId);
  if (!user) throw new Problem('not-signed-in');
  requireStrongPassword(next, { ...user, siteName: context.config.name });
  const hash = await context.passwords.hash(next, turnOf(client, true));
  return context.database.transaction(async tx => {
    await lockProven(tx, principal);
    await replacePassword(tx, context, { userId, hash, client, revokeTokens });
    return createSession(tx, context, { userId, method: 'password', client, secondFactorPassed: true });
  });
}

/** Sets the password and revokes everything that the old one may have let in. */
export async function replacePassword(
  tx: Transaction,
  context: AccountsContext,
  { userId, hash, client, revokeTokens }: PasswordReplacement,
): Promise<User> {
  const { disabledAt } = await lockUser(tx, userId);
  if (disabledAt) throw new Problem('forbidden');
  const user = await update(tx, context, userId, sql`password_hash = ${hash}`);
  const sessions = await endAllSessions(tx, context, userId);
  const tokens = revokeTokens ? await revokeAllTokens(tx, context, userId) : 0;
  await voidLinks(tx, userId, PASSWORD_LINKS);
  await note(tx, context, 'password.changed', userId, client, { sessions, tokens });
  return user;
}

async function requireProof(
  context: AccountsContext,
  principal: Principal,
  { current, client }: { current: string | undefined; client: ClientInfo },
): Promise<void> {
  if (current === undefined || principal.credential.kind !== 'session')
    return requireRecentProof(context, principal);
  if (await isPasswordOf(context, { userId: principal.userId, password: current, client })) return;
  const actor = { kind: 'user', id: principal.userId } as const;
  await audit(context.database, context, { actor, action: 'proof.failed', subject: actor, client });
  throw new Problem('invalid-credentials');
}

async function update(
  tx: Transaction,
  context: AccountsContext,
  userId: string,
  assignment: Statement,
): Promise<User> {
  const changed = await tx.one(
    UserRow,
    sql`
      update users set ${assignment}, updated_at = ${new Date(context.clock.now())}
      where id = ${userId}
      returning ${USER_COLUMNS}
    `,
  );
  return toUser(changed);
}

/** Another spelling of the same address stays confirmed. */
function emailIs(next: string): Statement {
  return sql`
    email = ${next}, email_confirmed_at = case when lower(email) = lower(${next}) then email_confirmed_at end
  `;
}

function note(
  tx: Transaction,
  context: AccountsContext,
  action: 'account.renamed' | 'email.changed' | 'password.changed',
  userId: string,
  client: ClientInfo,
  detail?: Record<string, number>,
): Promise<void> {
  const actor = { kind: 'user', id: userId } as const;
  return audit(tx, context, { actor, action, subject: actor, client, detail });
}

export type EmailChange = { readonly kind: 'changed'; readonly user: User } | { readonly kind: 'taken' };

export interface PasswordChange {
  /** The present password; may be left out within a quarter of an hour of signing in. */
  readonly current?: string | undefined;
  readonly next: string;
  /** Personal API tokens survive a change of password unless this is set. */
  readonly revokeTokens?: boolean | undefined;
  readonly client: ClientInfo;
}

export interface PasswordReplacement {
  readonly userId: string;
  readonly hash: string;
  readonly client: ClientInfo;
  readonly revokeTokens?: boolean | undefined;
}
