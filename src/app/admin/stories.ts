import { Problem } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { StoryCommand } from '../../model/story.ts';
import { row, text, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { reason } from '../../reasons.ts';
import { changeStory, type StoryChange } from '../../stories/editing/change-story.ts';
import {
  readCommandResult,
  type StoryCommandResult,
  submitCommand,
} from '../../stories/editing/story-commands.ts';
import { findStory, type Story } from '../../stories/queries/index.ts';
import type { FeedService } from '../feeds/feed-service.ts';
import { type ActingPerson, type AuditDeps, recordAction } from './audited.ts';

/** STORY-6: editors' actions on stories, for the API and the pages. Each writes an entry in the audit log. */
export interface StoryEditingDeps extends AuditDeps {
  readonly log: EventLog;
  readonly feeds: Pick<FeedService, 'reload'>;
  readonly stopping: AbortSignal;
}

/** Also finds hidden stories, and follows the redirect of a retired id. */
export async function requireStory({ database }: Pick<AuditDeps, 'database'>, id: string): Promise<Story> {
  const found = await findStory(database, id);
  if (found?.kind === 'story') return found.story;
  const successor = found && (await findStory(database, found.into));
  if (successor?.kind !== 'story') throw new Problem('story-not-found');
  return successor.story;
}

export async function mergeStories(
  context: StoryEditingDeps,
  by: ActingPerson,
  one: string,
  other: string,
): Promise<CommandOutcome> {
  const [first, second] = [await requireStory(context, one), await requireStory(context, other)];
  if (first.id === second.id) throw new Problem('conflict', reason('same-story'));
  requireSameLanguage(first, second);
  return runCommand(context, by, {
    action: 'story.merged',
    story: first,
    command: { kind: 'merge', stories: [first.id, second.id] },
    detail: { with: second.id },
  });
}

export async function splitStory(
  context: StoryEditingDeps,
  by: ActingPerson,
  id: string,
  articles: readonly string[],
): Promise<CommandOutcome> {
  const story = await requireStory(context, id);
  return runCommand(context, by, {
    action: 'story.split',
    story,
    command: { kind: 'split', story: story.id, articles },
    detail: { articles: articles.length },
  });
}

export async function moveArticle(
  context: StoryEditingDeps,
  by: ActingPerson,
  article: string,
  to: string,
): Promise<CommandOutcome> {
  const current = await context.database.maybe(
    row({ story_id: uuid, language: text }),
    sql`
      select story_id, language from story_articles join stories on stories.id = story_id
      where article_id = ${article}
    `,
  );
  if (!current) throw new Problem('article-not-found', reason('article-without-story'));
  const story = await requireStory(context, to);
  requireSameLanguage(current, story);
  return runCommand(context, by, {
    action: 'story.article-moved',
    story,
    command: { kind: 'move', article, to: story.id },
    detail: { article, from: current.storyId },
  });
}

export async function editStory(
  context: StoryEditingDeps,
  by: ActingPerson,
  id: string,
  change: StoryChange,
): Promise<Story> {
  const story = await requireStory(context, id);
  const now = new Date(context.clock.now());
  await context.database.transaction(async tx => {
    if (!(await changeStory(tx, context.log, { id: story.id, change, now })))
      throw new Problem('story-not-found');
    await recordAction(tx, context, by, {
      action: 'story.changed',
      subject: { kind: 'story', id: story.id },
      detail: { changed: Object.keys(change).join(', ') },
    });
  });
  await context.feeds.reload([story.id]);
  return requireStory(context, story.id);
}

/** Sends a command to the clusterer and waits some seconds for its outcome. */
async function runCommand(
  context: StoryEditingDeps,
  by: ActingPerson,
  { action, story, command, detail }: CommandParams,
): Promise<CommandOutcome> {
  const { database, log, clock } = context;
  const id = context.newId();
  await database.transaction(async tx => {
    const submittedBy = by.actor.kind === 'user' ? by.actor.id : null;
    const now = new Date(clock.now());
    await submitCommand(tx, log, {
      id,
      language: story.language,
      command,
      submittedBy,
      now,
    });
    await recordAction(tx, context, by, { action, subject: { kind: 'story', id: story.id }, detail });
  });
  const outcome = await waitForOutcome(context, clock, id);
  if (outcome === null) return { kind: 'waiting', orderId: id };
  if ('refusal' in outcome) throw new Problem('conflict', reason(outcome.refusal));
  return { kind: 'done', story: await requireStory(context, outcome.storyId) };
}

async function waitForOutcome(
  { database, stopping }: StoryEditingDeps,
  clock: Clock,
  commandId: string,
): Promise<StoryCommandResult | null> {
  const giveUpAt = clock.now() + COMMAND_TIMEOUT_MS;
  for (;;) {
    const outcome = await readCommandResult(database, commandId);
    if (outcome !== null || clock.now() >= giveUpAt || stopping.aborted) return outcome;
    await clock.sleep(POLL_MS, stopping).catch(() => undefined);
  }
}

function requireSameLanguage(one: { readonly language: string }, other: { readonly language: string }): void {
  if (one.language !== other.language) throw new Problem('conflict', reason('story-languages-differ'));
}

const COMMAND_TIMEOUT_MS = 5_000;
const POLL_MS = 100;

/** Done, with the resulting story; or sent to the clusterer, which has not answered yet. */
export type CommandOutcome =
  | { readonly kind: 'done'; readonly story: Story }
  | { readonly kind: 'waiting'; readonly orderId: string };

interface CommandParams {
  readonly action: 'story.merged' | 'story.split' | 'story.article-moved';
  readonly story: Pick<Story, 'id' | 'language'>;
  readonly command: StoryCommand;
  readonly detail: Readonly<Record<string, string | number>>;
}
