import type { StoryCommand } from '../../model/story.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { nullable, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { ARTICLES_DESCRIBED } from '../../streams.ts';

/**
 * STORY-6: submits a command to the clusterer of its language through the log, as articles are: only the clusterer
 * moves articles between stories. It writes the result beside the command.
 */
export async function submitCommand(
  tx: Transaction,
  log: EventLog,
  newCommand: NewStoryCommand,
): Promise<void> {
  const { id, language, command, submittedBy, now } = newCommand;
  await tx.execute(sql`
    insert into story_orders (id, language, wish, ordered_by, ordered_at)
    values (${id}, ${language}, ${json(command)}::jsonb, ${submittedBy}, ${now})
  `);
  log.append(tx, ARTICLES_DESCRIBED, [{ kind: 'order', orderId: id, language }]);
}

/** The result of a command; null while it is pending. */
export async function readCommandResult(database: Queryable, id: string): Promise<StoryCommandResult | null> {
  const found = await database.maybe(
    row({ done_at: nullable(timestamptz), story_id: nullable(uuid), refusal: nullable(text) }),
    sql`select done_at, story_id, refusal from story_orders where id = ${id}`,
  );
  if (found === null || found.doneAt === null) return null;
  if (found.storyId !== null) return { storyId: found.storyId };
  const { refusal } = found;
  return { refusal: refusal !== null && isRefusal(refusal) ? refusal : 'story-order-failed' };
}

export type StoryCommandResult = { readonly storyId: string } | { readonly refusal: CommandRefusal };

/** Stored in `story_orders.refusal`; earlier versions stored English text there. */
const REFUSALS = [
  'story-split-refused',
  'article-too-old',
  'target-story-gone',
  'story-order-failed',
] as const;
export type CommandRefusal = (typeof REFUSALS)[number];

function isRefusal(text: string): text is CommandRefusal {
  return REFUSALS.some(each => each === text);
}

interface NewStoryCommand {
  readonly id: string;
  readonly language: string;
  readonly command: StoryCommand;
  readonly submittedBy: string | null;
  readonly now: Date;
}
