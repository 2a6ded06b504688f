import type { Queryable } from '../../platform/database/port.ts';
import {
  date,
  nullable,
  type RowOf,
  row,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** FEED-11: stored digests, one per reader, period and day. */

/** Readers who want this digest and were not sent one for the day, page by page; the address is null for those who get no mail. */
export function readersDue(
  database: Queryable,
  { period, day, after, limit }: { period: Period; day: string; after: string | null; limit: number },
): Promise<DueReader[]> {
  return database.many(
    DueRow,
    sql`
      select reader_settings.user_id, mailable_users.email from reader_settings
      left join mailable_users on mailable_users.user_id = reader_settings.user_id
      join users on users.id = reader_settings.user_id and users.disabled_at is null and users.erased_at is null
      where reader_settings.digest = ${period} and (${after}::uuid is null or reader_settings.user_id > ${after}::uuid)
        and not exists (
          select from digests where digests.user_id = reader_settings.user_id and digests.period = ${period}
            and digests.day = ${day}::date and digests.sent_at is not null
        )
      order by reader_settings.user_id limit ${limit}
    `,
  );
}

/** Returns the digest already stored for the day, if any: a retry sends it unchanged. */
export async function storeDigest(database: Queryable, digest: NewDigest): Promise<StoredDigest> {
  const { id, userId, period, day, storyIds, now } = digest;
  await database.execute(sql`
    insert into digests (id, user_id, period, day, story_ids, made_at)
    values (${id}, ${userId}, ${period}, ${day}::date, ${storyIds}::uuid[], ${now})
    on conflict (user_id, period, day) do nothing
  `);
  return database.one(
    DigestRow,
    sql`
      select ${COLUMNS} from digests where user_id = ${userId} and period = ${period} and day = ${day}::date
    `,
  );
}

export async function recordDelivery(
  database: Queryable,
  id: string,
  { at, failure }: { readonly at: Date | null; readonly failure: string | null },
): Promise<void> {
  await database.execute(sql`update digests set sent_at = ${at}, failure = ${failure} where id = ${id}`);
}

export function lastDigest(database: Queryable, userId: string): Promise<StoredDigest | null> {
  return database.maybe(
    DigestRow,
    sql`select ${COLUMNS} from digests where user_id = ${userId} order by made_at desc, id desc limit 1`,
  );
}

const COLUMNS = sql`id, period, day, story_ids::text[] as story_ids, made_at, sent_at`;
const DueRow = row({ user_id: uuid, email: nullable(text) });
const DigestRow = row({
  id: uuid,
  period: text,
  day: date,
  story_ids: textArray,
  made_at: timestamptz,
  sent_at: nullable(timestamptz),
});

export type Period = 'daily' | 'weekly';
export type DueReader = RowOf<typeof DueRow>;
export type StoredDigest = RowOf<typeof DigestRow>;

interface NewDigest {
  readonly id: string;
  readonly userId: string;
  readonly period: Period;
  readonly day: string;
  readonly storyIds: readonly string[];
  readonly now: Date;
}
