import { violatedUnique } from '../../platform/database/failures.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';
import type { GuidKey } from './incoming.ts';
import type { NewGuid, NewUrl } from './match.ts';

/**
 * The keys of articles. Each lookup is a lateral subquery with a limit, so that it is one probe of one partition
 * whatever the planner believes about tables that it has no statistics of yet. A thousand addresses among 200,000, one
 * connection, two busy cores, median of ten, unknown and known ones:
 *
 *   lateral subquery with a limit    9.2 ms    11.1 ms
 *   join                             9.5 ms    11.4 ms, and free to read whole tables instead
 *   url_hash = any (array)          19.9 ms    26.3 ms, as every partition is probed for every address
 */
export async function readUrls(queryable: Queryable, urlHashes: readonly string[]): Promise<UrlOwner[]> {
  if (urlHashes.length === 0) return [];
  return queryable.many(
    UrlOwner,
    sql`
      select wanted.url_hash, key.article_id
      from unnest(${urlHashes}::uuid[]) as wanted (url_hash)
      cross join lateral (
        select article_id from article_urls where article_urls.url_hash = wanted.url_hash limit 1
      ) as key
    `,
  );
}

export async function readGuids(queryable: Queryable, guids: readonly GuidKey[]): Promise<GuidOwner[]> {
  if (guids.length === 0) return [];
  return queryable.many(
    GuidOwner,
    sql`
      select wanted.source_id, wanted.guid_hash, key.article_id
      from unnest(
        ${guids.map(({ sourceId }) => sourceId)}::uuid[], ${guids.map(({ guidHash }) => guidHash)}::uuid[]
      ) as wanted (source_id, guid_hash)
      cross join lateral (
        select article_id from article_guids
        where article_guids.source_id = wanted.source_id and article_guids.guid_hash = wanted.guid_hash
        limit 1
      ) as key
    `,
  );
}

/**
 * Waits for transactions that insert the same keys; returns those that are ours. As above, a thousand new addresses:
 *
 *   insert on conflict do nothing   19.4 ms
 *   insert                          10.9 ms, but one key of another transaction fails them all
 *   COPY                            11.5 ms, and the same
 *
 * Inserting without a lookup would save the lookup where all keys are new (9.2 ms) and cost as much where all are known
 * (10.2 ms, and then the lookup), which is the case for most fetches of most feeds.
 */
export async function insertUrls(queryable: Queryable, keys: readonly NewUrl[]): Promise<UrlHash[]> {
  if (keys.length === 0) return [];
  return queryable.many(UrlHash, sql`${newUrls(keys)} on conflict do nothing returning url_hash`);
}

export async function insertGuids(queryable: Queryable, keys: readonly NewGuid[]): Promise<GuidKey[]> {
  if (keys.length === 0) return [];
  return queryable.many(
    GuidHash,
    sql`${newGuids(keys)} on conflict do nothing returning source_id, guid_hash`,
  );
}

/**
 * All of them or none: false when another transaction inserted one of them first. The lookup found none of them, so many
 * keys are first inserted without `on conflict`, after a savepoint. A rollback to it releases the writers that wait for
 * these keys, so the one order of keys holds. `meanwhile` runs here while the server inserts.
 */
export async function insertNewKeys(
  tx: Transaction,
  urls: readonly NewUrl[],
  guids: readonly NewGuid[],
  meanwhile: () => void,
): Promise<boolean> {
  await tx.script('savepoint new_keys');
  try {
    await Promise.all([tx.execute(newUrls(urls)), (async () => meanwhile())()]);
    if (guids.length > 0) await tx.execute(newGuids(guids));
  } catch (error) {
    if (violatedUnique(error) === null) throw error;
    await tx.script('rollback to savepoint new_keys');
    return false;
  }
  await tx.script('release savepoint new_keys');
  return true;
}

function newUrls(keys: readonly NewUrl[]): Statement {
  const sorted = inOrder(keys, ({ urlHash }) => urlHash);
  return sql`
    insert into article_urls (url_hash, article_id, is_alias)
    select * from unnest(
      ${sorted.map(({ urlHash }) => urlHash)}::uuid[], ${sorted.map(({ articleId }) => articleId)}::uuid[],
      ${sorted.map(({ isAlias }) => String(isAlias))}::bool[]
    )
  `;
}

function newGuids(keys: readonly NewGuid[]): Statement {
  const sorted = inOrder(keys, ({ sourceId, guidHash }) => sourceId + guidHash);
  return sql`
    insert into article_guids (source_id, guid_hash, article_id, is_alias)
    select * from unnest(
      ${sorted.map(({ sourceId }) => sourceId)}::uuid[], ${sorted.map(({ guidHash }) => guidHash)}::uuid[],
      ${sorted.map(({ articleId }) => articleId)}::uuid[],
      ${sorted.map(({ isAlias }) => String(isAlias))}::bool[]
    )
  `;
}

/** Only for keys that this transaction has inserted: they are invisible to others. */
export async function repointUrls(queryable: Queryable, keys: readonly NewUrl[]): Promise<number> {
  if (keys.length === 0) return 0;
  return queryable.execute(sql`
    update article_urls set article_id = meant.article_id, is_alias = meant.is_alias
    from unnest(
      ${keys.map(({ urlHash }) => urlHash)}::uuid[], ${keys.map(({ articleId }) => articleId)}::uuid[],
      ${keys.map(({ isAlias }) => String(isAlias))}::bool[]
    ) as meant (url_hash, article_id, is_alias)
    where article_urls.url_hash = meant.url_hash
  `);
}

export async function repointGuids(queryable: Queryable, keys: readonly NewGuid[]): Promise<number> {
  if (keys.length === 0) return 0;
  return queryable.execute(sql`
    update article_guids set article_id = meant.article_id, is_alias = meant.is_alias
    from unnest(
      ${keys.map(({ sourceId }) => sourceId)}::uuid[], ${keys.map(({ guidHash }) => guidHash)}::uuid[],
      ${keys.map(({ articleId }) => articleId)}::uuid[], ${keys.map(({ isAlias }) => String(isAlias))}::bool[]
    ) as meant (source_id, guid_hash, article_id, is_alias)
    where article_guids.source_id = meant.source_id and article_guids.guid_hash = meant.guid_hash
  `);
}

/** The one order in which all writers insert keys. Rows are inserted in the order of the arrays. */
function inOrder<T>(keys: readonly T[], nameOf: (key: T) => string): T[] {
  return keys
    .map(key => ({ key, name: nameOf(key) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ key }) => key);
}

const UrlOwner = row({ url_hash: uuid, article_id: uuid });
const GuidOwner = row({ source_id: uuid, guid_hash: uuid, article_id: uuid });
const UrlHash = row({ url_hash: uuid });
const GuidHash = row({ source_id: uuid, guid_hash: uuid });

interface UrlHash {
  readonly urlHash: string;
}

interface UrlOwner extends UrlHash {
  readonly articleId: string;
}

interface GuidOwner extends GuidKey {
  readonly articleId: string;
}
