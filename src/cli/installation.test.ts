import assert from 'node:assert/strict';
import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { testDatabase } from '../../test/harness/database.ts';
import { int8, row } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { broadsheetHere, type Ended, startBroadsheet, temporaryDirectory } from './cli.testing.ts';

const SECRET = 'a secret of at least 32 characters';
const directory = await temporaryDirectory();

/** Commands on a shared database: the same code as on the embedded one, without the time to create one. */
async function shared() {
  const { database, url, name } = await testDatabase();
  const environment = {
    BROADSHEET_DATABASE_URL: url,
    BROADSHEET_SECRET: SECRET,
    BROADSHEET_DATA: join(directory, name),
  };
  const run = (...args: string[]): Promise<Ended> => broadsheetHere(args, { cwd: directory, environment });
  return { database, name, run };
}

test('`user` creates, lists, changes and disables accounts, and every change is in the audit log', async () => {
  const { database, run } = await shared();
  const created = await run(
    'user',
    'create',
    'Ada@Example.org',
    '--display-name',
    'Ada L.',
    '--role',
    'operator,moderator',
  );
  assert.equal(created.code, 0, created.stderr);
  assert.match(created.stdout, /\(Ada L\.\): reader, operator, moderator\n/);
  assert.match(created.stdout, /\nhttp:\/\/localhost:8080\/new-password\?code=\S{43}\n/);
  assert.match(created.stdout, /It works once, until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n/);

  const twice = await run('user', 'create', 'ada@example.org');
  assert.deepEqual([twice.code, twice.stderr], [1, 'broadsheet: ada@example.org already has an account\n']);
  assert.equal((await run('user', 'create', 'bea@example.org')).code, 0);
  assert.match((await run('user', 'role', 'bea@example.org', 'publisher')).stdout, /: reader, publisher\n/);
  assert.match((await run('user', 'disable', 'bea@example.org')).stdout, /disabled\n/);
  assert.match((await run('user', 'password-link', 'bea@example.org')).stderr, /This account is disabled/);
  assert.match((await run('user', 'enable', 'bea@example.org')).stdout, /: reader, publisher\n/);
  assert.match((await run('user', 'password-link', 'bea@example.org')).stdout, /new-password\?code=/);
  assert.equal((await run('user', 'confirm', 'bea@example.org')).code, 0);
  assert.match((await run('user', 'reset-second-factor', 'bea@example.org')).stderr, /factor is not on/);
  await database.execute(sql`
    insert into second_factors (user_id, sealed_secret, created_at, confirmed_at)
    select id, '', now(), now() from users where email = 'bea@example.org'
  `);
  assert.match((await run('user', 'reset-second-factor', 'bea@example.org')).stdout, /: reader, publisher\n/);
  const last = await run('user', 'disable', 'ada@example.org');
  assert.deepEqual(
    [last.code, last.stderr.split('\n')[0]],
    [1, 'broadsheet: This is the last operator. Give the role to someone else first.'],
  );
  assert.match(
    (await run('user', 'disable', 'missing@example.org')).stderr,
    /there is no account with the address missing@/,
  );
  assert.match((await run('user', 'create', 'not an address')).stderr, /email must be an email address/);

  const list = await run('user', 'list');
  assert.match(
    list.stdout,
    /^EMAIL +NAME +ROLES +SINCE +CONFIRMED +STATE\nbea@example\.org .* yes +active\nada@example\.org .* no +active\n$/i,
  );
  assert.match((await run('user', 'list', '--limit', '1')).stdout, /There are more/);
  assert.equal(JSON.parse((await run('user', 'list', '--search', 'ada', '--json')).stdout).length, 1);
  const { entries } = await database.one(
    row({ entries: int8 }),
    sql`select count(*) as entries from audit_log where actor_kind = 'console'`,
  );
  assert.equal(entries, 10);
});

test('`migrate` applies and lists missing migrations; commands that need the schema report that it is missing', async () => {
  const { database, run } = await shared();
  await database.transaction(tx => tx.script('drop schema public cascade; create schema public'));
  assert.match(
    (await run('user', 'list')).stderr,
    /does not have the schema of this version yet\nRun `broadsheet migrate`/,
  );
  assert.match((await run('migrate', '--status')).stdout, /^0001_accounts\.sql +not applied$/m);
  assert.match((await run('migrate')).stdout, /^applied 0001_accounts\.sql\n/);
  assert.equal((await run('migrate')).stdout, 'The schema is up to date.\n');
  assert.match((await run('migrate', '--status')).stdout, /^0001_accounts\.sql +\d{4}-\d\d-\d\dT/m);
});

