import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { int4, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * TREND-8: how many people a user reaches with a share, as set by operators; 1 by default. It is stored with the share
 * when the rules are applied: a change affects later shares only, and a recount gives the same sums.
 */
export async function readReaches(
  database: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await database.many(
    row({ user_id: uuid, reach: int4 }),
    sql`select user_id, reach from user_reach where user_id = any (${userIds}::uuid[])`,
  );
  return new Map(rows.map(({ userId, reach }) => [userId, reach]));
}

/** False when there is no such user, or they were erased. */
export async function setReach(
  tx: Transaction,
  { userId, reach, now }: { readonly userId: string; readonly reach: number; readonly now: Date },
): Promise<boolean> {
  const found = await tx.execute(
    sql`select from users where id = ${userId} and erased_at is null for no key update`,
  );
  if (found === 0) return false;
  await tx.execute(
    reach === 1
      ? sql`delete from user_reach where user_id = ${userId}`
      : sql`
          insert into user_reach (user_id, reach, set_at) values (${userId}, ${reach}, ${now})
          on conflict (user_id) do update set reach = excluded.reach, set_at = excluded.set_at
        `,
  );
  return true;
}

export const MAX_REACH = 10_000_000;
