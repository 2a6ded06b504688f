import type { StoryChanged } from '../../model/story.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { defineEvent } from '../../platform/telemetry/events.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { STORIES_CHANGED } from '../../streams.ts';
import type { BreakingAnnouncement } from '../breaking/announcement.ts';
import type { ArticleMoves } from './article-moves.ts';
import type { BatchChanges } from './batch-changes.ts';
import type { ClusteringDeps } from './clustering-deps.ts';
import type { LanguageClusterer } from './language-clusterer.ts';

/** Appends one event per changed story, and one for each beginning and end of breaking news. */
export async function publishChanges(
  { log, telemetry }: Pick<ClusteringDeps, 'log' | 'telemetry'>,
  tx: Transaction,
  { clusterer, changes, moves, retired, successors }: ChangesToPublish,
): Promise<void> {
  const { language, stories } = clusterer;
  const added = Map.groupBy(changes.placements, ({ article }) => stories.storyOf(article.id) ?? article.id);
  const isRetired = new Set(retired);
  const events = changes.changedStories.map((storyId): StoryChanged => {
    if (!isRetired.has(storyId)) {
      const articleIds = (added.get(storyId) ?? []).map(({ article }) => article.id);
      return { kind: 'changed', storyId, language, articleIds };
    }
    const into = successors.get(storyId);
    return into === undefined
      ? { kind: 'gone', storyId, language }
      : { kind: 'merged', storyId, into, language };
  });
  for (const announcement of changes.announcements)
    if (await writeEpisode(tx, announcement)) events.push(eventOf(announcement, language));
  log.append(tx, STORIES_CHANGED, events);
  tx.afterCommit(() => {
    for (const event of events) reportChange(telemetry, event);
    if (moves.count > 0)
      telemetry.event(articlesMoved, { action: 'moved', language, articles: moves.count }, moves.count);
  });
}

function reportChange(telemetry: Telemetry, event: StoryChanged): void {
  const { log } = telemetry;
  const { kind, storyId: story, language } = event;
  if (kind === 'changed')
    // A story has the id of the article that opened it.
    for (const article of event.articleIds)
      telemetry.event(articleAssigned, {
        action: article === story ? 'opened' : 'joined',
        article,
        story,
        language,
      });
  else if (kind === 'merged') log.debug('story.merged', { story, into: event.into, language });
  else if (kind === 'gone') log.debug('story.removed', { story, language });
  else if (kind === 'breaking') log.info('breaking.began', { story, language, because: event.because });
  else log.info('breaking.ended', { story, language });
}

const articleAssigned = defineEvent('cluster_assignments_total', 'debug', 'cluster.assigned');
const articlesMoved = defineEvent('cluster_assignments_total', 'debug', 'cluster.moved');

/**
 * BREAK-2: the rows decide whether an episode begins or ends, so that a reloaded clusterer announces nothing
 * twice.
 */
async function writeEpisode(tx: Transaction, announcement: BreakingAnnouncement): Promise<boolean> {
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

function eventOf(announcement: BreakingAnnouncement, language: string): StoryChanged {
  const at = new Date(announcement.at).toISOString();
  const { story: storyId } = announcement;
  return announcement.kind === 'began'
    ? { kind: 'breaking', storyId, language, at, because: announcement.because }
    : { kind: 'calm', storyId, language, at };
}

interface ChangesToPublish {
  readonly clusterer: LanguageClusterer;
  readonly changes: BatchChanges;
  readonly moves: ArticleMoves;
  /** Stories that have no article left. */
  readonly retired: readonly string[];
  readonly successors: ReadonlyMap<string, string>;
}
