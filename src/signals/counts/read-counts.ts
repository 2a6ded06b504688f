import type { Queryable } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { type ArticleCounts, CountsRow } from './add-counts.ts';

/**
 * Sums over all shards; articles without signals are missing. A client may take back what it never said, so sums of
 * feedback are not below zero.
 */
export async function countsOf(
  database: Queryable,
  articleIds: readonly string[],
): Promise<ReadonlyMap<string, ArticleCounts>> {
  const rows = await database.many(
    CountsRow,
    sql`
      select article_id, sum(views)::bigint as views, sum(reads)::bigint as reads, sum(shares)::bigint as shares,
        sum(saves)::bigint as saves,
        greatest(0, sum(likes))::bigint as likes, greatest(0, sum(dislikes))::bigint as dislikes,
        greatest(0, sum(hides))::bigint as hides
      from article_counts
      where article_id = any (${articleIds}::uuid[])
      group by article_id
    `,
  );
  return new Map(rows.map(({ articleId, ...sums }) => [articleId, sums]));
}
