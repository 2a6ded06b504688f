import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/harness/cleanup.ts';
import { testDatabase } from '../../test/harness/database.ts';
import { systemClock } from '../lib/clock.ts';
import { systemRandom } from '../lib/random.ts';
import { createBroker } from '../platform/broker/index.ts';
import { int8, row } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { createMemoryTelemetry } from '../platform/telemetry/memory/memory.ts';
import { broadsheetHere, type Ended, temporaryDirectory } from './cli.testing.ts';

const directory = await temporaryDirectory();
const { database, url, name } = await testDatabase();
const broker = createBroker({
  database,
  clock: systemClock,
  random: systemRandom,
  telemetry: createMemoryTelemetry(),
});
atEnd(() => broker.close());
const environment = {
  BROADSHEET_DATABASE_URL: url,
  BROADSHEET_SECRET: 'a secret of at least 32 characters',
  BROADSHEET_DATA: join(directory, name),
};

test('`queue ls` without queues explains how one is created', async () => {
  const { code, stdout, stderr } = await run('ls');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^There are no queues yet; the first message to a queue creates it\.\n$/);
  assert.match((await run('peek', 'nowhere')).stderr, /There is no queue nowhere/);
});

test('`queue` shows waiting messages and dead letters, redrives and purges them, and records both in the audit log', async () => {
  await broker.publishMany('letters', [
    { body: { to: 'Ada' } },
    { body: { to: 'Bea' }, group: 'b\u001b[31m' },
    { body: { to: 'Cleo' } },
  ]);
  const [first] = await broker.receive('letters', { max: 1 });
  await broker.deadLetter(first?.receipt ?? '', 'no such street');
  assert.match(
    (await run('ls')).stdout,
    /^QUEUE +WAITING +DELAYED +IN FLIGHT +STUCK +LAST MINUTE +OLDEST +STATE\nletters +2 +0 +0 .* active\nletters\.dead +1 /,
  );
  const peeked = await run('peek', 'letters');
  assert.match(peeked.stdout, /^ID +PUBLISHED .*\n2 .*\{"to":"Bea"\}\n3 .*\{"to":"Cleo"\}\n$/);
  assert.match((await run('peek', 'letters', '--after', '2')).stdout, /^ID +PUBLISHED .*\n3 .*Cleo"\}\n$/);
  assert.ok(!peeked.stdout.includes('\u001b'), 'message text cannot control the terminal');
  assert.match((await run('dead', 'letters')).stdout, / no such street +\{"to":"Ada"\}\n$/);
  const dead = JSON.parse((await run('dead', 'letters.dead', '--json')).stdout);
  assert.deepEqual([dead.length, dead[0].body], [1, { to: 'Ada' }]);

  assert.equal((await run('redrive', 'letters', '--id', '999')).stdout, '0 messages moved back.\n');
  assert.equal((await run('redrive', 'letters', '--id', dead[0].id)).stdout, '1 message moved back.\n');
  assert.equal((await run('dead', 'letters')).stdout, 'No messages.\n');
  assert.equal((await run('purge', 'letters')).code, 2);
  assert.equal((await run('purge', 'letters', '--confirm', 'letters')).stdout, '3 messages removed.\n');
  assert.equal((await run('peek', 'letters')).stdout, 'No messages.\n');
  const { entries } = await database.one(
    row({ entries: int8 }),
    sql`select count(*) as entries from audit_log where actor_kind = 'console' and action like 'queue.%'`,
  );
  assert.equal(entries, 3);
});

test('`queue purge` refuses internal queues', async () => {
  const refused = await run('purge', 'tasks', '--confirm', 'tasks');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /tasks is an internal queue/);
});

test('wrong arguments are reported before anything is opened', async () => {
  assert.match((await run('pek', 'x')).stderr, /queue has no action pek.*peek/s);
  assert.match((await run('peek')).stderr, /usage: broadsheet queue peek QUEUE/);
  assert.match((await run('peek', 'x', '--limit', '0')).stderr, /--limit must be a whole number/);
  assert.match((await run('dead', 'x', '--after', 'y')).stderr, /--after must be the id of a message/);
  assert.match((await run('redrive', 'x', '--id', 'a b')).stderr, /--id must be ids/);
});

function run(...args: string[]): Promise<Ended> {
  return broadsheetHere(['queue', ...args], { cwd: directory, environment });
}
