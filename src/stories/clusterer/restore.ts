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
import { fromBytes as featuresFrom } from '../clusters/feature-codec.ts';
import { type EngagementAgain, heardBefore } from './engagement.ts';
import { Desk } from './language-clusterer.ts';

/**
 * Fills a desk with what was decided before, in the order in which articles were stored: the articles of the window
 * with their stories and copy groups, and what editors ruled.
 */
export async function restoreDesk(
  tx: Transaction,
  language: string,
  { now, windowMs }: { readonly now: number; readonly windowMs: number },
): Promise<Desk> {
  const desk = new Desk({ language, windowMs, sources: await countSources(tx, language, now) });
  const engaged = await heardBefore(tx, desk, now);
  let after: Place = { storedAt: new Date(now - windowMs), articleId: LOWEST_ID };
  for (;;) {
    const rows = await readPlaced(tx, language, after);
    fillDesk(desk, rows, engaged);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_A_TIME) break;
    after = last;
  }
  engaged.upTo(now);
  for (const { kind, subject, storyId } of await readRulings(tx, language))
    desk.stories.rule(kind, subject, storyId);
  desk.breaking.tick(now);
  await resumeBreaking(tx, desk, now);
  return desk;
}

/** BREAK-2: what was announced goes on until its end is announced; it ends as always, by cooling down. */
async function resumeBreaking(tx: Transaction, desk: Desk, now: number): Promise<void> {
  const open = await tx.many(
    row({ id: uuid, breaking_since: timestamptz, breaking_because: text }),
    sql`
      select id, breaking_since, breaking_because from stories
      where language = ${desk.language} and breaking_since is not null and breaking_until is null
    `,
  );
  for (const { id, breakingSince, breakingBecause } of open)
    desk.breaking.resume(
      id,
      {
        beganAt: breakingSince.getTime(),
        because: breakingBecause === 'engagement' ? 'engagement' : 'coverage',
      },
      now,
    );
}

/** Puts articles of the window where they were placed, in the order in which they were stored. */
export function fillDesk(desk: Desk, rows: readonly PlacedRow[], engaged?: EngagementAgain): void {
  desk.copies.restore(
    rows.map(({ articleId, storedAt, sourceId, fingerprint, copyGroup, groupStoredAt }) => ({
      id: articleId,
      fingerprint,
      storedAt: storedAt.getTime(),
      language: desk.language,
      source: sourceId,
      group: { id: copyGroup, storedAt: (groupStoredAt ?? storedAt).getTime() },
    })),
  );
  const features = rows.map(({ features: bytes }) => featuresFrom(bytes));
  desk.stories.restore(
    rows.flatMap(({ articleId, storyId, copyGroup }, index) => {
      const known = features[index];
      return known ? [{ id: articleId, features: known, story: storyId, copyGroup }] : [];
    }),
  );
  // What was announced then is known; it is only seen again so that it is not announced a second time.
  for (const [index, { storyId, articleId, copyGroup, sourceId, storedAt, publishedAt }] of rows.entries()) {
    const known = features[index];
    engaged?.upTo(storedAt.getTime());
    desk.breaking.saw(storyId, {
      article: articleId,
      copyGroup,
      source: sourceId,
      at: storedAt.getTime(),
      publishedAt: publishedAt.getTime(),
      words: known?.terms,
    });
  }
}

function readPlaced(tx: Transaction, language: string, after: Place) {
  return tx.many(
    Placed,
    sql`
      select facts.article_id, facts.stored_at, facts.published_at, facts.source_id, facts.fingerprint,
        facts.features, placed.story_id, placed.copy_group, first.stored_at as group_stored_at
      from (
        select * from article_facts
        where language = ${language} and (stored_at, article_id) > (${after.storedAt}, ${after.articleId}::uuid)
        order by stored_at, article_id limit ${ROWS_A_TIME}
      ) as facts
      join story_articles as placed on placed.article_id = facts.article_id
      left join story_articles as first on first.article_id = placed.copy_group
      order by facts.stored_at, facts.article_id
    `,
  );
}

/** How many sources have published in a language lately: thresholds follow it. */
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

/** What was ruled of a story that became part of another holds for the other. */
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
const ROWS_A_TIME = 5_000;

const Placed = row({
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

interface Place {
  readonly storedAt: Date;
  readonly articleId: string;
}

export type PlacedRow = RowOf<typeof Placed>;
