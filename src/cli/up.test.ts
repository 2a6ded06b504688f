import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '../../test/harness/database.ts';
import { startSilentProxy } from '../../test/harness/silent-proxy.ts';
import { broadsheet, broadsheetHere, startBroadsheet, temporaryDirectory } from './cli.testing.ts';

const SECRET = 'a secret of at least 32 characters';
const directory = await temporaryDirectory();

test('RUN-1, RUN-3: `up` prints one address, works beside commands, and stops cleanly when it is asked', async () => {
  const data = join(directory, 'embedded');
  const settings = ['--data', data, '--port', '0', '--demo', 'off'];
  const up = startBroadsheet(['up', ...settings]);
  const url = await up.until(/Open +(http:\/\/\S+)/);
  await up.until(/Stop +Ctrl-C/);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);

  const created = await broadsheet(['user', 'create', 'ada@example.org', '--role', 'operator', ...settings]);
  assert.equal(created.code, 0, created.stderr);
  const [list, second] = await Promise.all([
    broadsheet(['user', 'list', '--json', ...settings]),
    broadsheet(['up', ...settings]),
  ]);
  assert.deepEqual(
    JSON.parse(list.stdout).map((user: { email: string; roles: string[] }) => [user.email, user.roles]),
    [['ada@example.org', ['reader', 'operator']]],
  );
  assert.equal(second.code, 1);
  assert.match(second.stderr, /^broadsheet: The directory \S+ is in use/m);

  const file = join(directory, 'while-running.backup');
  assert.equal((await broadsheetHere(['backup', file, ...settings])).code, 0);

  const asked = performance.now();
  // A terminal, npm and the launcher all pass Ctrl-C on: it arrives more than once and is still one wish.
  up.child.kill('SIGINT');
  up.child.kill('SIGINT');
  const { code, stdout, stderr } = await up.ended;
  assert.equal(code, 0, stderr);
  assert.ok(performance.now() - asked < 10_000);
  assert.match(
    stdout,
    /Operator +http:\/\/\S+\?code=\S{43}\n +Works once, until \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
  );
  assert.match(stdout, new RegExp(`Data +${data}\n`));
  assert.doesNotMatch(stdout, /\x1b/);
  assert.match(stderr, /Stopped\.\n$/);

  // Everything is still there, and in a second installation that was made from the backup.
  const copy = ['--data', join(directory, 'copy')];
  const restored = await broadsheetHere(['restore', file, ...copy]);
  assert.equal(restored.code, 0, restored.stderr);
  for (const place of [settings, copy]) {
    const { stdout: users } = await broadsheetHere(['user', 'list', ...place]);
    assert.match(users, /^ada@example\.org +ada +reader,operator /m);
  }
  const secret = (place: string) => readFile(join(place, 'secret'), 'utf8');
  assert.equal(await secret(join(directory, 'copy')), await secret(data));
});

test('`run` starts the named roles on a shared database and prints no link', async () => {
  const { url } = await testDatabase();
  const data = join(directory, 'shared');
  const environment = { BROADSHEET_DATABASE_URL: url, BROADSHEET_SECRET: SECRET, BROADSHEET_DATA: data };
  const run = startBroadsheet(['run', '--roles', 'web', '--port=0'], { environment });
  const address = await run.until(/Open +(http:\/\/\S+)/);
  await run.until(/Stop +Ctrl-C/);
  assert.equal((await fetch(`${address}/healthz`)).status, 200);
  run.child.kill('SIGTERM');
  const { code, stdout } = await run.ended;
  assert.equal(code, 0);
  assert.match(stdout, /Roles +web\n/);
  assert.doesNotMatch(stdout, /Operator/);
});

