import type { StoryCommand } from '../../model/story.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { jsonb, nullable, type RowOf, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ClusterChange } from '../clusters/changes.ts';
import type { CommandRefusal } from '../editing/story-commands.ts';
import type { BatchChanges } from './batch-changes.ts';
import type { LanguageClusterer } from './language-clusterer.ts';

/**
 * STORY-6: executes editors' commands between two articles, in the order of submission, and stores them as
 * rulings that clustering never overrides. A command that is not possible is refused with a reason.
 */
export async function executeCommands(
  tx: Transaction,
  clusterer: LanguageClusterer,
  changes: BatchChanges,
  now: Date,
): Promise<void> {
  const commands = await tx.many(
    PendingCommandRow,
    sql`
      select id, wish, ordered_by from story_orders
      where language = ${clusterer.language} and done_at is null order by ordered_at, id
    `,
  );
  for (const command of commands) {
    const executed = execute(clusterer, command.wish as StoryCommand);
    if ('refusal' in executed) {
      await writeResult(tx, command, now, { storyId: null, refusal: executed.refusal });
      continue;
    }
    changes.addChanges(executed.changes);
    changes.announcements.push(...clusterer.followChanges(executed.changes));
    if (executed.moved) {
      const { article, from, to } = executed.moved;
      changes.addMovedArticles([article], [from, to]);
      changes.announcements.push(...clusterer.breaking.split(from, to, [article]));
    }
    for (const ruling of executed.rulings) await writeRuling(tx, clusterer, command, ruling, now);
    await writeResult(tx, command, now, { storyId: executed.story, refusal: null });
  }
}

function execute(clusterer: LanguageClusterer, command: StoryCommand): ExecutedCommand | RefusedCommand {
  if (command.kind === 'merge') return merge(clusterer, command.stories);
  if (command.kind === 'split') return split(clusterer, command.story, command.articles);
  return move(clusterer, command.article, command.to);
}

function merge(clusterer: LanguageClusterer, [one, other]: readonly [string, string]): ExecutedCommand {
  const [into, from] = survivorFirst(clusterer, one, other);
  const changes = clusterer.stories.merge(one, other);
  // Stories outside the window can still be merged: nothing will be added to them.
  const all: readonly ClusterChange[] = changes.length > 0 ? changes : [{ kind: 'merged', from, into }];
  return { changes: all, rulings: [{ kind: 'whole', subject: from, story: into }], story: into };
}

/** The older id survives, unless that story has left the window and the other can still grow. */
function survivorFirst(clusterer: LanguageClusterer, one: string, other: string): readonly [string, string] {
  const [older, younger] = one < other ? [one, other] : [other, one];
  const isForgotten = (story: string) => clusterer.stories.members(story).length === 0;
  return isForgotten(older) && !isForgotten(younger) ? [younger, older] : [older, younger];
}

function split(
  clusterer: LanguageClusterer,
  story: string,
  articles: readonly string[],
): ExecutedCommand | RefusedCommand {
  const changes = clusterer.stories.split(story, articles);
  const [change] = changes;
  if (change?.kind !== 'split') return { refusal: 'story-split-refused' };
  return {
    changes,
    rulings: [{ kind: 'apart', subject: change.from, story: change.into }],
    story: change.into,
  };
}

function move(clusterer: LanguageClusterer, article: string, to: string): ExecutedCommand | RefusedCommand {
  const from = clusterer.stories.storyOf(article);
  if (from === undefined) return { refusal: 'article-too-old' };
  if (clusterer.stories.move(article, to).length === 0 && from !== to)
    return { refusal: 'target-story-gone' };
  return {
    changes: [],
    moved: { article, from, to },
    rulings: [
      { kind: 'pin', subject: article, story: to },
      ...(from === to ? [] : [{ kind: 'ban' as const, subject: article, story: from }]),
    ],
    story: to,
  };
}

async function writeRuling(
  tx: Transaction,
  clusterer: LanguageClusterer,
  { orderedBy }: PendingCommand,
  { kind, subject, story }: Ruling,
  now: Date,
): Promise<void> {
  // The last ruling counts: merging what was split, or moving an article back, deletes the earlier ruling.
  await tx.execute(sql`
    delete from story_rulings
    where (kind = 'apart' and ${kind} = 'whole' and (subject, story_id) in ((${subject}, ${story}), (${story}, ${subject})))
      or (kind = 'ban' and ${kind} = 'pin' and subject = ${subject} and story_id = ${story})
      or (kind = 'pin' and ${kind} = 'pin' and subject = ${subject})
  `);
  await tx.execute(sql`
    insert into story_rulings (kind, subject, story_id, language, ruled_by, ruled_at)
    values (${kind}, ${subject}, ${story}, ${clusterer.language}, ${orderedBy}, ${now})
    on conflict (kind, subject, story_id) do update set ruled_by = excluded.ruled_by, ruled_at = excluded.ruled_at
  `);
}

async function writeResult(
  tx: Transaction,
  { id }: PendingCommand,
  now: Date,
  { storyId, refusal }: { readonly storyId: string | null; readonly refusal: string | null },
): Promise<void> {
  await tx.execute(sql`
    update story_orders set done_at = ${now}, story_id = ${storyId}, refusal = ${refusal} where id = ${id}
  `);
}

const PendingCommandRow = row({ id: uuid, wish: jsonb, ordered_by: nullable(uuid) });
type PendingCommand = RowOf<typeof PendingCommandRow>;

interface Ruling {
  readonly kind: 'pin' | 'ban' | 'apart' | 'whole';
  readonly subject: string;
  readonly story: string;
}

interface ExecutedCommand {
  readonly changes: readonly ClusterChange[];
  readonly rulings: readonly Ruling[];
  /** The story that the editor is sent to. */
  readonly story: string;
  readonly moved?: { readonly article: string; readonly from: string; readonly to: string };
}

interface RefusedCommand {
  readonly refusal: CommandRefusal;
}
