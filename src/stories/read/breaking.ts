import type { Story } from '../../model/story.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { IS_SHOWN, STORY_COLUMNS, StoryRow } from './story-rows.ts';

/**
 * BREAK-4: stories that are breaking or were within the last six hours, fastest first. What is over stands still, so
 * it is ranked by how fast it went when it began, behind all that goes on.
 */
export function listBreaking(database: Queryable, now: Date, most = 50): Promise<Story[]> {
  const since = new Date(now.getTime() - REMEMBERED_MS);
  return database.many(
    StoryRow,
    sql`
      select ${STORY_COLUMNS} from stories
      left join breaking_episodes as episode
        on episode.story_id = stories.id and episode.began_at = stories.breaking_since
      where stories.breaking_since is not null and ${IS_SHOWN}
        and (stories.breaking_until is null or stories.breaking_until >= ${since})
      order by stories.breaking_until is null desc, greatest(stories.velocity, episode.velocity) desc, stories.id desc
      limit ${most}
    `,
  );
}

const REMEMBERED_MS = 6 * 3_600_000;

/** Whether readers are told: it is breaking, or was within the last six hours. */
export function isToldAsBreaking({ breakingSince, breakingUntil }: Story, now: Date): boolean {
  if (breakingSince === null) return false;
  return breakingUntil === null || now.getTime() - breakingUntil.getTime() <= REMEMBERED_MS;
}
