import { batchOf } from '../../src/ingest/dedup/articles.testing.ts';
import { storeArticles } from '../../src/ingest/dedup/store.ts';
import { ManualClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';

/** Stores batches forever, and reports each committed one to its parent. */
const [url = '', first = '0', now = '0'] = process.argv.slice(2);
const telemetry = createMemoryTelemetry({ level: 'error' });
const database = createPool({ url, telemetry, applicationName: 'storing' });
const log = createLog({ database, telemetry });
const newId = createIdSource(new ManualClock(Number(now)), systemRandom);

for (let batch = Number(first); ; batch++) {
  await database.transaction(tx => storeArticles(tx, { log, newId }, batchOf(batch)));
  process.send?.(batch);
}
