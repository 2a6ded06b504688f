import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testStream } from '../../test/harness/stream.ts';
import { row, text } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { testLogs } from '../platform/log/log.testing.ts';
import { broadsheetHere, type Ended, temporaryDirectory } from './cli.testing.ts';

const directory = await temporaryDirectory();
const { database, url, open } = await testLogs();
const environment = {
  BROADSHEET_DATABASE_URL: url,
  BROADSHEET_SECRET: 'a secret of at least 32 characters',
  BROADSHEET_DATA: join(directory, 'data'),
};
const run = (...args: string[]): Promise<Ended> =>
  broadsheetHere(['log', ...args], { cwd: directory, environment });

test('LOG-5, LOG-6: `log` shows streams and groups, replays, and retries dead letters', async () => {
  const log = open();
  await log.declare({ name: 'stories.changed', partitions: 1, retentionDays: 7 });
  let cured = false;
  const handled: unknown[] = [];
  const consumer = await log.consume(
    { group: 'index', stream: testStream('stories.changed') },
    async (tx, events) => {
      if (!cured && events.some(({ data: { value } }) => value === 'bad'))
        throw new Error('cannot index\nthis');
      tx.afterCommit(() => handled.push(...events.map(({ data: { value } }) => value)));
    },
  );
  const events = ['good', 'bad', 'fine'].map(value => ({ key: 'story', value }));
  await database.transaction(async tx => log.append(tx, testStream('stories.changed'), events));
  await consumer.drained();

  assert.match((await run('ls')).stdout, /^STREAM +PARTITIONS .*\nstories\.changed +1 +7d +3 +\d{4}-/);
  assert.match((await run('groups')).stdout, /\nindex +stories\.changed +0 +3 +3 +0 +0 +\S{36}\n$/);
  assert.deepEqual(JSON.parse((await run('groups', '--group', 'other', '--json')).stdout), []);

  const list = await run('dead', 'list');
  assert.match(
    list.stdout,
    /^ID .*\n(\S{36}) +index +stories\.changed +story +.* UTC +5 +Error: cannot index\n$/,
  );
  const [letter] = JSON.parse(
    (await run('dead', 'list', '--group', 'index', '--limit', '1', '--json')).stdout,
  );
  const shown = JSON.parse((await run('dead', 'show', letter.id)).stdout);
  assert.deepEqual([shown.event.data, shown.event.offset, shown.attempts], ['bad', '2', 5]);
  const again = await run('dead', 'retry', letter.id);
  assert.deepEqual([again.code, again.stderr.split('\n')[0]], [1, 'broadsheet: the event failed again']);
  cured = true;
  assert.equal((await run('dead', 'retry', letter.id)).stdout, 'The event was handled.\n');
  assert.match((await run('dead', 'show', letter.id)).stderr, /there is no dead letter/);

  assert.match(
    (await run('replay', '--group', 'index', '--from', '2026-01-31')).stdout,
    /at or after 2026-01-31T00:00:00/,
  );
  await consumer.drained();
  assert.deepEqual(handled, ['good', 'fine', 'bad', 'good', 'bad', 'fine']);
  assert.match(
    (await run('replay', '--group', 'missing', '--from', '2026-01-31')).stderr,
    /no consumer group called missing/,
  );
  const entries = await database.many(
    row({ action: text }),
    sql`select action from audit_log where actor_kind = 'console' order by at, id`,
  );
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['log.dead-letter-retried', 'log.dead-letter-retried', 'log.replayed'],
  );
  await log.close();
});

test('`log` reports wrong arguments immediately', async () => {
  const wrong: [string[], RegExp][] = [
    [['lst'], /log has no action lst/],
    [['dead'], /log has no action dead/],
    [['dead', 'show', 'x'], /x is not the id of a dead letter/],
    [['dead', 'retry'], /usage: broadsheet log dead retry ID/],
    [['replay', '--group', 'a'], /usage: broadsheet log replay/],
    [['replay', '--group', 'a', '--from', 'yesterday'], /--from must be a time/],
    [['dead', 'list', '--limit', '0'], /--limit must be/],
  ];
  for (const [words, message] of wrong) {
    const { code, stderr } = await run(...words);
    assert.equal(code, 2, words.join(' '));
    assert.match(stderr, message);
  }
});
