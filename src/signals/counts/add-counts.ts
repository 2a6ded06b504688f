import { parseFeedback, type Signal } from '../../model/signal.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { int8, row, uuid } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';

/**
 * RULE-3, RULE-4: one update per article and batch, in the transaction that stores the signals, so that counts always
 * equal the sum of the stored signals. Each partition of the log has a separate row (shard) per article and one process
 * at a time handles it: updates of a viral article never wait for each other. Readers add up the shards.
 */
export async function addCounts(tx: Transaction, shard: number, signals: readonly Signal[]): Promise<void> {
  if (signals.length === 0) return;
  const sums = Array.from(sumsOf(signals), ([articleId, counts]) => ({ articleId, ...counts }));
  await addToCounts(
    tx,
    shard,
    sums.sort((a, b) => (a.articleId < b.articleId ? -1 : 1)),
  );
}

/** Adds to the counts of a shard, in the order of ids: two transactions that correct and count must not deadlock. */
export async function addToCounts(
  tx: Transaction,
  shard: number,
  sums: readonly ({ readonly articleId: string } & ArticleCounts)[],
): Promise<void> {
  await tx.execute(sql`
    insert into article_counts as counted (
      article_id, shard, views, reads, shares, saves, likes, dislikes, hides
    )
    select article_id, ${shard}, views, reads, shares, saves, likes, dislikes, hides
    from json_to_recordset(${json(sums.map(({ articleId, ...counts }) => ({ article_id: articleId, ...counts })))}::json)
      as added (
        article_id uuid, views bigint, reads bigint, shares bigint, saves bigint, likes bigint, dislikes bigint,
        hides bigint
      )
    on conflict (article_id, shard) do update
    set views = counted.views + excluded.views, reads = counted.reads + excluded.reads,
        shares = counted.shares + excluded.shares, saves = counted.saves + excluded.saves,
        likes = counted.likes + excluded.likes, dislikes = counted.dislikes + excluded.dislikes,
        hides = counted.hides + excluded.hides
  `);
}

/** Adds signals to sums by article. */
export function sumsOf(
  signals: readonly Pick<Signal, 'kind' | 'detail' | 'articleId'>[],
  sums = new Map<string, ArticleCounts>(),
): Map<string, ArticleCounts> {
  for (const signal of signals) {
    const own = sums.get(signal.articleId) ?? { ...NO_COUNTS };
    own[columnOf(signal)] += parseFeedback(signal.detail).isUndo ? -1 : 1;
    sums.set(signal.articleId, own);
  }
  return sums;
}

/** The count that a signal adds to, or subtracts from when it takes feedback back. */
function columnOf({ kind, detail }: Pick<Signal, 'kind' | 'detail'>): keyof ArticleCounts {
  if (kind !== 'feedback') return `${kind}s`;
  switch (parseFeedback(detail).says) {
    case 'save':
      return 'saves';
    case 'like':
      return 'likes';
    case 'dislike':
      return 'dislikes';
    default:
      return 'hides';
  }
}

export const NO_COUNTS = { views: 0, reads: 0, shares: 0, saves: 0, likes: 0, dislikes: 0, hides: 0 };

export type ArticleCounts = typeof NO_COUNTS;

export const COUNT_COLUMNS = sql`views, reads, shares, saves, likes, dislikes, hides`;

export const CountsRow = row({
  article_id: uuid,
  views: int8,
  reads: int8,
  shares: int8,
  saves: int8,
  likes: int8,
  dislikes: int8,
  hides: int8,
});