test('a start waits for a database that is not there yet, and stops waiting when it is asked to', async () => {
  const { url } = await testDatabase();
  const data = join(directory, 'shared');
  const earlier = await startSilentProxy(url);
  await earlier.stop();
  const environment = {
    BROADSHEET_DATABASE_URL: earlier.url,
    BROADSHEET_SECRET: SECRET,
    BROADSHEET_DATA: data,
    BROADSHEET_DATABASE_WAIT: '5m',
  };
  const [patient, asked] = [1, 2].map(() =>
    startBroadsheet(['run', '--roles', 'web', '--port=0'], { environment }),
  );
  assert.ok(patient && asked);
  for (const each of [patient, asked])
    await each.until(/^broadsheet: the database does not answer \(.*\).*; waiting for it\.$/m);
  asked.child.kill('SIGTERM');
  const ended = await asked.ended;
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /Stopped\.\n$/);

  const way = await startSilentProxy(url, 0, Number(new URL(earlier.url).port));
  try {
    const address = await patient.until(/Open +(http:\/\/\S+)/);
    assert.equal((await fetch(`${address}/healthz`)).status, 200);
    patient.child.kill('SIGTERM');
    const { code, stderr } = await patient.ended;
    assert.equal(code, 0, stderr);
    assert.equal(stderr.match(/waiting for it/g)?.length, 1);
  } finally {
    await way.stop();
  }
});

test('somebody who insists does not have to wait for requests that never end', async () => {
  const { url } = await testDatabase();
  const data = join(directory, 'shared');
  const environment = { BROADSHEET_DATABASE_URL: url, BROADSHEET_SECRET: SECRET, BROADSHEET_DATA: data };
  const run = startBroadsheet(['run', '--roles', 'web', '--port=0', '--drain-timeout=1h'], { environment });
  const address = new URL(await run.until(/Open +(http:\/\/\S+)/));
  const endless = connect(Number(address.port), '127.0.0.1');
  endless.on('error', () => undefined);
  await once(endless, 'connect');
  endless.write(
    'POST /api/v1/sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n',
  );
  run.child.kill('SIGTERM');
  await run.until(/Stopping/);
  const insisting = setInterval(() => run.child.kill('SIGINT'), 50);
  const { code, stderr } = await run.ended.finally(() => clearInterval(insisting));
  endless.destroy();
  assert.equal(code, 1);
  assert.match(stderr, /Ended at once\.\n$/);
});

test('what keeps it from starting is told in words, and ends with 1', async () => {
  const { url } = await testDatabase();
  const data = join(directory, 'shared');
  await writeFile(join(directory, 'file'), '');
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const shared = ['--secret', SECRET, '--database-url'];
  const cases: [string[], RegExp][] = [
    [
      ['--port', port, '--data', data, ...shared, url],
      /^broadsheet: port \d+ on 127\.0\.0\.1 is in use by another program$/m,
    ],
    [
      ['--data', join(directory, 'file', 'x')],
      /^broadsheet: .*(not a directory|part of that path is a file)/m,
    ],
    [
      ['--database-wait', '1s', '--data', data, ...shared, 'postgres://x:hunter2@127.0.0.1:1/y'],
      /^broadsheet: the database does not answer \(postgres:\/\/x:\*+@127\.0\.0\.1:1\/y\)/m,
    ],
    [
      ['--data', data, ...shared, url.replace(/[^/]*$/, 'missing')],
      /^broadsheet: there is no such database/m,
    ],
    [
      ['--data', data, '--host', '192.0.2.1', ...shared, url],
      /^broadsheet: this machine has no address 192\.0\.2\.1$/m,
    ],
  ];
  try {
    for (const [args, words] of cases) {
      const { code, stderr, stdout } = await broadsheetHere(['up', '--log-level', 'error', ...args]);
      assert.equal(code, 1, stderr);
      assert.match(stderr, words);
      assert.equal(stdout, '');
      assert.doesNotMatch(stderr, /^ {4}at |hunter2/m);
    }
  } finally {
    taken.close();
  }
});

test('wrong calls end with 2, before anything is opened', async () => {
  for (const [args, words] of [
    [['up', '--roles', 'web'], /up starts every role; for some of them \(--roles\) use broadsheet run/],
    [['run', '--roles', 'web'], /run needs database-url/],
    [['run', '--database-url', 'postgres://x/y', '--secret', SECRET], /run needs roles/],
    [
      ['up', '--port', 'x', '--prot', '1'],
      /2 things are wrong\n {2}there is no flag --prot.*\n {2}--port must be/,
    ],
    [['serve'], /there is no command serve/],
    [['resotre'], /there is no command resotre; did you mean restore\?/],
    [['user', 'delete', 'x'], /user has no action delete/],
    [['user', 'role', 'x@example.org'], /write: broadsheet user role EMAIL ROLE,ROLE/],
    [['backup'], /backup needs more words: broadsheet backup FILE/],
  ] as const) {
    const { code, stderr } = await broadsheetHere(args);
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, words);
  }
});
