import { Problem } from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import type { Transaction } from '../platform/database/port.ts';
import { sql } from '../platform/database/sql.ts';
import type { AccountsContext } from './context.ts';
import { lockUser, type User } from './users.ts';

/** How long ago somebody may have proved who they are for what could take their account away from them. */
export const PROOF_IS_RECENT_MS = 15 * 60_000;

/** Only a session can be recent: a token is a thing that was left somewhere. */
export function hasRecentProof(context: Pick<AccountsContext, 'clock'>, { credential }: Principal): boolean {
  return credential.kind === 'session' && context.clock.now() - credential.provenAt <= PROOF_IS_RECENT_MS;
}

export function requireRecentProof(context: Pick<AccountsContext, 'clock'>, principal: Principal): void {
  if (!hasRecentProof(context, principal)) throw new Problem('fresh-sign-in-required');
}

/**
 * Locks the person's row and makes sure that the session which asked is still there. Whoever changes a
 * password or disables somebody ends the sessions under the same lock, so a request that was let in just
 * before cannot undo what they did.
 */
export async function lockProven(tx: Transaction, { userId, credential }: Principal): Promise<User> {
  const user = await lockUser(tx, userId);
  const held = await tx.execute(
    sql`select from sessions where id = ${credential.id} and user_id = ${userId} for key share`,
  );
  if (held === 0) throw new Problem('not-signed-in');
  return user;
}
