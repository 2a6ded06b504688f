import { HIGHEST_ID, timeOfId } from '../../lib/ids.ts';
import type { Article, ArticleRevision } from '../../model/article.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { nullable, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { ARTICLE_COLUMNS, ArticleRow, articleFrom } from './article-columns.ts';
import { hashOfUrl } from './hashes.ts';
import { readUrls } from './key-statements.ts';

/**
 * Reads stored articles. An id contains the time when its article was stored, to the millisecond, so a lookup by id
 * probes only the partition of that month. A text that is not a UUIDv7 is not the id of an article.
 */
export async function findArticle(database: Queryable, id: string): Promise<Article | null> {
  const storedAt = timeOfId(id);
  if (storedAt === null) return null;
  const found = await database.maybe(
    ArticleRow,
    sql`select ${ARTICLE_COLUMNS} from articles where id = ${id} and stored_at = ${storedAt}`,
  );
  return found && articleFrom(found);
}

/** Newest first by publication date; `after` is the last article of the previous page. */
export async function listArticlesOfSource(
  database: Queryable,
  sourceId: string,
  { after, limit = 50 }: ArticlesPage = {},
): Promise<Article[]> {
  const found = await database.many(
    ArticleRow,
    sql`
      select ${ARTICLE_COLUMNS} from articles
      where source_id = ${sourceId}
        and (published_at, id) < (${after?.publishedAt ?? LAST_MOMENT}::timestamptz, ${after?.id ?? HIGHEST_ID}::uuid)
      order by published_at desc, id desc
      limit ${limit}
    `,
  );
  return found.map(articleFrom);
}

/** The later texts of an article, in the order in which they arrived. */
export function revisionsOf(database: Queryable, articleId: string): Promise<ArticleRevision[]> {
  return database.many(
    RevisionRow,
    sql`
      select id, article_id, seen_at, title, summary, body_html, body_text, modified_at, fetch_id
      from article_revisions where article_id = ${articleId} order by id
    `,
  );
}

/** The ids of those canonical addresses that are stored. */
export async function articlesAtUrls(
  database: Queryable,
  urls: readonly string[],
): Promise<Map<string, string>> {
  const hashes = new Map(urls.map(url => [hashOfUrl(url), url]));
  const owners = await readUrls(database, [...hashes.keys()]);
  return new Map(owners.map(({ urlHash, articleId }) => [hashes.get(urlHash) ?? '', articleId]));
}

const RevisionRow = row({
  id: uuid,
  article_id: uuid,
  seen_at: timestamptz,
  title: text,
  summary: text,
  body_html: text,
  body_text: text,
  modified_at: nullable(timestamptz),
  fetch_id: nullable(uuid),
});

const LAST_MOMENT = 'infinity';

export interface ArticlesPage {
  readonly after?: Pick<Article, 'publishedAt' | 'id'>;
  readonly limit?: number;
}
