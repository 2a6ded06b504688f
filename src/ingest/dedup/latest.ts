import type { Queryable } from '../../platform/database/port.ts';
import { nullable, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** What was published last, with the names of those who published it; no two neighbours from one source. */
export async function latestArticles(database: Queryable, most: number): Promise<LatestArticle[]> {
  return database.many(
    Latest,
    sql`
      select article.id, article.title, article.summary, article.language, article.published_at, article.image_url,
        sources.name as source
      from (
        select distinct on (source_id) id, source_id, title, summary, language, published_at, image_url
        from (select * from articles order by published_at desc, id desc limit ${most * 5}) as newest
        order by source_id, published_at desc
      ) as article
      join sources on sources.id = article.source_id
      order by article.published_at desc, article.id desc
      limit ${most}
    `,
  );
}

const Latest = row({
  id: uuid,
  title: text,
  summary: text,
  language: nullable(text),
  published_at: timestamptz,
  image_url: nullable(text),
  source: text,
});

export type LatestArticle = RowOf<typeof Latest>;
