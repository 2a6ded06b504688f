import type { NewArticle } from '../../model/article.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';
import { hashOfGuid, hashOfUrl } from '../dedup/hashes.ts';
import { expectAtHosts, hostOf } from '../schedule/complete.ts';

/**
 * Of the articles whose feed gives only a summary, those that are neither stored nor waiting already are put in
 * line: their pages are read when their hosts are visited. Returns how many that are.
 */
export async function awaitPages(
  tx: Transaction,
  newId: () => string,
  articles: readonly NewArticle[],
): Promise<number> {
  const candidates = articles.map(article => ({
    id: newId(),
    host: hostOf(article.url),
    source_id: article.sourceId,
    url_hash: hashOfUrl(article.url),
    guid_hash: hashOfGuid(article.guid ?? article.url),
    url: article.url,
    item: article,
  }));
  const unknown = await tx.many(
    row({ id: uuid }),
    sql`
      select id
      from jsonb_to_recordset(${json(candidates.map(({ item: _, ...keys }) => keys))}::jsonb)
        as candidate (id uuid, source_id uuid, url_hash uuid, guid_hash uuid)
      where not exists (select from article_urls where article_urls.url_hash = candidate.url_hash)
        and not exists (
          select from article_guids
          where article_guids.source_id = candidate.source_id and article_guids.guid_hash = candidate.guid_hash
        )
    `,
  );
  const wanted = new Set(unknown.map(({ id }) => id));
  const pages = candidates.filter(({ id }) => wanted.has(id));
  if (pages.length === 0) return 0;
  await expectAtHosts(
    tx,
    pages.map(({ host }) => ({ host, due_in_ms: 0, priority: 1 })),
  );
  return tx.execute(sql`
    insert into crawl_pages (id, host, source_id, url_hash, url, item, not_before, created_at)
    select id, host, source_id, url_hash, url, item, now(), now()
    from jsonb_to_recordset(${json(pages)}::jsonb)
      as page (id uuid, host text, source_id uuid, url_hash uuid, url text, item jsonb)
    order by url_hash
    on conflict (url_hash) do nothing
  `);
}

/** The article of a waiting page as the feed gave it; JSON has no dates. */
export function articleOf(item: unknown): NewArticle {
  const article = item as NewArticle;
  return {
    ...article,
    publishedAt: new Date(article.publishedAt),
    modifiedAt: article.modifiedAt === null ? null : new Date(article.modifiedAt),
  };
}
