import { createHash } from 'node:crypto';
import type { Random } from '../../lib/random.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { nullable, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * FEED-12: tokens in the addresses of private feeds. The address alone grants access to the feed, until it is revoked.
 */

export const PRIVATE_FEEDS = ['for-you', 'saved', 'history'] as const;
/** `search` is a feed of the matches of one saved search, whose id is stored with it. */
export const TOKEN_FEEDS = [...PRIVATE_FEEDS, 'search'] as const;
export type PrivateFeed = (typeof PRIVATE_FEEDS)[number];
export type TokenFeed = (typeof TOKEN_FEEDS)[number];

export async function createFeedToken(
  database: Queryable,
  { id, userId, feed, savedSearchId, now, random }: NewFeedToken,
): Promise<string> {
  const secret = Buffer.from(random.bytes(24)).toString('base64url');
  await database.execute(sql`
    insert into feed_tokens (id, user_id, secret_hash, feed, saved_search_id, created_at)
    values (${id}, ${userId}, ${hashOf(secret)}, ${feed}, ${savedSearchId ?? null}, ${now})
  `);
  return `${id.replaceAll('-', '')}.${secret}`;
}

/** Returns null for tokens that are unknown or revoked, or whose owner may no longer sign in. */
export async function useFeedToken(
  database: Queryable,
  token: string,
  now: Date,
): Promise<UsedFeedToken | null> {
  const [, id = '', secret = ''] = /^([0-9a-f]{32})\.([\w-]{32})$/.exec(token) ?? [];
  if (id === '') return null;
  const found = await database.maybe(
    row({ user_id: uuid, feed: text, saved_search_id: nullable(uuid) }),
    sql`
      update feed_tokens set last_used_at = ${now} from users
      where feed_tokens.id = ${id}::uuid and secret_hash = ${hashOf(secret)} and users.id = feed_tokens.user_id
        and users.disabled_at is null and users.erased_at is null
      returning feed_tokens.user_id, feed_tokens.feed, feed_tokens.saved_search_id
    `,
  );
  const feed = TOKEN_FEEDS.find(name => name === found?.feed);
  return found && feed ? { ...found, feed } : null;
}

export function listFeedTokens(database: Queryable, userId: string): Promise<FeedToken[]> {
  return database.many(
    TokenRow,
    sql`
      select id, feed, saved_search_id, created_at, last_used_at from feed_tokens where user_id = ${userId} order by created_at, id
    `,
  );
}

export async function revokeFeedToken(database: Queryable, userId: string, id: string): Promise<boolean> {
  const gone = await database.execute(sql`delete from feed_tokens where user_id = ${userId} and id = ${id}`);
  return gone > 0;
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const TokenRow = row({
  id: uuid,
  feed: text,
  saved_search_id: nullable(uuid),
  created_at: timestamptz,
  last_used_at: nullable(timestamptz),
});
export type FeedToken = RowOf<typeof TokenRow>;

/** More than any reader has devices. */
export const MAX_TOKENS = 50;

interface NewFeedToken {
  readonly id: string;
  readonly userId: string;
  readonly feed: TokenFeed;
  readonly savedSearchId?: string;
  readonly now: Date;
  readonly random: Random;
}

interface UsedFeedToken {
  readonly userId: string;
  readonly feed: TokenFeed;
  readonly savedSearchId: string | null;
}
