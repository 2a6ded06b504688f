import { atEnd } from '../../../test/harness/cleanup.ts';
import { testDatabase } from '../../../test/harness/database.ts';
import type { PoolOptions } from '../database/pool.ts';
import { createMemoryTelemetry, type MemoryTelemetry } from '../telemetry/memory/memory.ts';
import { createLog, type EventLogOptions } from './log.ts';
import type { EventLog } from './port.ts';

/** A new database and any number of logs on it, which are closed after the test. Failed events are retried quickly. */
export async function testLogs(pool: Partial<PoolOptions> = {}) {
  const { database, url } = await testDatabase({ maxConnections: 20, ...pool });
  const telemetry: MemoryTelemetry = createMemoryTelemetry();
  const open = (options: Partial<EventLogOptions> = {}): EventLog => {
    const log = createLog({ database, telemetry, retryDelay: { firstMs: 5, maxMs: 20 }, ...options });
    atEnd(() => log.close());
    return log;
  };
  return { database, url, telemetry, open };
}
