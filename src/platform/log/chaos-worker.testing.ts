import { testStream } from '../../../test/harness/stream.ts';
import { systemClock } from '../../lib/clock.ts';
import { seededRandom } from '../../lib/random.ts';
import { createPool } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { memberId } from './chaos.testing.ts';
import { createLog } from './log.ts';

/** A worker process of the chaos test: handles the stream into the ledger until it is killed. Reports when it is ready. */
const [url = '', seed = '1'] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const telemetry = createMemoryTelemetry({ level: 'error' });
const database = createPool({ url, telemetry, maxConnections: 6 });
// The ids contain the process id, so that the test finds the leases of a process.
let ids = 0;
const newId = () => memberId(++ids, process.pid);
const log = createLog({ database, telemetry, newId, retryDelay: { firstMs: 20, maxMs: 100 } });

await log.consume({ group: 'ledger', stream: testStream('chaos'), batch: 25 }, async (tx, events) => {
  const { partition = 0 } = events[0] ?? {};
  await tx.execute(sql`
    insert into ledger (worker, partition, "offset", key, n)
    select ${process.pid}, ${partition}, * from unnest(
      ${events.map(({ offset }) => String(offset))}::bigint[], ${events.map(({ key }) => key)}::text[],
      ${events.map(({ data: { value } }) => Number(value))}::int[]
    )
  `);
  // Fault 21: sometimes the event loop is blocked.
  if (random.fraction() < 0.002) blockFor(2_000);
  else if (random.fraction() < 0.2) await systemClock.sleep(random.fraction() * 40);
});
process.send?.('ready');
process.on('disconnect', () => process.exit());

function blockFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
