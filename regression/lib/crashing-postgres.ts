import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrateForBroker } from '../../benchmarks/queue/broker.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/start.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';

/** The program's own PostgreSQL with full durability, for tests that crash it; it restarts automatically. */
export async function startCrashingPostgres(): Promise<CrashingPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-regression-'));
  // World-readable, so that root need not move the cluster to where its unprivileged user can reach it.
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres(
    {
      directory: join(folder, 'data'),
      log: createMemoryTelemetry().log,
      clock: systemClock,
      random: systemRandom,
    },
    { systemDirectory: join(folder, 'system') },
  );
  const url = server.url();
  await migrateForBroker(url);
  return {
    url,
    crash: async signal => {
      const { pid } = server;
      process.kill(pid, signal);
      while (server.pid === pid || !(await responses(url))) await systemClock.sleep(20);
      return new Date(systemClock.now());
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function responses(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export interface CrashingPostgres {
  readonly url: string;
  /**
   * SIGQUIT is an immediate shutdown, SIGKILL of the first process a crash. Resolves with the time of the
   * server's return.
   */
  crash(signal: 'SIGQUIT' | 'SIGKILL'): Promise<Date>;
  stop(): Promise<void>;
}
