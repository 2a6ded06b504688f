import type { Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Departures } from './article-moves.ts';
import type { Outcome } from './batch-changes.ts';

/**
 * Writes where articles belong now: new ones, those whose story became part of another, those that were parted off,
 * and the copy groups that turned out to be one. The order matters: a merge takes all articles of a story along, and
 * what was parted off afterwards is named article by article. Returns who left which story.
 */
export async function applyOutcome(
  tx: Transaction,
  outcome: Outcome,
  storyOf: (article: string) => string | undefined,
): Promise<Departures> {
  const departures = new Departures();
  await mergeStories(tx, outcome.merges, departures);
  await insertPlacements(tx, outcome, storyOf);
  // A story that had articles of both groups has fewer texts now, also one to which nothing was added.
  for (const story of await joinCopyGroups(tx, outcome.joinedGroups)) outcome.touch(story);
  await moveArticles(tx, outcome.movedArticles, storyOf, departures);
  for (const story of departures.stories) outcome.reshape(story);
  return departures;
}

async function insertPlacements(
  tx: Transaction,
  { placements }: Outcome,
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
  departures: Departures,
): Promise<void> {
  if (merges.size === 0) return;
  const rows = await tx.many(
    Departed,
    sql`
      update story_articles set story_id = merged.into_id
      from unnest(${[...merges.keys()]}::uuid[], ${[...merges.values()]}::uuid[]) as merged (from_id, into_id)
      where story_articles.story_id = merged.from_id
      returning story_articles.article_id, merged.from_id, merged.into_id
    `,
  );
  for (const { articleId, fromId, intoId } of rows) departures.note(articleId, fromId, intoId);
}

async function joinCopyGroups(
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
  departures: Departures,
): Promise<void> {
  if (articles.length === 0) return;
  const rows = await tx.many(
    Departed,
    sql`
      update story_articles set story_id = moved.into_id
      from unnest(${articles}::uuid[], ${articles.map(id => storyOf(id) ?? id)}::uuid[]) as moved (article_id, into_id)
      join story_articles as before on before.article_id = moved.article_id and before.story_id <> moved.into_id
      where story_articles.article_id = moved.article_id
      returning story_articles.article_id, before.story_id as from_id, moved.into_id
    `,
  );
  for (const { articleId, fromId, intoId } of rows) departures.note(articleId, fromId, intoId);
}

const Departed = row({ article_id: uuid, from_id: uuid, into_id: uuid });
