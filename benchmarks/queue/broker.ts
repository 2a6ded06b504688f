import { MIGRATIONS_DIRECTORY } from '../../src/context.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { type Broker, createBroker } from '../../src/platform/broker/index.ts';
import { migrate } from '../../src/platform/database/migrations.ts';
import { maintainPartitions } from '../../src/platform/database/partitions.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { createTelemetry } from '../../src/platform/telemetry/standard/standard.ts';
import { CONNECTIONS } from './contender.ts';

/** The broker as the program wires it, on a migrated database. It logs only errors. */
export async function openBroker(url: string): Promise<OpenBroker> {
  const telemetry = await createTelemetry({
    level: 'error',
    format: 'text',
    role: 'queue',
    version: 'benchmark',
    clock: systemClock,
    random: systemRandom,
  });
  const database = createPool({ url, telemetry, maxConnections: CONNECTIONS });
  const broker = createBroker({ database, clock: systemClock, random: systemRandom, telemetry });
  return {
    broker,
    database,
    close: async () => {
      await broker.close();
      await database.close();
      await telemetry.close();
    },
  };
}

export async function migrateForBroker(url: string): Promise<void> {
  const { database, close } = await openBroker(url);
  const now = new Date(systemClock.now());
  try {
    await migrate(database, MIGRATIONS_DIRECTORY, { now: () => now });
    await maintainPartitions(database, now);
  } finally {
    await close();
  }
}

export interface OpenBroker {
  readonly broker: Broker;
  readonly database: Database;
  close(): Promise<void>;
}
