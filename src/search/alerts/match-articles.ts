import type { Clock } from '../../lib/clock.ts';
import { timeOfId } from '../../lib/ids.ts';
import type { StoryChanged } from '../../model/story.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import type { Consumer, EventLog, LogEvent, PreparingHandler } from '../../platform/log/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { STORIES_CHANGED } from '../../streams.ts';
import { articlesOf } from '../indexing/index-consumers.ts';
import { readDocuments } from '../indexing/read-documents.ts';
import type { AlertChannel } from './delivery/port.ts';
import { type Match, noteMatches } from './matches.ts';
import type { SavedQueries } from './saved-queries.ts';

/**
 * SRCH-9: reverse search. An article is judged when its place in a story is known, since only then are its language,
 * topics and names, and again when its story begins to break.
 *
 *   (log) stories.changed -> articles -> saved queries that they answer -> noted once -> told to each channel
 *
 * Noting, telling and the group's position are one transaction.
 */
export function startJudging(tools: JudgeTools): Promise<Consumer> {
  const { log } = tools;
  const handler: PreparingHandler<StoryChanged> = { prepare: events => prepare(tools, events) };
  return log.consume({ group: GROUP, stream: STORIES_CHANGED, batch: BATCH, from: 'end' }, handler);
}

async function prepare(tools: JudgeTools, events: readonly LogEvent<StoryChanged>[]): Promise<Effects> {
  const { clock, channels, telemetry } = tools;
  const matches = await matchesIn(tools, events);
  return async tx => {
    if (matches.length === 0) return;
    const { count, toTell } = await noteMatches(tx, matches, new Date(clock.now()));
    if (count === 0) return;
    for (const channel of channels) await channel.announce(tx, toTell);
    tx.afterCommit(() => telemetry.metrics.counter('search_matches_total').add({}, count));
  };
}

async function matchesIn(
  { database, saved }: JudgeTools,
  events: readonly LogEvent<StoryChanged>[],
): Promise<Match[]> {
  const index = await saved.current();
  if (index.size === 0) return [];
  const changes = events.map(({ data }) => data);
  const ids = [...new Set(await articlesOf(database, changes))];
  const found: Match[] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    const documents = await readDocuments(database, ids.slice(from, from + BATCH));
    await index.prepare(documents.map(({ language }) => language));
    for (const document of documents)
      for (const searchId of index.matches(document))
        found.push({ searchId, articleId: document.id, storedAt: timeOfId(document.id) ?? NEVER });
  }
  return found;
}

export const GROUP = 'search-alerts';
const BATCH = 200;
const NEVER = new Date(0);

type Effects = (tx: Transaction) => Promise<void>;

export interface JudgeTools {
  readonly database: Database;
  readonly log: EventLog;
  readonly clock: Pick<Clock, 'now'>;
  readonly telemetry: Telemetry;
  readonly saved: SavedQueries;
  readonly channels: readonly AlertChannel[];
}
