import type { StoryChanged } from '../../model/story.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { STORIES_CHANGED } from '../../streams.ts';
import type { Announcement } from '../breaking/announcement.ts';
import type { Outcome } from './batch-changes.ts';
import type { Desk } from './language-clusterer.ts';

/** Tells everybody else what changed: one event for a story, and one for each beginning and end of breaking news. */
export async function announce(
  tx: Transaction,
  log: EventLog,
  { desk, outcome, gone, heirs }: Announced,
): Promise<void> {
  const { touched, placements } = outcome;
  const added = Map.groupBy(placements, ({ article }) => desk.stories.storyOf(article.id) ?? article.id);
  const isGone = new Set(gone);
  const changes = touched.map((storyId): StoryChanged => {
    if (!isGone.has(storyId)) {
      const articleIds = (added.get(storyId) ?? []).map(({ article }) => article.id);
      return { kind: 'changed', storyId, language: desk.language, articleIds };
    }
    const into = heirs.get(storyId);
    return into === undefined
      ? { kind: 'gone', storyId, language: desk.language }
      : { kind: 'merged', storyId, into, language: desk.language };
  });
  for (const announcement of outcome.announcements)
    if (await note(tx, announcement)) changes.push(eventOf(announcement, desk.language));
  log.append(tx, STORIES_CHANGED, changes);
}

/** BREAK-2: what the stories say decides, so that nothing is announced twice whatever a desk forgot. */
async function note(tx: Transaction, announcement: Announcement): Promise<boolean> {
  if (announcement.kind === 'moved') return false;
  const at = new Date(announcement.at);
  if (announcement.kind === 'ended') {
    const ended = await tx.execute(sql`
      update stories set breaking_until = greatest(breaking_since, ${at}), velocity = 0
      where id = ${announcement.story} and breaking_since is not null and breaking_until is null
    `);
    if (ended === 0) return false;
    await tx.execute(sql`
      update breaking_episodes set ended_at = greatest(began_at, ${at})
      where story_id = ${announcement.story} and ended_at is null
    `);
    return true;
  }
  const { because, velocity } = announcement;
  const began = await tx.execute(sql`
    update stories set breaking_since = ${at}, breaking_until = null, breaking_because = ${because},
      velocity = ${velocity}
    where id = ${announcement.story} and (breaking_since is null or breaking_until is not null)
      and not is_hidden
  `);
  if (began === 0) return false;
  await tx.execute(sql`
    insert into breaking_episodes (story_id, began_at, because, velocity)
    values (${announcement.story}, ${at}, ${because}, ${velocity})
    on conflict (story_id, began_at) do nothing
  `);
  return true;
}

function eventOf(announcement: Announcement, language: string): StoryChanged {
  const at = new Date(announcement.at).toISOString();
  const { story: storyId } = announcement;
  return announcement.kind === 'began'
    ? { kind: 'breaking', storyId, language, at, because: announcement.because }
    : { kind: 'calm', storyId, language, at };
}

interface Announced {
  readonly desk: Desk;
  readonly outcome: Outcome;
  readonly gone: readonly string[];
  /** Where the articles of those that are gone went. */
  readonly heirs: ReadonlyMap<string, string>;
}
