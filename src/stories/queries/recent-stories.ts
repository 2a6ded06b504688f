import { HIGHEST_ID } from '../../lib/ids.ts';
import type { RecentStory, Story, Voice } from '../../model/story.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { bool, float8, int4, nullable, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { entitiesByKeys } from './entities.ts';
import { IS_SHOWN, STORY_COLUMNS, StoryRow } from './story-rows.ts';

/** FEED-2: stories updated since, in pages, so that filling a large window does not block. */
export async function* recentStories(database: Queryable, since: Date): AsyncGenerator<RecentStory[]> {
  for (let after: Pick<Story, 'updatedAt' | 'id'> | undefined; ; ) {
    const stories = await database.many(
      StoryRow,
      sql`
        select ${STORY_COLUMNS} from stories
        where ${IS_SHOWN} and updated_at >= ${since}
          and (updated_at, id) < (${after?.updatedAt ?? 'infinity'}::timestamptz, ${after?.id ?? HIGHEST_ID}::uuid)
        order by updated_at desc, id desc
        limit ${PAGE}
      `,
    );
    if (stories.length > 0) yield await withTraits(database, stories);
    after = stories.at(-1);
    if (stories.length < PAGE) return;
  }
}

/** The stories of these ids that readers may see. */
export async function recentStoriesOf(database: Queryable, ids: readonly string[]): Promise<RecentStory[]> {
  const stories = await database.many(
    StoryRow,
    sql`select ${STORY_COLUMNS} from stories where stories.id = any (${ids}::uuid[]) and ${IS_SHOWN}`,
  );
  return stories.length === 0 ? [] : withTraits(database, stories);
}

async function withTraits(database: Queryable, stories: readonly Story[]): Promise<RecentStory[]> {
  const ids = stories.map(({ id }) => id);
  const keys = [...new Set(stories.flatMap(({ entities }) => entities))];
  const [labels, voices, entities] = await Promise.all([
    labelsOf(database, ids),
    voicesOf(database, ids),
    entitiesByKeys(database, keys),
  ]);
  const names = new Map(entities.map(({ key, name }) => [key, name]));
  return stories.map(story => ({
    story,
    topics: ofLengthOne(labels.get(story.id) ?? []),
    names: Object.fromEntries(story.entities.map(key => [key, names.get(key) ?? key])),
    voices: voices.get(story.id) ?? [],
  }));
}

async function labelsOf(database: Queryable, ids: readonly string[]) {
  const rows = await database.many(
    LabelRow,
    sql`
      select story_id, dimension, weight from (
        select story_id, dimension, weight, row_number() over (partition by story_id order by weight desc) as rank
        from story_topics join topics on topics.id = topic_id where story_id = any (${ids}::uuid[])
      ) as label
      where rank <= ${MAX_TOPICS}
    `,
  );
  return Map.groupBy(rows, ({ storyId }) => storyId);
}

function ofLengthOne(labels: readonly { dimension: number; weight: number }[]): RecentStory['topics'] {
  const length = Math.hypot(...labels.map(({ weight }) => weight));
  return length === 0 ? [] : labels.map(({ dimension, weight }) => ({ dimension, weight: weight / length }));
}

async function voicesOf(database: Queryable, ids: readonly string[]): Promise<Map<string, Voice[]>> {
  const rows = await database.many(
    VoiceRow,
    sql`
      select * from (
        select distinct on (placed.story_id, placed.source_id) placed.story_id, placed.article_id, article.title, article.url,
          article.published_at, placed.source_id, coalesce(sources.name, '') as source_name, sources.country,
          coalesce(sources.credibility, 0.5) as credibility, (article.extras ->> 'isFree')::boolean as is_free
        from story_articles as placed
        join articles as article on article.id = placed.article_id and article.stored_at = placed.stored_at
        left join sources on sources.id = placed.source_id
        where placed.story_id = any (${ids}::uuid[])
        order by placed.story_id, placed.source_id, placed.published_at desc, placed.article_id desc
      ) as voice
      order by story_id, credibility desc, published_at, article_id
    `,
  );
  return Map.groupBy(rows, ({ storyId }) => storyId);
}

const LabelRow = row({ story_id: uuid, dimension: int4, weight: float8 });
const VoiceRow = row({
  story_id: uuid,
  article_id: uuid,
  title: text,
  url: text,
  published_at: timestamptz,
  source_id: uuid,
  source_name: text,
  country: nullable(text),
  credibility: float8,
  is_free: nullable(bool),
});

const PAGE = 1_000;
const MAX_TOPICS = 8;
