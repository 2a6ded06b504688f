import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/lib/clock.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/start.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';

/** Starts PostgreSQL without durability: a crash of a test server loses nothing of value, and tests run faster. */
export async function startTestServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'broadsheet-test-'));
  // World-readable, so that root need not move the cluster to where its unprivileged user can reach it.
  await chmod(directory, 0o755);
  const server = await startEmbeddedPostgres({
    directory,
    log: createMemoryTelemetry().log,
    clock: systemClock,
    random: systemRandom,
    maxConnections: 300,
    extraSettings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  return {
    url: server.url('postgres'),
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
