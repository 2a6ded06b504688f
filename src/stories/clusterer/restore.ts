import { LOWEST_ID } from '../../lib/ids.ts';
import type { Transaction } from '../../platform/database/port.ts';
import {
  bytea,
  int4,
  nullable,
  type RowOf,
  row,
  text,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { decodeFeatures as featuresFrom } from '../clusters/feature-codec.ts';
import { type EngagementReplay, loadEngagementReplay } from './engagement.ts';
import { LanguageClusterer } from './language-clusterer.ts';

/**
 * Fills a clusterer from the database, in the order in which articles were stored: the articles of the window with
 * their stories and copy groups, and the editors' rulings.
 */
export async function restoreClusterer(
  tx: Transaction,
  language: string,
  { now, windowMs }: { readonly now: number; readonly windowMs: number },
): Promise<LanguageClusterer> {
  const clusterer = new LanguageClusterer({
    language,
    windowMs,
    sources: await countSources(tx, language, now),
  });
  const engaged = await loadEngagementReplay(tx, clusterer, now);
  let after: RestoreCursor = { storedAt: new Date(now - windowMs), articleId: LOWEST_ID };
  for (;;) {
    const rows = await readPlacedArticles(tx, language, after);
    fillClusterer(clusterer, rows, engaged);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_ROWS) break;
    after = last;
  }
  engaged.replayUntil(now);
  for (const { kind, subject, storyId } of await readRulings(tx, language))
    clusterer.stories.rule(kind, subject, storyId);
  clusterer.breaking.tick(now);
  await resumeBreaking(tx, clusterer, now);
  return clusterer;
}

/** BREAK-2: an announced episode continues until its end is announced; it ends by cooling down as usual. */
async function resumeBreaking(tx: Transaction, clusterer: LanguageClusterer, now: number): Promise<void> {
  const open = await tx.many(
    row({ id: uuid, breaking_since: timestamptz, breaking_because: text }),
    sql`
      select id, breaking_since, breaking_because from stories
      where language = ${clusterer.language} and breaking_since is not null and breaking_until is null
    `,
  );
  for (const { id, breakingSince, breakingBecause } of open)
    clusterer.breaking.resume(
      id,
      {
        beganAt: breakingSince.getTime(),
        because: breakingBecause === 'engagement' ? 'engagement' : 'coverage',
      },
      now,
    );
}

/** Adds the articles of the window to their stories, in the order in which they were stored. */
export function fillClusterer(
  clusterer: LanguageClusterer,
  rows: readonly PlacedArticle[],
  engaged?: EngagementReplay,
): void {
  clusterer.copies.restore(
    rows.map(({ articleId, storedAt, sourceId, fingerprint, copyGroup, groupStoredAt }) => ({
      id: articleId,
      fingerprint,
      storedAt: storedAt.getTime(),
      language: clusterer.language,
      source: sourceId,
      group: { id: copyGroup, storedAt: (groupStoredAt ?? storedAt).getTime() },
    })),
  );
  const features = rows.map(({ features: bytes }) => featuresFrom(bytes));
  clusterer.stories.restore(
    rows.flatMap(({ articleId, storyId, copyGroup }, index) => {
      const known = features[index];
      return known ? [{ id: articleId, features: known, story: storyId, copyGroup }] : [];
    }),
  );
  // Announcements are ignored: they were published at the time.
  for (const [index, { storyId, articleId, copyGroup, sourceId, storedAt, publishedAt }] of rows.entries()) {
    const known = features[index];
    engaged?.replayUntil(storedAt.getTime());
    clusterer.breaking.addArticle(storyId, {
      article: articleId,
      copyGroup,
      source: sourceId,
      at: storedAt.getTime(),
      publishedAt: publishedAt.getTime(),
      words: known?.terms,
    });
  }
}

function readPlacedArticles(tx: Transaction, language: string, after: RestoreCursor) {
  return tx.many(
    PlacedArticleRow,
    sql`
      select facts.article_id, facts.stored_at, facts.published_at, facts.source_id, facts.fingerprint,
        facts.features, placed.story_id, placed.copy_group, first.stored_at as group_stored_at
      from (
        select * from article_facts
        where language = ${language} and (stored_at, article_id) > (${after.storedAt}, ${after.articleId}::uuid)
        order by stored_at, article_id limit ${BATCH_ROWS}
      ) as facts
      join story_articles as placed on placed.article_id = facts.article_id
      left join story_articles as first on first.article_id = placed.copy_group
      order by facts.stored_at, facts.article_id
    `,
  );
}

/** How many sources published in a language within a day; thresholds depend on it. */
async function countSources(tx: Transaction, language: string, now: number): Promise<number> {
  const { count } = await tx.one(
    row({ count: int4 }),
    sql`
      select count(distinct source_id)::integer as count from article_facts
      where language = ${language} and stored_at > ${new Date(now - DAY_MS)}
    `,
  );
  return Math.max(1, count);
}

/** Rulings about a merged story hold for its successor. */
function readRulings(tx: Transaction, language: string) {
  return tx.many(
    row({ kind: text, subject: uuid, story_id: uuid }),
    sql`
      select kind, coalesce(subject_now.into_id, subject) as subject, coalesce(story_now.into_id, story_id) as story_id
      from story_rulings
      left join story_redirects as subject_now on kind = 'apart' and subject_now.from_id = subject
      left join story_redirects as story_now on story_now.from_id = story_id
      where language = ${language} order by ruled_at, kind, subject
    `,
  );
}

const DAY_MS = 86_400_000;
const BATCH_ROWS = 5_000;

const PlacedArticleRow = row({
  article_id: uuid,
  stored_at: timestamptz,
  published_at: timestamptz,
  source_id: uuid,
  fingerprint: bytea,
  features: bytea,
  story_id: uuid,
  copy_group: uuid,
  group_stored_at: nullable(timestamptz),
});

interface RestoreCursor {
  readonly storedAt: Date;
  readonly articleId: string;
}

export type PlacedArticle = RowOf<typeof PlacedArticleRow>;
