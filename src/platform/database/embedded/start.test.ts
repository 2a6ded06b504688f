import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { Client } from 'pg';
import { isAlive } from './processes.ts';
import { findRunningPostgres } from './running-server.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts';
import { optionsFor, query, recordingLog, runScript, temporaryDirectory, until } from './testing/support.ts';

const directory = await temporaryDirectory({ after });

test('PG-1 data survives a restart, and each installation has its own password', async t => {
  const first = await start(t, optionsFor(directory));
  assert.match(first.url(), /^postgres:\/\/broadsheet:[\w-]{32}@127\.0\.0\.1:\d+\/broadsheet$/);
  assert.match(first.version, /^18\./);
  assert.equal((await stat(join(directory, 'postgres-password'))).mode & 0o777, 0o600);
  await query(first.url(), 'create table kept as select 42 as answer');
  await Promise.all([first.stop(), first.stop()]);
  assert.equal(isAlive(first.pid), false);
  assert.equal(await findRunningPostgres(directory), null);

  const second = await start(t, optionsFor(directory));
  assert.deepEqual(await query(second.url(), 'select answer from kept'), [42]);
  assert.deepEqual((await readdir(directory)).sort(), [
    'postgres',
    'postgres-password',
    'postgres.holder',
    'postgres.lock',
  ]);
});

test('PG-1 a running server: settings, a second start, commands beside it, its log', async t => {
  const lines: string[] = [];
  const postgres = await start(t, {
    ...optionsFor(directory, recordingLog(lines)),
    maxConnections: 33,
    extraSettings: { deadlock_timeout: '700ms', 'pg_stat_statements.max': '777', bonjour_name: "it's" },
  });
  const ask = async (text: string) => (await query(postgres.url(), text))[0];

  await t.test('the settings are effective', async () => {
    for (const [name, value] of Object.entries(EXPECTED_SETTINGS))
      assert.equal(await ask(`show ${name}`), value, name);
  });

  await t.test('pg_trgm, full-text search and lower() handle letters of every script', async () => {
    await ask('create extension pg_trgm');
    assert.equal(await ask("select cardinality(show_trgm('привет'))"), 7);
    assert.equal(await ask("select to_tsvector('simple', '“Привет” — мир')::text"), "'мир':2 'привет':1");
    assert.equal(await ask("select lower('ÀÉЖ')"), 'àéж');
  });

  await t.test('a second start on the directory is refused with an explanation', async () => {
    await assert.rejects(startEmbeddedPostgres(optionsFor(directory)), {
      name: 'DirectoryInUse',
      message: new RegExp(
        `${directory} is in use: process ${process.pid} has held it since .* choose another`,
      ),
    });
    assert.equal(await ask('select 1'), 1);
  });

  await t.test('findRunningPostgres finds it', async () => {
    assert.deepEqual(await findRunningPostgres(directory), {
      url: postgres.url(),
      directory: postgres.directory,
    });
  });

  await t.test('a failed statement is logged without its values', async () => {
    const client = new Client(postgres.url());
    await client.connect();
    const failing = client.query('select $1::text from nowhere', ['ada@example.org']);
    await assert.rejects(failing, { code: '42P01' });
    await client.end();
    await until('the log line', async () =>
      lines.some(line => /^warn postgres\.message .*nowhere.* does not exist/.test(line)),
    );
    assert.equal(lines.join('\n').includes('ada@example.org'), false);
  });

  await t.test('a wrong password is refused', async () => {
    const forged = postgres.url().replace(/broadsheet:[^@]+@/, 'broadsheet:guess@');
    await assert.rejects(query(forged, 'select 1'), { code: '28P01' });
  });
});

const EXPECTED_SETTINGS = {
  data_checksums: 'on',
  server_encoding: 'UTF8',
  max_connections: '33',
  deadlock_timeout: '700ms',
  'pg_stat_statements.max': '777',
  bonjour_name: "it's",
  shared_preload_libraries: 'pg_stat_statements',
  timezone: 'UTC',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
};

