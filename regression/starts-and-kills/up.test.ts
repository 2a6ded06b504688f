import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  broadsheet,
  broadsheetHere,
  startBroadsheet,
  temporaryDirectory,
} from '../../src/cli/cli.testing.ts';
import { testDatabase } from '../../test/harness/database.ts';
import { startSilentProxy } from '../../test/harness/silent-proxy.ts';
import { runWithin } from '../lib/machine-load.ts';

const SECRET = 'a secret of at least 32 characters';
const directory = await temporaryDirectory();

test('RUN-1, RUN-3: `up` prints one address, works beside other commands and stops cleanly on SIGINT', async () => {
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

  const { code, stdout, stderr } = await runWithin(10_000, () => {
    // A terminal, npm and the launcher all forward Ctrl-C: one keypress arrives several times.
    up.child.kill('SIGINT');
    up.child.kill('SIGINT');
    return up.ended;
  });
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /Operator +http:\/\/\S+\?code=\S{43}\n +Works once, until \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
  );
  assert.match(stdout, new RegExp(`Data +${data}\n`));
  assert.doesNotMatch(stdout, /\x1b/);
  assert.match(stderr, /Stopped\.\n$/);

  // Everything is still there, also in a second installation restored from the backup.
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

test('a start waits for a missing database and stops waiting on a signal', async () => {
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
  const [patient, stopped] = [1, 2].map(() =>
    startBroadsheet(['run', '--roles', 'web', '--port=0'], { environment }),
  );
  assert.ok(patient && stopped);
  for (const each of [patient, stopped])
    await each.until(/^broadsheet: the database does not answer \(.*\).*; waiting for it\.$/m);
  stopped.child.kill('SIGTERM');
  const ended = await stopped.ended;
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

test('a second signal stops the program without waiting for endless requests', async () => {
  const { url } = await testDatabase();
  const data = join(directory, 'shared');
  const environment = { BROADSHEET_DATABASE_URL: url, BROADSHEET_SECRET: SECRET, BROADSHEET_DATA: data };
  const run = startBroadsheet(['run', '--roles', 'web', '--port=0', '--drain-timeout=1h'], { environment });
  const address = new URL(await run.until(/Open +(http:\/\/\S+)/));
  const endless = connect(Number(address.port), '127.0.0.1');
  endless.on('error', () => undefined);
  await once(endless, 'connect');
  endless.write(
    'POST /api/v1/sessions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n',
  );
  run.child.kill('SIGTERM');
  await run.until(/Stopping/);
  const forced = setInterval(() => run.child.kill('SIGINT'), 50);
  const { code, stderr } = await run.ended.finally(() => clearInterval(forced));
  endless.destroy();
  assert.equal(code, 1);
  assert.match(stderr, /Stopped immediately\.\n$/);
});
