import type { Clock } from '../../lib/clock.ts';
import { timeOfId } from '../../lib/ids.ts';
import type { StoryChanged } from '../../model/story.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import type { Consumer, EventLog, LogEvent, PreparingHandler } from '../../platform/log/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { STORIES_CHANGED } from '../../streams.ts';
import { affectedArticles } from '../indexing/index-consumers.ts';
import { readDocuments } from '../indexing/read-documents.ts';
import type { AlertChannel } from './delivery/port.ts';
import { type PercolatorMatch, recordMatches } from './matches.ts';
import type { SavedQueries } from './saved-queries.ts';

/**
 * SRCH-9: reverse search. An article is matched when its place in a story is known, because only then are its
 * language, topics and names, and again when its story becomes breaking news.
 *
 *   (log) stories.changed -> articles -> matching saved searches -> recorded once -> announced to each channel
 *
 * Recording, announcing and the group's position are one transaction.
 */
export function startMatching(deps: MatchingDeps): Promise<Consumer> {
  const { log } = deps;
  const handler: PreparingHandler<StoryChanged> = { prepare: events => prepare(deps, events) };
  return log.consume({ group: GROUP, stream: STORIES_CHANGED, batch: BATCH, from: 'end' }, handler);
}

async function prepare(
  deps: MatchingDeps,
  events: readonly LogEvent<StoryChanged>[],
): Promise<ApplyInTransaction> {
  const { clock, channels, telemetry } = deps;
  const matches = await matchesIn(deps, events);
  return async tx => {
    if (matches.length === 0) return;
    const { count, toAnnounce } = await recordMatches(tx, matches, new Date(clock.now()));
    if (count === 0) return;
    for (const channel of channels) await channel.announce(tx, toAnnounce);
    tx.afterCommit(() => telemetry.metrics.counter('search_matches_total').add({}, count));
  };
}

async function matchesIn(
  { database, saved }: MatchingDeps,
  events: readonly LogEvent<StoryChanged>[],
): Promise<PercolatorMatch[]> {
  const index = await saved.refresh();
  if (index.size === 0) return [];
  const changes = events.map(({ data }) => data);
  const ids = [...new Set(await affectedArticles(database, changes))];
  const found: PercolatorMatch[] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    const documents = await readDocuments(database, ids.slice(from, from + BATCH));
    await index.prepare(documents.map(({ language }) => language));
    for (const document of documents)
      for (const searchId of index.matches(document))
        found.push({ searchId, articleId: document.id, storedAt: timeOfId(document.id) ?? EPOCH });
  }
  return found;
}

export const GROUP = 'search-alerts';
const BATCH = 200;
const EPOCH = new Date(0);

type ApplyInTransaction = (tx: Transaction) => Promise<void>;

export interface MatchingDeps {
  readonly database: Database;
  readonly log: EventLog;
  readonly clock: Pick<Clock, 'now'>;
  readonly telemetry: Telemetry;
  readonly saved: SavedQueries;
  readonly channels: readonly AlertChannel[];
}