test('OPS-5: `backup` and `restore` move an installation from one database to another', async () => {
  const from = await shared();
  await from.run('user', 'create', 'ada@example.org', '--role', 'operator');
  const file = join(directory, 'moved.backup');
  const backup = await from.run('backup', file);
  assert.equal(backup.code, 0, backup.stderr);
  assert.match(backup.stdout, /moved\.backup \([\d.]+ (B|KiB)\)\n$/);
  assert.match(backup.stderr, /^\d+ tables backed up \(\d+ rows in /);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.match((await from.run('backup', file)).stderr, /already exists/);

  const to = await shared();
  const other = await broadsheetHere(['restore', file], {
    environment: {
      BROADSHEET_DATABASE_URL: 'postgres://127.0.0.1:1/x',
      BROADSHEET_SECRET: `another ${SECRET}`,
      BROADSHEET_DATA: directory,
    },
  });
  assert.match(other.stderr, /the secret of the backup differs/);
  const restored = await to.run('restore', file);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /^Restored the backup of \d{4}-.*Z, made by version \d/);
  assert.equal((await to.run('user', 'list')).stdout, (await from.run('user', 'list')).stdout);

  const again = await to.run('restore', file);
  assert.equal(again.code, 1);
  assert.match(
    again.stderr,
    new RegExp(`is not empty: .*1 users among them\n.*--replace --confirm ${to.name}\n`),
  );
  assert.equal((await to.run('restore', file, '--replace', '--confirm', to.name)).code, 0);
  assert.match((await to.run('restore', join(directory, 'missing'))).stderr, /missing: it does not exist/);
});

test('an aborted backup leaves no file', async () => {
  const { database, url, name } = await testDatabase();
  await database.execute(
    sql`create table large as select repeat(n::text, 100) from generate_series(1, 300000) n`,
  );
  const environment = { BROADSHEET_DATABASE_URL: url, BROADSHEET_SECRET: SECRET };
  const file = join(directory, 'given-up.backup');
  const backup = startBroadsheet(['backup', file, '--data', join(directory, name)], { environment });
  const giveUp = async () => {
    const size = async () => (await stat(`${file}.partial`).catch(() => null))?.size ?? 0;
    while (backup.child.exitCode === null && (await size()) === 0) await setImmediate();
    backup.child.kill('SIGINT');
  };
  const [{ code, stderr }] = await Promise.all([backup.ended, giveUp()]);
  assert.equal(code, 1, stderr);
  assert.match(stderr, /Cancelled; no backup was written\.\n$/);
  assert.deepEqual(
    (await readdir(directory)).filter(entry => entry.startsWith('given-up')),
    [],
  );
});

test('OPS-4: `doctor` passes a healthy installation and names the faults of a broken one', async () => {
  const { database, run } = await shared();
  await run('migrate');
  await run('user', 'create', 'ada@example.org', '--role', 'operator');
  const good = await run('doctor', '--json', '--port', '1');
  const findings = JSON.parse(good.stdout) as {
    check: string;
    status: string;
    text: string;
    remedy?: string;
  }[];
  assert.equal(good.code, 0, good.stdout);
  assert.deepEqual(
    findings.map(({ check }) => check),
    [
      'node',
      'settings',
      'data',
      'disk',
      'secrets',
      'secret',
      'archive',
      'database',
      'writable',
      'secret-match',
      'connections',
      'clocks',
      'horizon',
      'migrations',
      'partitions',
      'operators',
      'web',
    ],
  );

  await database.execute(sql`update schema_migrations set checksum = 'x' where number = 1`);
  const drifted = await run('doctor');
  assert.equal(drifted.code, 1);
  assert.match(
    drifted.stdout,
    /^fail {2}migrations +migration 0001_accounts\.sql was applied with different content/m,
  );
  assert.match(drifted.stdout, /\n\d+ passed, \d+ warnings?, 1 failed\n$/);
  assert.doesNotMatch(drifted.stdout, /operators/);
  const badSettings = await run('doctor', '--port', 'x');
  assert.equal(badSettings.code, 1);
  assert.match(badSettings.stdout, /^fail {2}settings +--port must be a whole number/m);
});

test('OPS-4: `doctor` reports an unavailable database and a secret that other users can read', async () => {
  const config = join(directory, 'open.toml');
  await writeFile(
    config,
    `secret = "${SECRET}"\ndatabase-url = "postgres://x:hunter2@127.0.0.1:1/y"\ndata = "${directory}"\n`,
  );
  await chmod(config, 0o644);
  const { code, stdout } = await broadsheetHere(['doctor', '--config', config]);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^fail {2}secrets +other users can read \S+open\.toml, which contains a secret\n +-> Run `chmod 600 /m,
  );
  assert.match(stdout, /^fail {2}database +the database does not answer \(postgres:\/\/x:\*+@127/m);
  assert.doesNotMatch(stdout, /hunter2/);
});

test('a mistyped data directory is not created', async () => {
  const data = join(directory, 'mistyped');
  for (const args of [
    ['user', 'list'],
    ['backup', join(directory, 'x.backup')],
    ['migrate', '--status'],
  ]) {
    const { code, stderr } = await broadsheetHere([...args, '--data', data]);
    assert.equal(code, 1);
    assert.match(stderr, /there is no installation in \S+mistyped\n/);
  }
  await assert.rejects(stat(data), { code: 'ENOENT' });
});
