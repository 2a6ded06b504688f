import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../lib/clock.ts';
import { DirectoryUnusable, engineFailed, explainFileError } from './errors.ts';
import { levelOf, parseLine, ServerLog } from './server-log.ts';
import { recordingLog } from './testing/support.ts';

const LEVELS: readonly [line: string, level: string][] = [
  ['[12] 00000 LOG:  database system is ready to accept connections', 'debug'],
  ['[12] 00000 LOG:  duration: 1520.2 ms  execute <unnamed>: select 1', 'info'],
  ['[12] 00000 LOG:  server process (PID 9) was terminated by signal 9: Killed', 'error'],
  ['[12] 01000 WARNING:  there is no transaction in progress', 'warn'],
  ['[12] 42P01 ERROR:  relation "nowhere" does not exist', 'warn'],
  ['[12] 23505 ERROR:  duplicate key value violates unique constraint "users_email"', 'debug'],
  ['[12] 23505 DETAIL:  Key (email)=(ada@example.org) already exists.', 'debug'],
  ['[12] 40001 ERROR:  could not serialize access due to concurrent update', 'debug'],
  ['[12] 53300 FATAL:  sorry, too many clients already', 'error'],
  ['[12] 57P01 FATAL:  terminating connection due to administrator command', 'debug'],
  ['[12] 57P03 FATAL:  the database system is starting up', 'debug'],
  ['[12] 53100 PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device', 'error'],
  ['\tfrom articles where id = $1', 'debug'],
  ['Killed', 'debug'],
];

for (const [line, level] of LEVELS) {
  test(`PostgreSQL's line '${line.trim().slice(0, 60)}' is logged as ${level}`, () => {
    assert.equal(levelOf(parseLine(line)), level);
  });
}

test('a line is parsed into pid, SQLSTATE, severity and message', () => {
  assert.deepEqual(parseLine('[12] 42P01 ERROR:  relation "nowhere" does not exist'), {
    pid: 12,
    sqlstate: '42P01',
    severity: 'ERROR',
    message: 'relation "nowhere" does not exist',
  });
});

test('errors beyond the limit per minute are dropped and counted', async () => {
  const lines: string[] = [];
  const clock = new ManualClock();
  const log = new ServerLog(recordingLog(lines), clock);
  for (let i = 0; i < 500; i++) log.add('[12] 42P01 ERROR:  relation "nowhere" does not exist');
  assert.equal(lines.length, 120);
  await clock.advance(60_000);
  log.add('[12] 42P01 ERROR:  relation "nowhere" does not exist');
  assert.deepEqual(lines.slice(120), [
    'warn postgres.messages_dropped {"count":380}',
    'warn postgres.message {"text":"relation \\"nowhere\\" does not exist","sqlstate":"42P01","serverPid":12}',
  ]);
});

test('the tail keeps only the last lines, cut to a maximum length', () => {
  const log = new ServerLog(recordingLog([]), new ManualClock());
  for (let i = 0; i < 100; i++) log.add(`${i} ${'x'.repeat(100_000)}`);
  assert.equal(log.tail().length, 15);
  assert.ok(log.tail().every(line => line.length <= 2_000));
  assert.match(log.tail().at(-1) ?? '', /^99 /);
});

test('a file system error is explained; every other error is returned unchanged', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const explained = explainFileError(full, '/data');
  assert.ok(explained instanceof DirectoryUnusable);
  assert.match(explained.message, /^Broadsheet cannot work in \/data: the disk is full; make room/);
  const other = new Error('other');
  assert.equal(explainFileError(other, '/data'), other);
});

test('a full disk is explained, with the last lines of the server', () => {
  const line = '[9] 53100 FATAL:  could not write lock file "postmaster.pid": No space left on device';
  const { message } = engineFailed('PostgreSQL did not start on /data.', [line]);
  assert.equal(
    message,
    'PostgreSQL did not start on /data. The disk is full; make room and start again. ' +
      `Its last lines were:\n  ${line}`,
  );
});
