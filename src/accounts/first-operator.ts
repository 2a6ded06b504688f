import { Problem } from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import type { Transaction } from '../platform/database/port.ts';
import { sql } from '../platform/database/sql.ts';
import { reason } from '../reasons.ts';
import { type Actor, audit } from './audit.ts';
import type { AccountsContext, ClientInfo } from './context.ts';
import { createLink, type OneTimeLink, peekLink, takeLink } from './one-time-links.ts';
import { hasOperator } from './operators.ts';
import { requireStrongPassword } from './password-strength.ts';
import { turnOf } from './passwords.ts';
import { completeSignIn, type SignedIn } from './sign-in.ts';
import {
  createUser,
  lockUser,
  requireEmail,
  requireName,
  toUser,
  USER_COLUMNS,
  type User,
  UserRow,
} from './users.ts';

/**
 * AUTH-2: the holder of the link that the program prints at its first start becomes the operator. The link works once,
 * and only while there is no operator; the lock of `hasOperator` serialises all of this.
 */
export function createFirstOperatorLink(context: AccountsContext): Promise<OneTimeLink | null> {
  return context.database.transaction(async tx => {
    if (await hasOperator(tx)) return null;
    const link = await createLink(tx, context, { purpose: 'first-operator', userId: null });
    const actor = { kind: 'system' } as const;
    await audit(tx, context, { actor, action: 'link.created', detail: { purpose: 'first-operator' } });
    return link;
  });
}

/** Creates the operator's account and signs them in. Invalid input does not use up the link. */
export async function createFirstOperator(
  context: AccountsContext,
  { secret, client, ...input }: FirstOperator,
): Promise<SignedIn> {
  const email = requireEmail(input.email);
  const displayName = requireName(input.displayName);
  requireStrongPassword(input.password, { email, displayName, siteName: context.config.name });
  if (!(await peekLink(context, secret, 'first-operator'))) throw new Problem('link-used');
  const passwordHash = await context.passwords.hash(input.password, turnOf(client, false));
  return context.database.transaction(async tx => {
    await takeFirstOperatorLink(tx, context, secret);
    const actor: Actor = { kind: 'visitor' };
    const roles = ['operator'] as const;
    const user = await createUser(tx, context, { email, displayName, passwordHash, roles, actor, client });
    if (!user) throw new Problem('conflict', reason('account-exists'));
    await note(tx, context, user.id, client);
    await context.mails?.request(tx, { kind: 'confirmation', userId: user.id, client });
    return completeSignIn(tx, context, { userId: user.id, method: 'link', client });
  });
}

/** Makes a signed-in person the operator. */
export async function promoteFirstOperator(
  context: AccountsContext,
  { userId, credential }: Principal,
  { secret, client }: { secret: string; client: ClientInfo },
): Promise<User> {
  if (credential.kind !== 'session') throw new Problem('forbidden');
  return context.database.transaction(async tx => {
    await takeFirstOperatorLink(tx, context, secret);
    const { roles } = await lockUser(tx, userId);
    const user = await tx.one(
      UserRow,
      sql`
        update users set roles = ${[...roles, 'operator']}::text[], updated_at = ${new Date(context.clock.now())}
        where id = ${userId}
        returning ${USER_COLUMNS}
      `,
    );
    await context.changes.announce(tx, userId);
    await note(tx, context, userId, client);
    return toUser(user);
  });
}

async function takeFirstOperatorLink(
  tx: Transaction,
  context: AccountsContext,
  secret: string,
): Promise<void> {
  if (await hasOperator(tx)) throw new Problem('link-used');
  await takeLink(tx, context, secret, 'first-operator');
}

function note(tx: Transaction, context: AccountsContext, userId: string, client: ClientInfo): Promise<void> {
  const person = { kind: 'user', id: userId } as const;
  return audit(tx, context, { actor: person, action: 'account.first-operator', subject: person, client });
}

export interface FirstOperator {
  readonly secret: string;
  readonly email: string;
  readonly displayName: string;
  readonly password: string;
  readonly client: ClientInfo;
}
