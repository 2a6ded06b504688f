import { markVisited, type NewVisit } from '../../feeds/readers/story-visits.ts';
import { type Batcher, createBatcher } from '../../lib/batching.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { INTERESTS_CHANGED } from '../../streams.ts';
import type { TasteCache } from './taste-cache.ts';

/**
 * STORY-7: records visits of readers; resolves to whether the story exists. Every page that a reader opens is a visit, and a
 * transaction each would serialise all readers of a log partition behind one another's commits, so those of concurrent
 * readers share one.
 */
export function createVisitRecorder({
  database,
  log,
  tastes,
}: VisitRecorderDeps): Batcher<NewVisit, boolean> {
  return createBatcher({
    run: visits =>
      database.transaction(async tx => {
        const readers = [...new Set(visits.map(({ userId }) => userId))];
        const exist = await markVisited(tx, visits);
        // In the same transaction, so that no process reloads a reader too early (FEED-6).
        log.append(
          tx,
          INTERESTS_CHANGED,
          readers.map(userId => ({ userId })),
        );
        tx.afterCommit(() => {
          for (const userId of readers) tastes.forget(userId);
        });
        return exist;
      }),
    lanes: 1,
    weigh: () => 1,
    maxWeight: MAX_BATCH,
  });
}

const MAX_BATCH = 500;

interface VisitRecorderDeps {
  readonly database: Database;
  readonly log: EventLog;
  readonly tastes: Pick<TasteCache, 'forget'>;
}
