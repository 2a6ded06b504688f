import type { Queryable } from '../../platform/database/port.ts';
import { bytea, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { decodeInterests } from './encoding.ts';
import { noInterests, type ReaderInterests } from './interests.ts';

export async function readInterests(database: Queryable, userId: string): Promise<ReaderInterests> {
  return (await readManyInterests(database, [userId]))(userId);
}

/** The interests of many readers, in one statement. */
export async function readManyInterests(
  database: Queryable,
  userIds: readonly string[],
): Promise<(userId: string) => ReaderInterests> {
  const found = await database.many(
    row({ user_id: uuid, state: bytea }),
    sql`select user_id, state from interests where user_id = any (${userIds}::uuid[])`,
  );
  const states = new Map(found.map(({ userId, state }) => [userId, state]));
  return userId => {
    const state = states.get(userId);
    return (state && decodeInterests(state)) ?? noInterests();
  };
}
