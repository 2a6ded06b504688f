import type { Transaction } from '../../platform/database/port.ts';
import { bytea, row, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ArticleToCluster } from './language-clusterer.ts';

/**
 * The articles that have no story yet, in the order in which they were stored. The facts are locked: a transaction that
 * removes one of these articles waits until it is placed and then removes the placement too. Both lock articles in the
 * order of their ids, so they cannot deadlock.
 */
export async function readUnplaced(
  tx: Transaction,
  articleIds: readonly string[],
): Promise<ArticleToCluster[]> {
  if (articleIds.length === 0) return [];
  const rows = await tx.many(
    UnplacedRow,
    sql`
      select facts.article_id, facts.stored_at, facts.published_at, facts.source_id, facts.fingerprint, facts.features
      from unnest(${[...articleIds].sort()}::uuid[]) as asked (article_id)
      cross join lateral (
        select * from article_facts where article_facts.article_id = asked.article_id limit 1 for key share
      ) as facts
      where not exists (select from story_articles where story_articles.article_id = asked.article_id)
      order by facts.article_id
    `,
  );
  return rows.map(({ articleId, storedAt, publishedAt, sourceId, fingerprint, features }) => ({
    id: articleId,
    storedAt: storedAt.getTime(),
    publishedAt: publishedAt.getTime(),
    source: sourceId,
    fingerprint,
    features,
  }));
}

const UnplacedRow = row({
  article_id: uuid,
  stored_at: timestamptz,
  published_at: timestamptz,
  source_id: uuid,
  fingerprint: bytea,
  features: bytea,
});
