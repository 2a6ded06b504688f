import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '../../test/harness/database.ts';
import { broadsheetHere, startBroadsheet, temporaryDirectory } from './cli.testing.ts';

const SECRET = 'a secret of at least 32 characters';
const directory = await temporaryDirectory();

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

test('`up` starts the roles that are named, within the limits of its size', async () => {
  const { url } = await testDatabase();
  const environment = { BROADSHEET_DATABASE_URL: url, BROADSHEET_SECRET: SECRET, BROADSHEET_SIZE: 'small' };
  const data = join(directory, 'some');
  const up = startBroadsheet(['up', '--roles', 'web,index', '--port=0', '--data', data], { environment });
  const address = await up.until(/Open +(http:\/\/\S+)/);
  await up.until(/Stop +Ctrl-C/);
  assert.equal((await fetch(`${address}/api/v1/search?q=none`)).status, 200);
  // The same process started again; tools that wait for it or stop it need not know.
  const command = await readFile(`/proc/${up.child.pid}/cmdline`, 'utf8');
  assert.ok(command.includes('--max-semi-space-size=2'), command.replaceAll('\0', ' '));
  assert.match(await readFile(`/proc/${up.child.pid}/environ`, 'utf8'), /MALLOC_ARENA_MAX=2\0/);
  up.child.kill('SIGTERM');
  const { code, stdout } = await up.ended;
  assert.equal(code, 0);
  assert.match(stdout, /Roles +web, index\n/);
});

test('a failed start is explained and exits with 1', async () => {
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

test('wrong arguments exit with 2 before anything is opened', async () => {
  for (const [args, words] of [
    [['run', '--roles', 'web'], /run needs database-url/],
    [['run', '--database-url', 'postgres://x/y', '--secret', SECRET], /run needs roles/],
    [['up', '--port', 'x', '--prot', '1'], /2 problems\n {2}there is no flag --prot.*\n {2}--port must be/],
    [['serve'], /there is no command serve/],
    [['resotre'], /there is no command resotre; did you mean restore\?/],
    [['user', 'delete', 'x'], /user has no action delete/],
    [['user', 'role', 'x@example.org'], /usage: broadsheet user role EMAIL ROLE,ROLE/],
    [['backup'], /backup needs more arguments: broadsheet backup FILE/],
  ] as const) {
    const { code, stderr } = await broadsheetHere(args);
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, words);
  }
});
