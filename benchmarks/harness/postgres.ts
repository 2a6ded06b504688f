import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { systemClock } from '../../src/lib/clock.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/start.ts';
import type { Logger } from '../../src/platform/telemetry/port.ts';

export interface PostgresForBenchmarks {
  readonly version: string;
  readonly port: number;
  url(database?: string): string;
  /** A new, empty database; returns its URL. */
  createDatabase(name: string): Promise<string>;
}

export interface StartedPostgres extends PostgresForBenchmarks {
  stop(): Promise<void>;
}

/** The program's embedded PostgreSQL with its settings, in a folder that `stop` removes. */
export async function startPostgres(): Promise<StartedPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'broadsheet-bench-'));
  // Under root, the server runs as another user, who must have access to its folder inside this one.
  await chmod(folder, 0o755);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const server = await startEmbeddedPostgres(
      { directory: path.join(folder, 'data'), log: SILENT, clock: systemClock, random: systemRandom },
      { systemDirectory: path.join(folder, 'system') },
    );
    return {
      version: server.version,
      port: server.port,
      url: database => server.url(database),
      createDatabase: async name => {
        await createDatabaseAt(server.url(), name);
        return server.url(name);
      },
      stop: () => server.stop().finally(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

export async function createDatabaseAt(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** Benchmarks provoke errors on purpose; a failed start of the server throws an error with the reason. */
const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  known: () => undefined,
  child: () => SILENT,
};
