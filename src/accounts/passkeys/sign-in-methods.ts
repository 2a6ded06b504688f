import { Problem } from '../../errors.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { reason } from '../../reasons.ts';

/**
 * No one may lock themselves out. Code that removes a way to sign in (a passkey, an identity) locks the person's row and
 * then calls this in the same transaction: concurrent removals wait for each other, and the second sees the result of
 * the first.
 */
export async function requireRemainingSignIn(tx: Transaction, userId: string): Promise<void> {
  const { left } = await tx.one(
    RemainingMethods,
    sql`
      select (select count(*) from users where id = ${userId} and password_hash is not null)
           + (select count(*) from passkeys where user_id = ${userId})
           + (select count(*) from identities where user_id = ${userId}) as left
    `,
  );
  if (left === 0) throw new Problem('conflict', reason('last-sign-in-method'));
}

const RemainingMethods = row({ left: int8 });
