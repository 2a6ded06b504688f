import { ManualClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { systemRandom } from '../../lib/random.ts';
import { createPool } from '../../platform/database/pool.ts';
import { createLog } from '../../platform/log/log.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { batchOf } from './some-article.testing.ts';
import { storeArticles } from './store.ts';

/** Stores one batch after the other, tells its parent of each that was committed, and never ends by itself. */
const [url = '', first = '0', now = '0'] = process.argv.slice(2);
const telemetry = createMemoryTelemetry({ level: 'error' });
const database = createPool({ url, telemetry, applicationName: 'storing' });
const log = createLog({ database, telemetry });
const newId = createIdSource(new ManualClock(Number(now)), systemRandom);

for (let batch = Number(first); ; batch++) {
  await database.transaction(tx => storeArticles(tx, { log, newId }, batchOf(batch)));
  process.send?.(batch);
}
