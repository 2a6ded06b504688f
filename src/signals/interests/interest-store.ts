import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { bytea, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { decodeInterests, encodeInterests } from './encoding.ts';
import type { ChangedInterests } from './interest-inputs.ts';
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

export async function storeInterests(
  tx: Transaction,
  changed: ReadonlyMap<string, ChangedInterests>,
): Promise<void> {
  if (changed.size === 0) return;
  const entries = [...changed].sort(([a], [b]) => (a < b ? -1 : 1));
  await tx.execute(sql`
    insert into interests (user_id, state, updated_at)
    select * from unnest(
      ${entries.map(([userId]) => userId)}::uuid[],
      ${entries.map(([, { interests }]) => Buffer.from(encodeInterests(interests)))}::bytea[],
      ${entries.map(([, { at }]) => new Date(at))}::timestamptz[]
    )
    on conflict (user_id) do update set state = excluded.state, updated_at = excluded.updated_at
  `);
}
