import { HIGHEST_ID } from '../../lib/ids.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { nullable, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { hashOfGuid, hashOfUrl } from './hashes.ts';
import { lockForRemoval } from './removal-lock.ts';

/**
 * Takes out every article of some sources with its keys and revisions, some hundred in each transaction, so that nobody
 * waits long. What is stored while this runs is taken out too, up to the last look; whoever wants none left pauses
 * the sources first. Safe to call again after it was interrupted. Returns how many there were.
 */
export async function removeArticlesOfSources(
  database: Database,
  sourceIds: readonly string[],
  most = 500,
): Promise<number> {
  let removed = 0;
  let after: ArticleCursor | null = null;
  for (;;) {
    const from: ArticleCursor | null = after;
    const batch: RemovedArticle[] = await database.transaction(tx =>
      removeArticleBatch(tx, sourceIds, from, most),
    );
    // One more look from the beginning, for what has come meanwhile.
    if (batch.length === 0 && after === null) return removed;
    removed += batch.length;
    // Going on where the last batch ended spares reading over what has just been deleted.
    after = batch.at(-1) ?? null;
  }
}

export function removeArticlesOfSource(database: Database, sourceId: string, most?: number): Promise<number> {
  return removeArticlesOfSources(database, [sourceId], most);
}

/** The next of them after a place, within a transaction that has more to do; empty when there are none left. */
export async function removeArticleBatch(
  tx: Transaction,
  sourceIds: readonly string[],
  after: ArticleCursor | null,
  most: number,
): Promise<RemovedArticle[]> {
  await lockForRemoval(tx);
  const found = await tx.many(RemovedArticle, nextOf(sourceIds, after, most));
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

/** In the order of their ids, as whoever reads them does: nobody waits in a circle. */
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

function nextOf(sourceIds: readonly string[], after: ArticleCursor | null, most: number) {
  return sql`
    select id, stored_at, source_id, published_at, url, guid from articles
    where source_id = any (${sourceIds}::uuid[])
      and (published_at, id) <
        (${after?.publishedAt ?? 'infinity'}::timestamptz, ${after?.id ?? HIGHEST_ID}::uuid)
    order by published_at desc, id desc
    limit ${most}
  `;
}

/** Its own key, which follows from its address, and those that it was given later. */
async function removeUrls(tx: Transaction, doomed: readonly RemovedArticle[]): Promise<void> {
  await tx.execute(sql`
    delete from article_urls using unnest(${doomed.map(({ url }) => hashOfUrl(url))}::uuid[]) as gone (url_hash)
    where article_urls.url_hash = gone.url_hash
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
