import type { Queryable, Transaction } from '../../platform/database/port.ts';
import {
  int4,
  int8,
  jsonb,
  nullable,
  type RowOf,
  row,
  text,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';
import type { FilterParams } from '../query/filters.ts';

/** SRCH-9: saved searches of readers. */

export function listSavedSearches(database: Queryable, userId: string): Promise<StoredSavedSearch[]> {
  return database.many(
    SavedRow,
    sql`select ${COLUMNS} from saved_searches where user_id = ${userId} order by created_at, id`,
  );
}

export function findSavedSearch(
  database: Queryable,
  userId: string,
  id: string,
): Promise<StoredSavedSearch | null> {
  return database.maybe(
    SavedRow,
    sql`select ${COLUMNS} from saved_searches where user_id = ${userId} and id = ${id}`,
  );
}

/** Searches added or changed since a version, in the order in which the changes became visible. */
export function savedSearchesSince(
  database: Queryable,
  version: number,
  limit: number,
): Promise<StoredSavedSearch[]> {
  return database.many(
    SavedRow,
    sql`select ${COLUMNS} from saved_searches where version > ${version} order by version limit ${limit}`,
  );
}

export async function savedSearchIds(database: Queryable): Promise<Set<string>> {
  const rows = await database.many(row({ id: uuid }), sql`select id from saved_searches`);
  return new Set(rows.map(({ id }) => id));
}

export async function addSavedSearch(tx: Transaction, saved: NewSavedSearch): Promise<void> {
  const { id, userId, name, query, filters, email, webhookUrl, now } = saved;
  await lockVersions(tx);
  await tx.execute(sql`
    insert into saved_searches (id, user_id, name, query, filters, email, webhook_url, created_at, updated_at, version)
    values (${id}, ${userId}, ${name}, ${query}, ${json(filters)}::jsonb, ${email}, ${webhookUrl}, ${now}, ${now},
      nextval('saved_search_versions'))
  `);
}

/** Omitted fields stay unchanged. Setting an address again resets its failures. */
export async function changeSavedSearch(
  tx: Transaction,
  userId: string,
  id: string,
  change: SavedSearchChange,
  now: Date,
): Promise<boolean> {
  const {
    name = null,
    query = null,
    filters,
    email = null,
    isPaused = null,
    webhookUrl,
    hasNewSecret,
  } = change;
  await lockVersions(tx);
  const changed = await tx.execute(sql`
    update saved_searches
    set name = coalesce(${name}, name), query = coalesce(${query}, query),
      filters = coalesce(${filters ? json(filters) : null}::jsonb, filters), email = coalesce(${email}, email),
      paused_at = case when ${isPaused}::boolean then coalesce(paused_at, ${now})
        when ${isPaused}::boolean is null then paused_at end,
      webhook_url = case when ${webhookUrl !== undefined} then ${webhookUrl ?? null} else webhook_url end,
      webhook_failures = case when ${webhookUrl !== undefined} then 0 else webhook_failures end,
      webhook_error = case when ${webhookUrl !== undefined} then null else webhook_error end,
      webhook_key = webhook_key + ${hasNewSecret === true ? 1 : 0},
      updated_at = ${now}, version = nextval('saved_search_versions')
    where user_id = ${userId} and id = ${id}
  `);
  return changed > 0;
}

export async function removeSavedSearch(database: Queryable, userId: string, id: string): Promise<void> {
  await database.execute(sql`delete from saved_searches where user_id = ${userId} and id = ${id}`);
}

/** For the unsubscribe link of a mail. */
export async function stopMails(tx: Transaction, id: string, now: Date): Promise<void> {
  await lockVersions(tx);
  await tx.execute(sql`
    update saved_searches
    set email = 'none', updated_at = ${now}, version = nextval('saved_search_versions') where id = ${id}
  `);
  await tx.execute(sql`
    update saved_search_matches set is_to_be_mailed = false where search_id = ${id} and is_to_be_mailed
  `);
}

/** Makes versions visible in the order in which they are drawn: one change at a time, each for a moment. */
async function lockVersions(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('saved_search_versions'))`);
}

const COLUMNS = sql`
  id, user_id, name, query, filters, paused_at, email, emailed_at, webhook_url, webhook_key, webhook_failures,
  webhook_error, webhook_delivered_at, created_at, updated_at, version
`;
const SavedRow = row({
  id: uuid,
  user_id: uuid,
  name: text,
  query: text,
  filters: jsonb,
  paused_at: nullable(timestamptz),
  email: text,
  emailed_at: nullable(timestamptz),
  webhook_url: nullable(text),
  webhook_key: int4,
  webhook_failures: int4,
  webhook_error: nullable(text),
  webhook_delivered_at: nullable(timestamptz),
  created_at: timestamptz,
  updated_at: timestamptz,
  version: int8,
});

/** Per reader. */
export const MAX_SAVED_SEARCHES = 100;
export const EMAIL_FREQUENCIES = ['none', 'soon', 'daily'] as const;
export type EmailFrequency = (typeof EMAIL_FREQUENCIES)[number];
export type StoredSavedSearch = RowOf<typeof SavedRow>;

export interface NewSavedSearch {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly query: string;
  readonly filters: FilterParams;
  readonly email: EmailFrequency;
  readonly webhookUrl: string | null;
  readonly now: Date;
}

export interface SavedSearchChange {
  readonly name?: string | undefined;
  readonly query?: string | undefined;
  readonly filters?: FilterParams | undefined;
  readonly email?: EmailFrequency | undefined;
  readonly isPaused?: boolean | undefined;
  /** Null removes it. */
  readonly webhookUrl?: string | null | undefined;
  readonly hasNewSecret?: boolean | undefined;
}
