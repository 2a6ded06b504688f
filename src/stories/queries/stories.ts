import { HIGHEST_ID } from '../../lib/ids.ts';
import type { Story } from '../../model/story.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';
import { HAS_ARTICLES, IS_SHOWN, STORY_COLUMNS, StoryRow } from './story-rows.ts';

/**
 * STORY-1: a story, or the id of the one that it merged into. Hidden stories are found too; callers decide whether
 * to show them.
 */
export async function findStory(database: Queryable, id: string): Promise<FoundStory | null> {
  const story = await database.maybe(
    StoryRow,
    sql`select ${STORY_COLUMNS} from stories where id = ${id} and ${HAS_ARTICLES}`,
  );
  if (story) return { kind: 'story', story };
  const redirect = await database.maybe(
    row({ into_id: uuid }),
    sql`select into_id from story_redirects where from_id = ${id}`,
  );
  return redirect && { kind: 'merged', into: redirect.intoId };
}

/**
 * Stories that are not hidden: by topic or entity the newest first, otherwise by the latest update, as the indexes
 * are ordered. `after` is the last story of the previous page.
 */
export function listStories(database: Queryable, query: StoryQuery): Promise<Story[]> {
  if (query.topic !== undefined)
    return listByLabel(database, query, sql`story_topics`, sql`topic_id = ${query.topic}`);
  if (query.entity !== undefined)
    return listByLabel(database, query, sql`story_entities`, sql`entity_key = ${query.entity}`);
  return database.many(
    StoryRow,
    sql`
      select ${STORY_COLUMNS} from stories
      where ${IS_SHOWN} ${filtersOf(query)}
        and (updated_at, id) < (${query.after?.updatedAt ?? END_OF_TIME}::timestamptz, ${query.after?.id ?? HIGHEST_ID}::uuid)
      order by updated_at desc, id desc
      limit ${query.limit}
    `,
  );
}

function listByLabel(
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
      where ${isAbout} and ${IS_SHOWN} ${filtersOf(query)}
        ${both ? sql`and exists (select from story_entities where story_id = stories.id and entity_key = ${entity})` : sql``}
        and label.story_id < ${query.after?.id ?? HIGHEST_ID}::uuid
      order by label.story_id desc
      limit ${query.limit}
    `,
  );
}

function filtersOf({ category, language }: StoryQuery): Statement {
  const byCategory = category === undefined ? sql`` : sql`and stories.category = ${category}`;
  return language === undefined ? byCategory : sql`${byCategory} and stories.language = ${language}`;
}

/** Stories pinned by editors, newest first. */
export function listPinned(database: Queryable, limit: number): Promise<Story[]> {
  return database.many(
    StoryRow,
    sql`
      select ${STORY_COLUMNS} from stories
      where pinned_at is not null and ${IS_SHOWN} order by pinned_at desc, id desc limit ${limit}
    `,
  );
}

/** Stories hidden by editors, for editors. */
export function listHidden(database: Queryable, limit: number): Promise<Story[]> {
  return database.many(
    StoryRow,
    sql`select ${STORY_COLUMNS} from stories where is_hidden order by updated_at desc, id desc limit ${limit}`,
  );
}

/** In the order of the ids, each once; merged stories are replaced by their successors, hidden ones left out. */
export function storiesByIds(database: Queryable, ids: readonly string[]): Promise<Story[]> {
  return database.many(
    StoryRow,
    sql`
      select ${STORY_COLUMNS}
      from (
        select coalesce(story_redirects.into_id, asked.id) as id, min(asked.position) as position
        from unnest(${ids}::uuid[]) with ordinality as asked (id, position)
        left join story_redirects on story_redirects.from_id = asked.id
        group by 1
      ) as wanted
      join stories on stories.id = wanted.id
      where ${IS_SHOWN}
      order by wanted.position
    `,
  );
}

/**
 * BREAK-4: stories that are breaking or were within six hours, fastest first. Ended ones follow, ranked by their
 * velocity at the beginning.
 */
export function listBreaking(database: Queryable, now: Date, limit = 50): Promise<Story[]> {
  const since = new Date(now.getTime() - SHOWN_AFTER_END_MS);
  return database.many(
    StoryRow,
    sql`
      select ${STORY_COLUMNS} from stories
      left join breaking_episodes as episode
        on episode.story_id = stories.id and episode.began_at = stories.breaking_since
      where stories.breaking_since is not null and ${IS_SHOWN}
        and (stories.breaking_until is null or stories.breaking_until >= ${since})
      order by stories.breaking_until is null desc, greatest(stories.velocity, episode.velocity) desc, stories.id desc
      limit ${limit}
    `,
  );
}

/** SCHED-3: the sources of all stories that are breaking now. */
export async function sourcesOfBreaking(database: Queryable): Promise<string[]> {
  const sources = await database.many(
    row({ source_id: uuid }),
    sql`
      select distinct story_sources.source_id from stories
      join story_sources on story_sources.story_id = stories.id
      where stories.breaking_since is not null and stories.breaking_until is null
    `,
  );
  return sources.map(({ sourceId }) => sourceId);
}

/** Whether the story is shown as breaking: it is, or was within six hours. */
export function isShownAsBreaking({ breakingSince, breakingUntil }: Story, now: Date): boolean {
  if (breakingSince === null) return false;
  return breakingUntil === null || now.getTime() - breakingUntil.getTime() <= SHOWN_AFTER_END_MS;
}

const SHOWN_AFTER_END_MS = 6 * 3_600_000;
const END_OF_TIME = 'infinity';

export interface StoryQuery {
  readonly category?: string | undefined;
  readonly topic?: string | undefined;
  readonly entity?: string | undefined;
  readonly language?: string | undefined;
  readonly after?: Pick<Story, 'updatedAt' | 'id'> | undefined;
  readonly limit: number;
}

export type FoundStory =
  | { readonly kind: 'story'; readonly story: Story }
  | { readonly kind: 'merged'; readonly into: string };
