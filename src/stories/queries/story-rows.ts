import type { Story } from '../../model/story.ts';
import {
  bool,
  float8,
  int4,
  nullable,
  type RowType,
  row,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** STORY-4: the columns of a story in every list. An editor's headline takes precedence. */
export const STORY_COLUMNS = sql`
  stories.id, stories.language, coalesce(stories.editor_headline, stories.headline) as headline,
  stories.headline as chosen_headline, stories.editor_headline, stories.lead, stories.lead_article_id,
  stories.image_url, stories.category, stories.topics, stories.entities, stories.first_seen_at, stories.updated_at,
  stories.article_count, stories.text_count, stories.source_count, stories.related::text[] as related,
  stories.is_hidden, stories.pinned_at, stories.breaking_since, stories.breaking_until, stories.breaking_because,
  stories.velocity,
  (
    select sources.name from story_articles as placed join sources on sources.id = placed.source_id
    where placed.article_id = stories.lead_article_id
  ) as lead_source
`;

/** A story is empty from the removal of its last article until its clusterer applies the removal. */
export const HAS_ARTICLES = sql`exists (select from story_articles where story_articles.story_id = stories.id)`;

/** The stories that readers see. */
export const IS_SHOWN = sql`not stories.is_hidden and ${HAS_ARTICLES}`;

export const StoryRow: RowType<Story> = row({
  id: uuid,
  language: text,
  headline: text,
  chosen_headline: text,
  editor_headline: nullable(text),
  lead: text,
  lead_article_id: uuid,
  image_url: nullable(text),
  category: nullable(text),
  topics: textArray,
  entities: textArray,
  first_seen_at: timestamptz,
  updated_at: timestamptz,
  article_count: int4,
  text_count: int4,
  source_count: int4,
  related: textArray,
  is_hidden: bool,
  pinned_at: nullable(timestamptz),
  breaking_since: nullable(timestamptz),
  breaking_until: nullable(timestamptz),
  breaking_because: nullable(text),
  velocity: float8,
  lead_source: nullable(text),
});
