import { Problem } from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import type { Transaction } from '../platform/database/port.ts';
import { sql } from '../platform/database/sql.ts';
import type { AccountsContext } from './context.ts';
import { lockUser, type User } from './users.ts';

/** How recent a proof of identity must be for changes that could take an account away from its owner. */
export const PROOF_IS_RECENT_MS = 15 * 60_000;

/** Only a session can be recent: a token may have been stored anywhere. */
export function hasRecentProof(context: Pick<AccountsContext, 'clock'>, { credential }: Principal): boolean {
  return credential.kind === 'session' && context.clock.now() - credential.provenAt <= PROOF_IS_RECENT_MS;
}

export function requireRecentProof(context: Pick<AccountsContext, 'clock'>, principal: Principal): void {
  if (!hasRecentProof(context, principal)) throw new Problem('fresh-sign-in-required');
}

/**
 * Locks the person's row and requires that the calling session still exists. A change of password and a disabling end
 * sessions under the same lock, so a request admitted just before cannot undo them.
 */
export async function lockProven(tx: Transaction, { userId, credential }: Principal): Promise<User> {
  const user = await lockUser(tx, userId);
  const held = await tx.execute(
    sql`select from sessions where id = ${credential.id} and user_id = ${userId} for key share`,
  );
  if (held === 0) throw new Problem('not-signed-in');
  return user;
}
