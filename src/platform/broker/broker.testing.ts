import { atEnd } from '../../../test/harness/cleanup.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { createKeys } from '../../lib/keys.ts';
import { systemRandom } from '../../lib/random.ts';
import type { Database } from '../database/port.ts';
import { sql } from '../database/sql.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { createBroker } from './broker.ts';
import type { Broker } from './port.ts';

/** A broker as in another process: shares only the database and the installation's secret. */
export function testBroker(database: Database, clock: Clock = systemClock): Broker {
  const broker = createBroker({
    database,
    clock,
    random: systemRandom,
    telemetry: createMemoryTelemetry(),
    keys: createKeys('secret of the test', systemRandom),
    // Every claim finds expired leases at once, so that the result is predictable.
    sweepEveryMs: 0,
  });
  atEnd(() => broker.close());
  return broker;
}

/** Moves all due times, leases and dedup keys into the past instead of waiting. */
export async function letTimePass(database: Database, ms: number, queue?: string): Promise<void> {
  const span = sql`${ms}::bigint * interval '1 ms'`;
  const ofQueue =
    queue === undefined ? sql`` : sql`and queue_id = (select id from queues where name = ${queue})`;
  await database.transaction(async tx => {
    await tx.execute(
      sql`update queue_leases set visible_until = visible_until - ${span} where true ${ofQueue}`,
    );
    await tx.execute(
      sql`update queue_returns set due_at = due_at - ${span} where due_at > '-infinity' ${ofQueue}`,
    );
    await tx.execute(
      sql`update queue_messages set due_at = due_at - ${span} where due_at is not null ${ofQueue}`,
    );
    await tx.execute(sql`update queue_dedup set at = at - ${span} where true ${ofQueue}`);
  });
}

let queues = 0;
/** A queue that no other test uses. */
export function freshQueue(): string {
  return `queue-${++queues}`;
}
