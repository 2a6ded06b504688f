import type { Queryable } from '../../platform/database/port.ts';
import { bytea, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { fromBytes, type Interests, noInterests } from '../interests/index.ts';

export async function interestsOf(database: Queryable, userId: string): Promise<Interests> {
  return (await interestsOfMany(database, [userId]))(userId);
}

/** Of many readers in one statement. */
export async function interestsOfMany(
  database: Queryable,
  userIds: readonly string[],
): Promise<(userId: string) => Interests> {
  const found = await database.many(
    row({ user_id: uuid, state: bytea }),
    sql`select user_id, state from interests where user_id = any (${userIds}::uuid[])`,
  );
  const states = new Map(found.map(({ userId, state }) => [userId, state]));
  return userId => {
    const state = states.get(userId);
    return (state && fromBytes(state)) ?? noInterests();
  };
}
