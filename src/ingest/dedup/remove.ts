import { HIGHEST_ID } from '../../lib/ids.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { nullable, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { hashOfGuid, hashOfItemUrl, hashOfUrl } from './hashes.ts';
import { lockForRemoval } from './removal-lock.ts';

/**
 * Removes every article of the given sources with its keys and revisions, `limit` in each transaction, so that writers
 * never wait long. Articles that are stored meanwhile are removed too, up to the last query; pause the sources first to
 * leave none behind. Can be repeated after an interruption. Returns the number of removed articles.
 */
export async function removeArticlesOfSources(
  database: Database,
  sourceIds: readonly string[],
  limit = 500,
): Promise<number> {
  let removed = 0;
  let after: ArticleCursor | null = null;
  for (;;) {
    const from: ArticleCursor | null = after;
    const batch: RemovedArticle[] = await database.transaction(tx =>
      removeArticleBatch(tx, sourceIds, from, limit),
    );
    // Start again from the beginning, for articles that were stored meanwhile.
    if (batch.length === 0 && after === null) return removed;
    removed += batch.length;
    // The cursor skips the rows that were just deleted.
    after = batch.at(-1) ?? null;
  }
}

export function removeArticlesOfSource(
  database: Database,
  sourceId: string,
  limit?: number,
): Promise<number> {
  return removeArticlesOfSources(database, [sourceId], limit);
}

/** Removes the next batch after a cursor, in the caller's transaction; empty when no articles are left. */
export async function removeArticleBatch(
  tx: Transaction,
  sourceIds: readonly string[],
  after: ArticleCursor | null,
  limit: number,
): Promise<RemovedArticle[]> {
  await lockForRemoval(tx);
  const found = await tx.many(RemovedArticle, selectNext(sourceIds, after, limit));
  if (found.length === 0) return found;
  const ids = found.map(({ id }) => id);
  await lockArticles(tx, found);
  await removeUrls(tx, found);
  await removeGuids(tx, found);
  await tx.execute(sql`delete from article_revisions where article_id = any (${ids}::uuid[])`);
  await tx.execute(sql`
    delete from articles using unnest(
      ${ids}::uuid[], ${found.map(({ storedAt }) => storedAt)}::timestamptz[]
    ) as gone (id, stored_at)
    where articles.id = gone.id and articles.stored_at = gone.stored_at
  `);
  return found;
}

/** In the order of their ids, like all transactions that lock articles, so that none deadlock. */
async function lockArticles(tx: Transaction, doomed: readonly RemovedArticle[]): Promise<void> {
  await tx.execute(sql`
    select from articles
    join unnest(
      ${doomed.map(({ id }) => id)}::uuid[], ${doomed.map(({ storedAt }) => storedAt)}::timestamptz[]
    ) as gone (id, stored_at) on articles.id = gone.id and articles.stored_at = gone.stored_at
    order by articles.id
    for update of articles
  `);
}

function selectNext(sourceIds: readonly string[], after: ArticleCursor | null, limit: number) {
  return sql`
    select id, stored_at, source_id, published_at, url, guid from articles
    where source_id = any (${sourceIds}::uuid[])
      and (published_at, id) <
        (${after?.publishedAt ?? 'infinity'}::timestamptz, ${after?.id ?? HIGHEST_ID}::uuid)
    order by published_at desc, id desc
    limit ${limit}
  `;
}

/** The key of its address, with or without the fragment, and the aliases. Another article may own the page. */
async function removeUrls(tx: Transaction, doomed: readonly RemovedArticle[]): Promise<void> {
  const keys = doomed.flatMap(({ id, url }) =>
    [...new Set([hashOfUrl(url), hashOfItemUrl(url)])].map(urlHash => ({ urlHash, id })),
  );
  await tx.execute(sql`
    delete from article_urls using unnest(
      ${keys.map(({ urlHash }) => urlHash)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]
    ) as gone (url_hash, article_id)
    where article_urls.url_hash = gone.url_hash and article_urls.article_id = gone.article_id
  `);
  await tx.execute(sql`
    delete from article_urls where is_alias and article_id = any (${doomed.map(({ id }) => id)}::uuid[])
  `);
}

async function removeGuids(tx: Transaction, doomed: readonly RemovedArticle[]): Promise<void> {
  const named = doomed.filter(({ guid }) => guid !== null && guid !== '');
  await tx.execute(sql`
    delete from article_guids using unnest(
      ${named.map(({ sourceId }) => sourceId)}::uuid[], ${named.map(({ guid }) => hashOfGuid(guid ?? ''))}::uuid[]
    ) as gone (source_id, guid_hash)
    where article_guids.source_id = gone.source_id and article_guids.guid_hash = gone.guid_hash
  `);
  await tx.execute(sql`
    delete from article_guids where is_alias and article_id = any (${doomed.map(({ id }) => id)}::uuid[])
  `);
}

const RemovedArticle = row({
  id: uuid,
  stored_at: timestamptz,
  source_id: uuid,
  published_at: timestamptz,
  url: text,
  guid: nullable(text),
});
type RemovedArticle = RowOf<typeof RemovedArticle>;
type ArticleCursor = Pick<RemovedArticle, 'publishedAt' | 'id'>;
