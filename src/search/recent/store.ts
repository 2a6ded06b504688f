import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** SRCH-8: recent searches in the database. */
export interface RecentSearch {
  readonly query: string;
  readonly searchedAt: Date;
}

/** The number of searches shown. */
export const MAX_LISTED = 10;

/** One year; readers can clear their list at any time. */
export const RETENTION_DAYS = 365;

export function newestSearches(database: Queryable, userId: string): Promise<RecentSearch[]> {
  return database.many(
    row({ query: text, searched_at: timestamptz }),
    sql`
      select query, searched_at from recent_searches
      where user_id = ${userId}
      order by searched_at desc, key
      limit ${MAX_LISTED}
    `,
  );
}

/** A repeated search moves to the top. An earlier one, recorded late by another process, moves nothing. */
export async function recordSearch(tx: Transaction, userId: string, search: RecentSearch): Promise<void> {
  await tx.execute(sql`
    insert into recent_searches (user_id, key, query, searched_at)
    values (${userId}, ${searchKey(search.query)}, ${search.query}, ${search.searchedAt})
    on conflict (user_id, key) do update
    set query = excluded.query, times = recent_searches.times + 1,
      searched_at = greatest(recent_searches.searched_at, excluded.searched_at)
  `);
}

/** Deletes one query, or all. */
export async function deleteSearches(tx: Transaction, userId: string, query: string | null): Promise<number> {
  const key = query === null ? null : searchKey(query);
  return tx.execute(sql`
    delete from recent_searches
    where user_id = ${userId} and (${key}::text is null or key = ${key})
  `);
}

/** Records that the cached list is outdated from this commit on, and notifies other processes. */
export async function recordChange(tx: Transaction, userId: string, change: string, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into recent_search_repairs (user_id, change, at) values (${userId}, ${change}, ${at})
    on conflict (user_id) do update set change = excluded.change, at = excluded.at
  `);
  await tx.execute(sql`select pg_notify(${CHANGE_CHANNEL}, ${userId})`);
}

export const CHANGE_CHANNEL = 'recent_searches';

/** The change that the cache has to contain before its record is deleted. */
export async function pendingChange(database: Queryable, userId: string): Promise<string | null> {
  const found = await database.maybe(
    row({ change: uuid }),
    sql`select change from recent_search_repairs where user_id = ${userId}`,
  );
  return found?.change ?? null;
}

export async function deleteChange(database: Queryable, userId: string, change: string): Promise<void> {
  await database.execute(sql`
    delete from recent_search_repairs where user_id = ${userId} and change = ${change}
  `);
}

/** Readers whose change was not completed, because the process died or the cache was unavailable. */
export async function unrepairedReaders(database: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await database.many(
    row({ user_id: uuid }),
    sql`select user_id from recent_search_repairs where at < ${before} order by at limit ${limit}`,
  );
  return rows.map(({ userId }) => userId);
}

/** In small batches, so that locks are short. */
export async function deleteOldSearches(database: Queryable, before: Date): Promise<number> {
  return database.execute(sql`
    delete from recent_searches
    where (user_id, key) in (
      select user_id, key from recent_searches where searched_at < ${before} order by searched_at limit 5000
    )
  `);
}

function searchKey(query: string): string {
  return query.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
