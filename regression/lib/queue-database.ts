import { startPostgres } from '../../benchmarks/harness/postgres.ts';
import { migrateForBroker } from '../../benchmarks/queue/broker.ts';

/** The program's own PostgreSQL with its own settings, fsync included, and one migrated database. */
export async function startQueueDatabase(): Promise<QueueDatabase> {
  const server = await startPostgres();
  const create = async (name: string) => {
    const url = await server.createDatabase(name);
    await migrateForBroker(url);
    return url;
  };
  return { url: await create('queues'), create, stop: () => server.stop() };
}

export interface QueueDatabase {
  readonly url: string;
  /** Another migrated database on the same server. */
  create(name: string): Promise<string>;
  stop(): Promise<void>;
}
