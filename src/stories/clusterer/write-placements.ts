import type { Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { ArticleMoves } from './article-moves.ts';
import type { BatchChanges } from './batch-changes.ts';

/**
 * Writes the stories and copy groups of articles. The order matters: a merge moves all articles of a story, and
 * articles that were split off afterwards are moved one by one. Returns the moves.
 */
export async function writePlacements(
  tx: Transaction,
  changes: BatchChanges,
  storyOf: (article: string) => string | undefined,
): Promise<ArticleMoves> {
  const moves = new ArticleMoves();
  await mergeStories(tx, changes.merges, moves);
  await insertPlacements(tx, changes, storyOf);
  // A story with articles of both groups has fewer texts now, even if nothing was added to it.
  for (const story of await mergeCopyGroups(tx, changes.joinedGroups)) changes.markChanged(story);
  await moveArticles(tx, changes.movedArticles, storyOf, moves);
  for (const story of moves.stories) changes.markRecount(story);
  return moves;
}

async function insertPlacements(
  tx: Transaction,
  { placements }: BatchChanges,
  storyOf: (article: string) => string | undefined,
): Promise<void> {
  if (placements.length === 0) return;
  const articles = placements.map(({ article }) => article);
  await tx.execute(sql`
    insert into story_articles (article_id, stored_at, story_id, copy_group, source_id, published_at, score)
    select * from unnest(
      ${articles.map(({ id }) => id)}::uuid[],
      ${articles.map(({ storedAt }) => new Date(storedAt))}::timestamptz[],
      ${articles.map(({ id }) => storyOf(id) ?? id)}::uuid[],
      ${placements.map(({ copyGroup }) => copyGroup)}::uuid[],
      ${articles.map(({ source }) => source)}::uuid[],
      ${articles.map(({ publishedAt }) => new Date(publishedAt))}::timestamptz[],
      ${placements.map(({ score }) => score)}::real[]
    )
  `);
}

async function mergeStories(
  tx: Transaction,
  merges: ReadonlyMap<string, string>,
  moves: ArticleMoves,
): Promise<void> {
  if (merges.size === 0) return;
  const rows = await tx.many(
    MovedRow,
    sql`
      update story_articles set story_id = merged.into_id
      from unnest(${[...merges.keys()]}::uuid[], ${[...merges.values()]}::uuid[]) as merged (from_id, into_id)
      where story_articles.story_id = merged.from_id
      returning story_articles.article_id, merged.from_id, merged.into_id
    `,
  );
  for (const { articleId, fromId, intoId } of rows) moves.record(articleId, fromId, intoId);
}

async function mergeCopyGroups(
  tx: Transaction,
  joined: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  if (joined.size === 0) return new Set();
  const rows = await tx.many(
    row({ story_id: uuid }),
    sql`
      update story_articles set copy_group = joined.into_group
      from unnest(${[...joined.keys()]}::uuid[], ${[...joined.values()]}::uuid[]) as joined (from_group, into_group)
      where story_articles.copy_group = joined.from_group
      returning story_articles.story_id
    `,
  );
  return new Set(rows.map(({ storyId }) => storyId));
}

async function moveArticles(
  tx: Transaction,
  articles: readonly string[],
  storyOf: (article: string) => string | undefined,
  moves: ArticleMoves,
): Promise<void> {
  if (articles.length === 0) return;
  const rows = await tx.many(
    MovedRow,
    sql`
      update story_articles set story_id = moved.into_id
      from unnest(${articles}::uuid[], ${articles.map(id => storyOf(id) ?? id)}::uuid[]) as moved (article_id, into_id)
      join story_articles as before on before.article_id = moved.article_id and before.story_id <> moved.into_id
      where story_articles.article_id = moved.article_id
      returning story_articles.article_id, before.story_id as from_id, moved.into_id
    `,
  );
  for (const { articleId, fromId, intoId } of rows) moves.record(articleId, fromId, intoId);
}

const MovedRow = row({ article_id: uuid, from_id: uuid, into_id: uuid });
