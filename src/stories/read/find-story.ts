import type { Story } from '../../model/story.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { HAS_ARTICLES, STORY_COLUMNS, StoryRow } from './story-rows.ts';

/** STORY-1: a story, or the one that it became part of; hidden ones too, whoever shows them decides. */
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

export type FoundStory =
  | { readonly kind: 'story'; readonly story: Story }
  | { readonly kind: 'merged'; readonly into: string };
