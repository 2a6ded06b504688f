import { Problem } from '../errors.ts';
import type { Transaction } from '../platform/database/port.ts';
import { row, uuid } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';

/**
 * An installation that has an operator keeps one. Whoever takes somebody's role, disables or erases them
 * asks here first, and the lock lets only one of them through at a time, so each sees what the one before
 * has left. It comes before every lock on a person's row: two such changes then stand in one line instead
 * of each holding what the other wants.
 */
export async function requireNotLastOperator(tx: Transaction, userId: string): Promise<void> {
  const operators = await lockOperators(tx);
  if (operators.length === 1 && operators.includes(userId))
    throw new Problem('conflict', 'This is the last operator. Make somebody else operator first.');
}

/** Whether there is an active operator; the answer holds until the transaction ends. */
export async function hasOperator(tx: Transaction): Promise<boolean> {
  return (await lockOperators(tx)).length > 0;
}

/** Two of the active operators are enough to know that none of them is the last. */
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

/** One number for the whole installation; it has no meaning but must stay. */
const OPERATORS_LOCK = 7236511304521880n;
