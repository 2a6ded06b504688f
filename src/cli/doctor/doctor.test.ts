import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { MIGRATIONS, TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { PARTITIONED_TABLES } from '../../platform/database/partitions.ts';
import { createPool } from '../../platform/database/pool.ts';
import { sql } from '../../platform/database/sql.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { temporaryDirectory } from '../cli.testing.ts';
import { type ResolvedSettings, resolveSettings } from '../settings/resolve.ts';
import { clocks, connections, horizon, migrations, operators, partitions, version } from './database.ts';
import { runCheck } from './finding.ts';
import { archive, dataDirectory, freeSpace, judgeSpace, node, secrets, storedSecret } from './machine.ts';
import { web } from './web.ts';

const { database, url } = await testDatabase();
const directory = await temporaryDirectory();

function resolved(flags: Record<string, string>): ResolvedSettings {
  const given = new Map(Object.entries({ data: directory, ...flags }));
  return resolveSettings({
    flags: given,
    configFlag: undefined,
    environment: {},
    workingDirectory: directory,
  });
}

test('RUN-6: a Node version other than the pinned one is a failure', () => {
  assert.equal(node('24.21.0', '^24.21.0').status, 'ok');
  assert.equal(node('24.30.1', '^24.21.0').status, 'ok');
  assert.equal(node('24.20.9', '^24.21.0').status, 'fail');
  assert.equal(node('20.11.0', '^24.21.0').status, 'fail');
  assert.equal(node('25.0.0', '^24.21.0').status, 'fail');
  assert.equal(node().status, 'ok');
});

test('a disk that is nearly full is a warning, then a failure', async () => {
  assert.deepEqual(
    [10 ** 8, 10 ** 9, 10 ** 10].map(bytes => judgeSpace(bytes, '/x').status),
    ['fail', 'warn', 'ok'],
  );
  const { config } = resolved({ data: join(directory, 'not', 'there', 'yet') });
  assert.match((await freeSpace(config)).text, new RegExp(`free at ${directory}$`));
});

test('the data directory must be a directory', async () => {
  const file = join(directory, 'file');
  await writeFile(file, '');
  assert.equal((await dataDirectory(resolved({}).config)).status, 'ok');
  assert.equal((await dataDirectory(resolved({ data: join(directory, 'new') }).config)).status, 'ok');
  assert.equal((await dataDirectory(resolved({ data: file }).config)).status, 'fail');
});

test('a secret that other users can read is a failure, with the command that fixes it', async () => {
  const data = join(directory, 'open');
  await mkdir(data);
  await writeFile(join(data, 'secret'), 'x', { mode: 0o600 });
  assert.deepEqual(
    (await secrets(resolved({ data }))).map(({ status }) => status),
    ['ok'],
  );
  await chmod(join(data, 'secret'), 0o640);
  assert.deepEqual(await secrets(resolved({ data })), [
    {
      status: 'fail',
      text: `other users can read ${data}/secret, which contains a secret`,
      remedy: `Run \`chmod 600 ${data}/secret\`.`,
    },
  ]);
});

test('the archive passes before and after it is created', async () => {
  assert.match((await archive(resolved({}).config)).text, /will be created when it is needed$/);
  await mkdir(join(directory, 'archive'));
  assert.deepEqual(await archive(resolved({}).config), { status: 'ok', text: join(directory, 'archive') });
});

test('a healthy database passes every check', async () => {
  assert.equal((await version(database)).status, 'ok');
  assert.equal((await connections(database)).status, 'ok');
  assert.equal((await migrations(database, MIGRATIONS)).status, 'ok');
  assert.equal((await horizon(database)).status, 'ok');
  assert.equal((await clocks(database, () => Date.now())).status, 'ok');
});

test('clock skew is a warning, then a failure', async () => {
  assert.equal((await clocks(database, () => Date.now() + 5_000)).status, 'warn');
  assert.equal((await clocks(database, () => Date.now() - 3_600_000)).status, 'fail');
});

test('more connections than the database has left are a warning', async () => {
  const wide = createPool({ url, telemetry: createMemoryTelemetry(), maxConnections: 100_000 });
  try {
    assert.match((await connections(wide)).text, /a process may need \d{5,6} more/);
  } finally {
    await wide.close();
  }
});

test('connections that the running program has open are not counted twice', async () => {
  const doctor = createPool({ url, telemetry: createMemoryTelemetry(), maxConnections: 100_000 });
  try {
    const found = await holdConnections(3, () => connections(doctor));
    const program = database.state().open;
    assert.ok(program >= 3);
    assert.match(found.text, new RegExp(`a process may need ${100_000 - program} more$`));
  } finally {
    await doctor.close();
  }
});

async function holdConnections<T>(count: number, work: () => Promise<T>): Promise<T> {
  if (count === 0) return work();
  return database.transaction(() => holdConnections(count - 1, work));
}

test('a damaged or missing secret is a failure that names the remedy', async () => {
  const data = join(directory, 'damaged');
  await mkdir(data);
  const { config } = resolved({ data });
  const found = async () => (await runCheck('secret', config, () => storedSecret(config)))[0];
  assert.match((await found())?.text ?? '', /secret is missing$/);
  await writeFile(join(data, 'secret'), '', { mode: 0o600 });
  const damaged = await found();
  assert.deepEqual([damaged?.status, /it is empty$/.test(damaged?.text ?? '')], ['fail', true]);
  assert.match(damaged?.remedy ?? '', /from a backup.*renew-secret/);
  await writeFile(join(data, 'secret'), `${'x'.repeat(43)}\n`);
  assert.equal((await found())?.status, 'ok');
  assert.equal((await storedSecret(resolved({ data, secret: 'y'.repeat(32) }).config)).status, 'ok');
});

test('partitions that end soon are a warning, and none for now is a failure', async () => {
  const at = async (days: number) =>
    (await partitions(database, new Date(TEST_EPOCH.getTime() + days * 86_400_000))).map(
      ({ status, text }) => `${status} ${text}`,
    );
  const withTables = (period: 'day' | 'month', text: string) =>
    PARTITIONED_TABLES.filter(table => table.period === period).map(({ table }) => text.replace('#', table));
  const until = { day: '2026-01-19', month: '2026-04-01' };
  const room = PARTITIONED_TABLES.map(
    ({ table, period }) => `${table} has partitions until ${until[period]}`,
  );
  assert.deepEqual(await at(0), [`ok ${room.join(', ')}`]);
  assert.deepEqual(await at(3), withTables('day', 'warn # has no partition for the next day'));
  assert.deepEqual(await at(4), withTables('day', 'fail # has no partition for the current day'));
  assert.deepEqual(
    new Set(await at(60)),
    new Set([
      ...withTables('day', 'fail # has no partition for the current day'),
      ...withTables('month', 'warn # has no partition for the next month'),
    ]),
  );
});

test('missing migrations are named', async () => {
  const { database: blank } = await testDatabase();
  await blank.execute(sql`delete from schema_migrations where number > 1`);
  const { status, text, remedy } = await migrations(blank, MIGRATIONS);
  assert.equal(status, 'fail');
  assert.match(text, /^\d+ not applied: 0002_/);
  assert.equal(remedy, 'Run `broadsheet migrate`.');
});

test('doctor says how to create an operator when there is none', async () => {
  const add = (roles: string, disabledAt: Date | null) =>
    database.execute(sql`
      insert into users (id, email, display_name, roles, created_at, updated_at, disabled_at)
      values (gen_random_uuid(), gen_random_uuid() || '@example.org', 'x', ${roles}::text[], now(), now(), ${disabledAt})
    `);
  await add('{reader}', null);
  await add('{reader,operator}', new Date());
  assert.equal((await operators(database)).status, 'warn');
  await add('{reader,operator}', null);
  assert.match((await operators(database)).text, /^1 operator, /);
});

test('the web check requests the configured address; no answer is a warning only if the program should be running', async () => {
  let status = 200;
  const server = createServer((_request, response) => response.writeHead(status).end()).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const address = server.address();
  const port = String(typeof address === 'object' && address ? address.port : 0);
  const { config } = resolved({ port, host: '0.0.0.0' });
  assert.equal((await web(config, true)).status, 'ok');
  status = 503;
  assert.match((await web(config, true)).text, /answered 503$/);
  server.close();
  await once(server, 'close');
  assert.equal((await web(config, true)).status, 'warn');
  assert.equal((await web(config, false)).status, 'ok');
  assert.equal((await web(resolved({ port: '0' }).config, true)).status, 'ok');
});
