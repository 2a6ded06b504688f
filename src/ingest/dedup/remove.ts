import type { Database, Transaction } from '../../platform/database/port.ts';
import { nullable, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { hashOfGuid, hashOfUrl } from './hashes.ts';

/**
 * Takes out every article of a source with its keys and revisions, some hundred in each transaction, so that nobody
 * waits long. What is stored while this runs is taken out too, up to the last look; whoever wants none left pauses
 * the source first. Safe to call again after it was interrupted. Returns how many there were.
 */
export async function removeArticlesOf(database: Database, sourceId: string, most = 500): Promise<number> {
  let removed = 0;
  let after: Place | null = null;
  for (;;) {
    const found: Doomed[] = await database.many(Doomed, nextOf(sourceId, after, most));
    if (found.length > 0) removed += await database.transaction(tx => removeArticles(tx, found));
    // One more look from the beginning, for what has come meanwhile.
    else if (after === null) return removed;
    // Going on where the last batch ended spares reading over what has just been deleted.
    after = found.at(-1) ?? null;
  }
}

/**
 * The articles themselves first, in the order of their ids: that waits for those who are giving them a key or a
 * revision. From then on nobody can, so what the next statements see is all there is.
 */
async function removeArticles(tx: Transaction, doomed: readonly Doomed[]): Promise<number> {
  const held = await tx.many(Doomed, holdFor(doomed));
  const ids = held.map(({ id }) => id);
  await removeUrls(tx, held);
  await removeGuids(tx, held);
  await tx.execute(sql`delete from article_revisions where article_id = any (${ids}::uuid[])`);
  return tx.execute(sql`
    delete from articles using unnest(
      ${ids}::uuid[], ${held.map(({ storedAt }) => storedAt)}::timestamptz[]
    ) as gone (id, stored_at)
    where articles.id = gone.id and articles.stored_at = gone.stored_at
  `);
}

function nextOf(sourceId: string, after: Place | null, most: number) {
  return sql`
    select id, stored_at, source_id, published_at, url, guid from articles
    where source_id = ${sourceId}
      and (published_at, id) <
        (${after?.publishedAt ?? 'infinity'}::timestamptz, ${after?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid)
    order by published_at desc, id desc
    limit ${most}
  `;
}

function holdFor(doomed: readonly Doomed[]) {
  const sorted = [...doomed].sort((a, b) => (a.id < b.id ? -1 : 1));
  return sql`
    select article.*
    from unnest(
      ${sorted.map(({ id }) => id)}::uuid[], ${sorted.map(({ storedAt }) => storedAt)}::timestamptz[]
    ) as wanted (id, stored_at)
    cross join lateral (
      select id, stored_at, source_id, published_at, url, guid from articles
      where articles.id = wanted.id and articles.stored_at = wanted.stored_at
      limit 1
      for update
    ) as article
  `;
}

/** Its own key, which follows from its address, and those that it was given later. */
async function removeUrls(tx: Transaction, held: readonly Doomed[]): Promise<void> {
  await tx.execute(sql`
    delete from article_urls using unnest(${held.map(({ url }) => hashOfUrl(url))}::uuid[]) as gone (url_hash)
    where article_urls.url_hash = gone.url_hash
  `);
  await tx.execute(sql`
    delete from article_urls where is_alias and article_id = any (${held.map(({ id }) => id)}::uuid[])
  `);
}

async function removeGuids(tx: Transaction, held: readonly Doomed[]): Promise<void> {
  const named = held.filter(({ guid }) => guid !== null && guid !== '');
  await tx.execute(sql`
    delete from article_guids using unnest(
      ${named.map(({ sourceId }) => sourceId)}::uuid[], ${named.map(({ guid }) => hashOfGuid(guid ?? ''))}::uuid[]
    ) as gone (source_id, guid_hash)
    where article_guids.source_id = gone.source_id and article_guids.guid_hash = gone.guid_hash
  `);
  await tx.execute(sql`
    delete from article_guids where is_alias and article_id = any (${held.map(({ id }) => id)}::uuid[])
  `);
}

const Doomed = row({
  id: uuid,
  stored_at: timestamptz,
  source_id: uuid,
  published_at: timestamptz,
  url: text,
  guid: nullable(text),
});
type Doomed = RowOf<typeof Doomed>;
type Place = Pick<Doomed, 'publishedAt' | 'id'>;
