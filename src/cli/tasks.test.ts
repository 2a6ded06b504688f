import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '../../test/harness/database.ts';
import { eventually } from '../../test/harness/eventually.ts';
import { row, text } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { broadsheetHere, type Ended, startBroadsheet, temporaryDirectory } from './cli.testing.ts';

const directory = await temporaryDirectory();
const { database, url, name } = await testDatabase();
const environment = {
  BROADSHEET_DATABASE_URL: url,
  BROADSHEET_SECRET: 'a secret of at least 32 characters',
  BROADSHEET_DATA: join(directory, name),
};
const run = (...args: string[]): Promise<Ended> =>
  broadsheetHere(['task', ...args], { cwd: directory, environment });

test('`task` creates, lists, shows, pauses, resumes and removes tasks', async () => {
  const added = await run(
    ...['add', 'housekeeping.accounts', '--cron', '0 3 1 1 *', '--time-zone', 'Europe/Berlin'],
    ...['--task-name', 'new year', '--payload', '{"a":1}', '--missed', 'skip', '--overlap', 'allow'],
    ...['--retries', '2'],
  );
  assert.equal(added.code, 0, added.stderr);
  assert.match(
    added.stdout,
    /^new year \(0 3 1 1 \* Europe\/Berlin\): waiting, next at \d{4}-01-01 02:00:00 UTC\n$/,
  );
  assert.match((await run('pause', 'new year')).stdout, /: paused\n$/);
  assert.match(
    (await run('ls', '--state', 'paused')).stdout,
    /^ID +NAME +KIND .*\n\S+ +new year +housekeeping/,
  );
  const [shown] = JSON.parse((await run('ls', '--json')).stdout);
  const page = await run('show', shown.id);
  assert.match(page.stdout, /^payload +\{"a":1\}$/m);
  assert.match(page.stdout, /^missed +skip\noverlap +allow\nretries +2$/m);
  assert.deepEqual(JSON.parse((await run('show', 'new year', '--json')).stdout).runs, []);
  assert.match((await run('resume', 'new year')).stdout, /: waiting, next at/);
  assert.equal((await run('rm', 'new year')).stdout, 'Removed new year.\n');
  assert.equal((await run('ls', '--json')).stdout, '[]\n');
  const entries = await database.many(
    row({ action: text }),
    sql`select action from audit_log where actor_kind = 'console' order by at, id`,
  );
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['task.created', 'task.paused', 'task.resumed', 'task.removed'],
  );
});

test('`task run` runs a system task, and `task show` and `task forecast` report it', async () => {
  const role = startBroadsheet(['run', '--roles', 'tasks'], { cwd: directory, environment });
  await eventually(async () => assert.match((await run('ls')).stdout, /housekeeping\.erasures/));
  const started = await run('run', 'housekeeping.partitions');
  assert.match(started.stdout, /^housekeeping\.partitions runs now as run \S{36}\.\n$/);
  await eventually(async () =>
    assert.match((await run('show', 'housekeeping.partitions')).stdout, / succeeded +by hand$/m),
  );
  const forecast = await run('forecast');
  assert.match(forecast.stdout, /^MINUTE \(UTC\) +DUE\n(\S+ \S+ +\d+\n){10}/);
  assert.equal(JSON.parse((await run('forecast', '--json')).stdout).minutes.length, 10);
  role.child.kill('SIGTERM');
  assert.equal((await role.ended).code, 0);
});

test('faults are reported before anything is done', async () => {
  for (const [args, message] of [
    [['lst'], /task has no action lst/],
    [['show'], /usage: broadsheet task show TASK/],
    [['ls', '--state', 'wating'], /--state must be one of waiting, /],
    [['ls', '--limit', '0'], /--limit must be a whole number/],
    [['add', 'housekeeping.accounts'], /give either --at or --cron/],
    [['add', 'housekeeping.accounts', '--at', '2026-12-24 18:00'], /a time with its zone/],
    [['add', 'housekeeping.accounts', '--cron', '* * * * *', '--payload', '{'], /--payload must be JSON/],
    [['add', 'x', '--cron', '* * * * *', '--missed', 'never'], /--missed must be one of once, skip/],
  ] as const) {
    const { code, stderr } = await run(...args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  }
  for (const [args, message] of [
    [['pause', 'nothing'], /there is no task nothing\n/],
    [['add', 'housekeeping.account', '--cron', '* * * * *'], /there is no task kind housekeeping\.account/],
    [['add', 'housekeeping.accounts', '--cron', '61 * * * *'], /Invalid value for minute: 61/],
    [['add', 'housekeeping.accounts', '--cron', '* * * * *', '--time-zone', 'Mars'], /must be a time zone/],
    [
      ['add', 'housekeeping.accounts', '--cron', '* * * * *', '--retries', 'x'],
      /a whole number from 0 to 100/,
    ],
  ] as const) {
    const { code, stderr } = await run(...args);
    assert.equal(code, 1, stderr);
    assert.match(stderr, message);
  }
});
