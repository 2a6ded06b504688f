import { HIGHEST_ID } from '../../lib/ids.ts';
import type { Story } from '../../model/story.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';
import { IS_SHOWN, STORY_COLUMNS, StoryRow } from './story-rows.ts';

/**
 * Stories that are not hidden. All and those of a category by their newest change; those of a topic or a name newest
 * story first, as their indexes lie. `after` is the last one of the page before.
 */
export function listStories(database: Queryable, query: StoryQuery): Promise<Story[]> {
  if (query.topic !== undefined)
    return listed(database, query, sql`story_topics`, sql`topic_id = ${query.topic}`);
  if (query.entity !== undefined)
    return listed(database, query, sql`story_entities`, sql`entity_key = ${query.entity}`);
  return database.many(
    StoryRow,
    sql`
      select ${STORY_COLUMNS} from stories
      where ${IS_SHOWN} ${narrowed(query)}
        and (updated_at, id) < (${query.after?.updatedAt ?? LAST_MOMENT}::timestamptz, ${query.after?.id ?? HIGHEST_ID}::uuid)
      order by updated_at desc, id desc
      limit ${query.most}
    `,
  );
}

function listed(
  database: Queryable,
  query: StoryQuery,
  table: Statement,
  isAbout: Statement,
): Promise<Story[]> {
  const { topic, entity } = query;
  const both = topic !== undefined && entity !== undefined;
  return database.many(
    StoryRow,
    sql`
      select ${STORY_COLUMNS} from ${table} as label join stories on stories.id = label.story_id
      where ${isAbout} and ${IS_SHOWN} ${narrowed(query)}
        ${both ? sql`and exists (select from story_entities where story_id = stories.id and entity_key = ${entity})` : sql``}
        and label.story_id < ${query.after?.id ?? HIGHEST_ID}::uuid
      order by label.story_id desc
      limit ${query.most}
    `,
  );
}

function narrowed({ category, language }: StoryQuery): Statement {
  const byCategory = category === undefined ? sql`` : sql`and stories.category = ${category}`;
  return language === undefined ? byCategory : sql`${byCategory} and stories.language = ${language}`;
}

/** What editors put on top, newest first. */
export function listPinned(database: Queryable, most: number): Promise<Story[]> {
  return database.many(
    StoryRow,
    sql`
      select ${STORY_COLUMNS} from stories
      where pinned_at is not null and ${IS_SHOWN} order by pinned_at desc, id desc limit ${most}
    `,
  );
}

/** For editors: what they took away from readers. */
export function listHidden(database: Queryable, most: number): Promise<Story[]> {
  return database.many(
    StoryRow,
    sql`select ${STORY_COLUMNS} from stories where is_hidden order by updated_at desc, id desc limit ${most}`,
  );
}

/** In the order of the ids, each once; one that became part of another is shown as that, and hidden ones are left out. */
export function storiesByIds(database: Queryable, ids: readonly string[]): Promise<Story[]> {
  return database.many(
    StoryRow,
    sql`
      select ${STORY_COLUMNS}
      from (
        select coalesce(story_redirects.into_id, asked.id) as id, min(asked.place) as place
        from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
        left join story_redirects on story_redirects.from_id = asked.id
        group by 1
      ) as wanted
      join stories on stories.id = wanted.id
      where ${IS_SHOWN}
      order by wanted.place
    `,
  );
}

const LAST_MOMENT = 'infinity';

export interface StoryQuery {
  readonly category?: string | undefined;
  readonly topic?: string | undefined;
  readonly entity?: string | undefined;
  readonly language?: string | undefined;
  readonly after?: Pick<Story, 'updatedAt' | 'id'> | undefined;
  readonly most: number;
}
