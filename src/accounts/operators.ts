import { Problem } from '../errors.ts';
import type { Queryable, Transaction } from '../platform/database/port.ts';
import { row, text, uuid } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { reason } from '../reasons.ts';

/**
 * An installation with an operator keeps at least one. Code that removes a role, disables or erases an account calls
 * this first. The lock serialises such changes, so each sees the result of the one before. It is taken before any lock
 * on a person's row, so two such changes cannot deadlock.
 */
export async function requireNotLastOperator(tx: Transaction, userId: string): Promise<void> {
  const operators = await lockOperators(tx);
  if (operators.length === 1 && operators.includes(userId))
    throw new Problem('conflict', reason('last-operator'));
}

/** Whether there is an active operator; the result holds until the transaction ends. */
export async function hasOperator(tx: Transaction): Promise<boolean> {
  return (await lockOperators(tx)).length > 0;
}

/** Active operators who can be mailed. */
export async function operatorsToMail(database: Queryable): Promise<{ userId: string; email: string }[]> {
  return database.many(
    row({ user_id: uuid, email: text }),
    sql`
      select mailable_users.user_id, mailable_users.email
      from mailable_users join users on users.id = mailable_users.user_id
      where 'operator' = any (users.roles)
      order by users.id
    `,
  );
}

/** Two active operators are enough to know that neither is the last. */
async function lockOperators(tx: Transaction): Promise<string[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${OPERATORS_LOCK})`);
  const found = await tx.many(
    row({ id: uuid }),
    sql`
      select id from users
      where 'operator' = any (roles) and disabled_at is null and erased_at is null
      limit 2
    `,
  );
  return found.map(({ id }) => id);
}

/** An arbitrary lock id that must never change. */
const OPERATORS_LOCK = 7236511304521880n;
