import { moveVisits } from '../../src/feeds/readers/story-visits.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { startStories } from '../../src/stories/start-stories.ts';
import { STORIES_CHANGED } from '../../src/streams.ts';

/**
 * One process of the role `stories` for the chaos test. Now and then a batch fails at its last step,
 * appending its events, as when the database ends a transaction.
 */
const [url = ''] = process.argv.slice(2);
const telemetry = createMemoryTelemetry({ level: 'error' });
const database = createPool({ url, telemetry, maxConnections: 10 });
const log = createLog({ database, telemetry, retryDelay: { firstMs: 20, maxMs: 100 } });
await startStories({
  clock: systemClock,
  newId: createIdSource(systemClock, systemRandom),
  database,
  log: {
    ...log,
    append: (tx, stream, events) => {
      if (stream.name === STORIES_CHANGED.name && systemRandom.fraction() < 0.05) {
        process.send?.('failed');
        throw new Error('failed on purpose');
      }
      log.append(tx, stream, events);
    },
  },
  telemetry,
  classifier: null,
  onRetired: moveVisits,
  settings: { threads: 1, windowMs: 7 * 86_400_000, batch: 20 },
});
process.send?.('ready');
// The parent is gone, so no other process would end this one.
process.on('disconnect', () => process.exit(1));
