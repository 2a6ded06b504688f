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
    insert into saved_searches (id, user_id, name, query, filters, email, webhook_url, webhook_state, created_at,
      updated_at, version)
    values (${id}, ${userId}, ${name}, ${query}, ${json(filters)}::jsonb, ${email}, ${webhookUrl},
      ${webhookUrl === null ? null : 'pending'}, ${now}, ${now}, nextval('saved_search_versions'))
  `);
}

/**
 * Omitted fields stay unchanged. Setting an address again resets its failures. Returns the number of the challenge that a new
 * webhook, or one that failed, is to be sent; the caller publishes it.
 */
export async function changeSavedSearch(
  tx: Transaction,
  userId: string,
  id: string,
  change: SavedSearchChange,
  now: Date,
): Promise<number | null> {
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
  const isSet = webhookUrl !== undefined;
  const isNew = sql`
    ${webhookUrl ?? null}::text is not null
      and (webhook_url is distinct from ${webhookUrl ?? null} or webhook_state is null or webhook_state = 'failed')
  `;
  const changed = await tx.maybe(
    row({ webhook_challenge: int4, before: int4 }),
    sql`
    with before as (select webhook_challenge from saved_searches where user_id = ${userId} and id = ${id})
    update saved_searches
    set name = coalesce(${name}, name), query = coalesce(${query}, query),
      filters = coalesce(${filters ? json(filters) : null}::jsonb, filters), email = coalesce(${email}, email),
      paused_at = case when ${isPaused}::boolean then coalesce(paused_at, ${now})
        when ${isPaused}::boolean is null then paused_at end,
      webhook_url = case when ${isSet} then ${webhookUrl ?? null} else webhook_url end,
      webhook_state = case when ${isSet} and ${webhookUrl ?? null}::text is null then null
        when ${isNew} then 'pending' else webhook_state end,
      webhook_challenge = webhook_challenge + case when ${isNew} then 1 else 0 end,
      webhook_failures = case when ${isSet} then 0 else webhook_failures end,
      webhook_error = case when ${isSet} then null else webhook_error end,
      webhook_key = webhook_key + ${hasNewSecret === true ? 1 : 0},
      updated_at = ${now}, version = nextval('saved_search_versions')
    where user_id = ${userId} and id = ${id}
    returning webhook_challenge, (select webhook_challenge from before) as before
  `,
  );
  return changed === null || changed.webhookChallenge === changed.before ? null : changed.webhookChallenge;
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
  id, user_id, name, query, filters, paused_at, email, emailed_at, webhook_url, webhook_key, webhook_state,
  webhook_challenge, webhook_failures, webhook_error, webhook_delivered_at, created_at, updated_at, version
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
  webhook_state: nullable(text),
  webhook_challenge: int4,
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
