import type { Transaction } from '../../platform/database/port.ts';
import {
  float8,
  int4,
  nullable,
  type RowOf,
  row,
  text,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * The newest articles of each story, from which its lead is chosen. Every story with articles has some. With them
 * comes the article count that the story showed before.
 */
export async function readLeadCandidates(
  tx: Transaction,
  stories: readonly string[],
): Promise<ReadonlyMap<string, LeadCandidates>> {
  const rows = await tx.many(
    CandidateRow,
    sql`
      select changed.id as story_id, member.article_id, member.copy_group, member.published_at, member.score,
        articles.title, articles.summary, articles.image_url, sources.credibility,
        coalesce(known.article_count, 0) as previous_article_count
      from unnest(${stories}::uuid[]) as changed (id)
      cross join lateral (
        select * from story_articles where story_id = changed.id
        order by published_at desc, article_id desc limit ${MAX_LEAD_CANDIDATES}
      ) as member
      join articles on articles.id = member.article_id and articles.stored_at = member.stored_at
      join sources on sources.id = member.source_id
      left join stories as known on known.id = changed.id
    `,
  );
  const byStory = new Map<string, { articles: LeadCandidate[]; previousArticleCount: number }>();
  for (const { storyId, previousArticleCount, ...candidate } of rows) {
    const known = byStory.get(storyId);
    if (known) known.articles.push(candidate);
    else byStory.set(storyId, { articles: [candidate], previousArticleCount });
  }
  return byStory;
}

export const MAX_LEAD_CANDIDATES = 40;

const CandidateRow = row({
  story_id: uuid,
  article_id: uuid,
  copy_group: uuid,
  published_at: timestamptz,
  score: float8,
  title: text,
  summary: text,
  image_url: nullable(text),
  credibility: float8,
  previous_article_count: int4,
});

export type LeadCandidate = Omit<RowOf<typeof CandidateRow>, 'storyId' | 'previousArticleCount'>;

export interface LeadCandidates {
  readonly articles: readonly LeadCandidate[];
  /** 0 when the story is new. */
  readonly previousArticleCount: number;
}
