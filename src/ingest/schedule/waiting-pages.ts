import { ABSENT_FIELDS, type NewArticle } from '../../model/article.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';
import { hashOfGuid, hashOfUrl } from '../dedup/hashes.ts';
import { hostOf, scheduleHosts } from './hosts.ts';

/**
 * Enqueues the pages of articles whose feed gives only a summary, unless the articles are stored or enqueued already.
 * The pages are fetched when their hosts are visited. Returns the number of enqueued pages of each group.
 */
export async function enqueuePages(
  tx: Transaction,
  newId: () => string,
  groups: readonly (readonly NewArticle[])[],
): Promise<number[]> {
  const candidates = groups.flatMap((articles, group) =>
    articles.map(article => candidateOf(article, newId(), group)),
  );
  if (candidates.length === 0) return groups.map(() => 0);
  const unknown = new Set(await selectUnknown(tx, candidates));
  const pages = candidates.filter(({ id }) => unknown.has(id));
  await scheduleHosts(
    tx,
    pages.map(({ host }) => ({ host, due_in_ms: 0, priority: 1 })),
  );
  const inserted = new Set(await insertPages(tx, pages));
  return groups.map(
    (_, index) => pages.filter(({ id, group }) => group === index && inserted.has(id)).length,
  );
}

function candidateOf(article: NewArticle, id: string, group: number) {
  return {
    id,
    group,
    host: hostOf(article.url),
    source_id: article.sourceId,
    url_hash: hashOfUrl(article.url),
    guid_hash: hashOfGuid(article.guid ?? article.url),
    url: article.url,
    item: article,
  };
}

async function selectUnknown(tx: Transaction, candidates: readonly PageCandidate[]): Promise<string[]> {
  const keys = candidates.map(({ id, source_id, url_hash, guid_hash }) => ({
    id,
    source_id,
    url_hash,
    guid_hash,
  }));
  const unknown = await tx.many(
    row({ id: uuid }),
    sql`
      select candidate.id
      from json_to_recordset(${json(keys)}::json)
        as candidate (id uuid, source_id uuid, url_hash uuid, guid_hash uuid)
      left join lateral (
        select true as is_known from article_urls where article_urls.url_hash = candidate.url_hash limit 1
      ) as address on true
      left join lateral (
        select true as is_known from article_guids
        where article_guids.source_id = candidate.source_id and article_guids.guid_hash = candidate.guid_hash
        limit 1
      ) as guid on true
      where address.is_known is null and guid.is_known is null
    `,
  );
  return unknown.map(({ id }) => id);
}

async function insertPages(tx: Transaction, pages: readonly PageCandidate[]): Promise<string[]> {
  if (pages.length === 0) return [];
  const put = await tx.many(
    row({ id: uuid }),
    sql`
      insert into crawl_pages (id, host, source_id, url_hash, url, item, not_before, created_at)
      select id, host, source_id, url_hash, url, item, now(), now()
      from json_to_recordset(${json(pages)}::json)
        as page (id uuid, host text, source_id uuid, url_hash uuid, url text, item jsonb)
      order by url_hash
      on conflict (url_hash) do nothing
      returning id
    `,
  );
  return put.map(({ id }) => id);
}

/** The article of a waiting page as the feed gave it, perhaps to a version that knew fewer fields; JSON has no dates. */
export function articleFromJson(item: unknown): NewArticle {
  const article = item as NewArticle;
  return {
    ...ABSENT_FIELDS,
    ...article,
    publishedAt: new Date(article.publishedAt),
    modifiedAt: article.modifiedAt === null ? null : new Date(article.modifiedAt),
  };
}

type PageCandidate = ReturnType<typeof candidateOf>;