test('PG-1 it listens on loopback only, whatever the settings say', async t => {
  const first = await start(t, optionsFor(directory));
  await query(first.url(), "alter system set listen_addresses = '*'");
  await query(first.url(), "alter system set unix_socket_directories = '/tmp'");
  await first.stop();

  const extraSettings = { listen_addresses: '0.0.0.0', port: '5432' };
  const second = await start(t, { ...optionsFor(directory), extraSettings });
  assert.equal(await connects('127.0.0.1', second.port), true);
  const addresses = Object.values(networkInterfaces()).flatMap(list =>
    (list ?? []).map(each => each.address),
  );
  for (const address of [...addresses, '::1', '127.0.0.2'].filter(each => each !== '127.0.0.1')) {
    assert.equal(await connects(address, second.port), false, address);
  }
  assert.deepEqual(await query(second.url(), 'show unix_socket_directories'), ['']);
});

test('a lost password file costs no data', async t => {
  const lost = await readFile(join(directory, 'postgres-password'), 'utf8');
  await rm(join(directory, 'postgres-password'));

  const second = await start(t, optionsFor(directory));
  const right = `${new URL(second.url()).password}\n`;
  assert.notEqual(new URL(second.url()).password, lost.trim());
  assert.deepEqual(await query(second.url(), 'select answer from kept'), [42]);
  await second.stop();

  for (const damaged of ['wrong\n', right.slice(0, 20)]) {
    await writeFile(join(directory, 'postgres-password'), damaged, { mode: 0o600 });
    await assert.rejects(startEmbeddedPostgres(optionsFor(directory)), {
      name: 'EngineFailed',
      message:
        /^The password in the file postgres-password does not match the database in [^\n]* remove it and start again[^\n]*no data is lost\.$/,
    });
  }
  await writeFile(join(directory, 'postgres-password'), right);
});

test('an empty password file counts as lost and costs no data', async t => {
  await writeFile(join(directory, 'postgres-password'), '', { mode: 0o600 });
  const postgres = await start(t, optionsFor(directory));
  assert.deepEqual(await query(postgres.url(), 'select answer from kept'), [42]);
  assert.match(await readFile(join(directory, 'postgres-password'), 'utf8'), /^[\w-]{32}\n$/);
  await postgres.stop();
});

test('a cluster of another major version is refused with an explanation and left unchanged', async () => {
  const versionFile = join(directory, 'postgres/PG_VERSION');
  await writeFile(versionFile, '17\n');
  await assert.rejects(startEmbeddedPostgres(optionsFor(directory)), {
    name: 'EngineFailed',
    message: /created by PostgreSQL 17, .* includes PostgreSQL 18\. Make a backup .* restore it/,
  });
  assert.equal(await readFile(versionFile, 'utf8'), '17\n');
  await writeFile(versionFile, '18\n');
});

test('the error of a server that does not start quotes its last log lines', async () => {
  const extraSettings = { shared_preload_libraries: 'no_such_library' };
  await assert.rejects(startEmbeddedPostgres({ ...optionsFor(directory), extraSettings }), {
    name: 'EngineFailed',
    message:
      /PostgreSQL did not start on .* Its last lines were:[\s\S]*could not access file "no_such_library"/,
  });
});

test('a setting with a line break, which would inject a second one, is refused', async () => {
  const extraSettings = { work_mem: "1MB'\nfsync = 'off" };
  await assert.rejects(
    startEmbeddedPostgres({ ...optionsFor(directory), extraSettings }),
    /is not a PostgreSQL setting/,
  );
});

test('a folder with unrelated files is not touched', async t => {
  const strange = await temporaryDirectory(t);
  await mkdir(join(strange, 'postgres'));
  await writeFile(join(strange, 'postgres/diary.txt'), 'mine');
  await assert.rejects(startEmbeddedPostgres(optionsFor(strange)), {
    name: 'DirectoryUnusable',
    message: /contains files \(diary\.txt\) but no PostgreSQL database/,
  });
  assert.equal(await readFile(join(strange, 'postgres/diary.txt'), 'utf8'), 'mine');
});

test('a program exits once its server has been stopped', async t => {
  const owner = runScript(t, 'owner.ts', [directory]);
  await owner.first;
  owner.child.kill('SIGTERM');
  assert.deepEqual(await owner.ended, [0, null]);
});

async function start(t: TestContext, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const began = performance.now();
  const postgres = await startEmbeddedPostgres(options);
  t.diagnostic(`started in ${Math.round(performance.now() - began)} ms`);
  t.after(() => postgres.stop());
  return postgres;
}

async function connects(host: string, port: number): Promise<boolean> {
  const socket = createConnection({ host, port });
  return new Promise(resolve => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).then(answer => {
    socket.destroy();
    return answer === true;
  });
}
