import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** SRCH-8: recent searches as they are kept in the database. */
export interface RecentSearch {
  readonly query: string;
  readonly searchedAt: Date;
}

/** As many as are shown. */
export const MOST_SHOWN = 10;

/** A year; somebody who wants to forget earlier clears the list. */
export const KEPT_DAYS = 365;

export function newestSearches(database: Queryable, userId: string): Promise<RecentSearch[]> {
  return database.many(
    row({ query: text, searched_at: timestamptz }),
    sql`
      select query, searched_at from recent_searches
      where user_id = ${userId}
      order by searched_at desc, key
      limit ${MOST_SHOWN}
    `,
  );
}

/** A repeat moves up. One that was made earlier than what is there, by another process, moves nothing. */
export async function keepSearch(tx: Transaction, userId: string, search: RecentSearch): Promise<void> {
  await tx.execute(sql`
    insert into recent_searches (user_id, key, query, searched_at)
    values (${userId}, ${searchKey(search.query)}, ${search.query}, ${search.searchedAt})
    on conflict (user_id, key) do update
    set query = excluded.query, times = recent_searches.times + 1,
      searched_at = greatest(recent_searches.searched_at, excluded.searched_at)
  `);
}

/** Of one query, or of all. */
export async function forgetSearches(tx: Transaction, userId: string, query: string | null): Promise<number> {
  const key = query === null ? null : searchKey(query);
  return tx.execute(sql`
    delete from recent_searches
    where user_id = ${userId} and (${key}::text is null or key = ${key})
  `);
}

/** The list in memory is older than the table from the commit on; notes that, and tells other processes. */
export async function noteChange(tx: Transaction, userId: string, change: string, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into recent_search_repairs (user_id, change, at) values (${userId}, ${change}, ${at})
    on conflict (user_id) do update set change = excluded.change, at = excluded.at
  `);
  await tx.execute(sql`select pg_notify(${CHANGES}, ${userId})`);
}

export const CHANGES = 'recent_searches';

/** What has to be seen in memory before the note of it goes. */
export async function pendingChange(database: Queryable, userId: string): Promise<string | null> {
  const found = await database.maybe(
    row({ change: uuid }),
    sql`select change from recent_search_repairs where user_id = ${userId}`,
  );
  return found?.change ?? null;
}

export async function dropNote(database: Queryable, userId: string, change: string): Promise<void> {
  await database.execute(sql`
    delete from recent_search_repairs where user_id = ${userId} and change = ${change}
  `);
}

/** Readers whose list was not mended by whoever changed it: that process died, or the view store was away. */
export async function unmended(database: Queryable, before: Date, most: number): Promise<string[]> {
  const rows = await database.many(
    row({ user_id: uuid }),
    sql`select user_id from recent_search_repairs where at < ${before} order by at limit ${most}`,
  );
  return rows.map(({ userId }) => userId);
}

/** In small lots, so that nobody waits. */
export async function dropOldSearches(database: Queryable, before: Date): Promise<number> {
  return database.execute(sql`
    delete from recent_searches
    where (user_id, key) in (
      select user_id, key from recent_searches where searched_at < ${before} order by searched_at limit 5000
    )
  `);
}

export function searchKey(query: string): string {
  return query.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
