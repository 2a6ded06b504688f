import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ManualClock, systemClock } from '../../../lib/clock.ts';
import { acquireDirectoryLock } from './directory-lock.ts';
import { DirectoryInUse, DirectoryUnusable } from './errors.ts';
import { runScript, temporaryDirectory } from './testing/support.ts';

test('PG-1 a second start on one directory is refused with an explanation', async t => {
  const directory = await temporaryDirectory(t);
  const lock = await acquireDirectoryLock(directory, new ManualClock(Date.UTC(2026, 2, 1, 12)));
  await assert.rejects(acquireDirectoryLock(directory, systemClock), error => {
    assert.ok(error instanceof DirectoryInUse);
    assert.equal(
      error.message,
      `The directory ${directory} is in use: process ${process.pid} has held it since ` +
        '2026-03-01T12:00:00.000Z. Two programs on one directory would destroy its data. ' +
        `Stop that process first (kill ${process.pid}), or choose another directory.`,
    );
    return true;
  });
  await lock.release();
  await lock.release();
  await (await acquireDirectoryLock(directory, systemClock)).release();
});

test('locks for different purposes do not exclude one another', async t => {
  const directory = await temporaryDirectory(t);
  const program = await acquireDirectoryLock(directory, systemClock);
  const server = await acquireDirectoryLock(directory, systemClock, 'postgres');
  await assert.rejects(acquireDirectoryLock(directory, systemClock, 'postgres'), DirectoryInUse);
  await Promise.all([program.release(), server.release()]);
});

test('a lock is released when its holder dies, also by kill -9', async t => {
  const directory = await temporaryDirectory(t);
  const holder = runScript(t, 'locker.ts', [directory]);
  assert.deepEqual(await holder.first, { held: true, pid: holder.child.pid });
  await assert.rejects(acquireDirectoryLock(directory, systemClock), {
    name: 'DirectoryInUse',
    message: new RegExp(`process ${holder.child.pid} has held it since`),
  });
  holder.child.kill('SIGKILL');
  await holder.ended;
  await (await acquireDirectoryLock(directory, systemClock)).release();
});

test('an unrelated process that reuses the pid of a dead holder neither blocks a start nor is named in the error', async t => {
  const directory = await temporaryDirectory(t);
  const stale = JSON.stringify({ pid: process.pid, started: 'long ago', since: '2020-01-01T00:00:00.000Z' });
  await writeFile(join(directory, 'broadsheet.holder'), stale);
  const lock = await acquireDirectoryLock(directory, systemClock);
  await writeFile(join(directory, 'broadsheet.holder'), stale);
  await assert.rejects(acquireDirectoryLock(directory, systemClock), {
    name: 'DirectoryInUse',
    message: /another process holds it/,
  });
  await lock.release();
});

test('exactly one of many concurrent starts wins, also after the winner was killed', async t => {
  const directory = await temporaryDirectory(t);
  await raceAndKillWinner(t, directory);
  await raceAndKillWinner(t, directory);
});

async function raceAndKillWinner(t: TestContext, directory: string): Promise<void> {
  const racers = Array.from({ length: 10 }, () => runScript(t, 'locker.ts', [directory]));
  const results = await Promise.all(racers.map(racer => racer.first));
  const winners = results.filter(isWinner);
  assert.equal(winners.length, 1, JSON.stringify(results));
  for (const racer of racers) racer.child.kill('SIGKILL');
  await Promise.all(
    racers.map(racer => racer.child.exitCode ?? racer.child.signalCode ?? once(racer.child, 'exit')),
  );
}

function isWinner(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'held' in result && result.held === true;
}

test('a path that is a file is refused with an explanation', async t => {
  const directory = await temporaryDirectory(t);
  await writeFile(join(directory, 'taken'), '');
  await assert.rejects(acquireDirectoryLock(join(directory, 'taken'), systemClock), error => {
    assert.ok(error instanceof DirectoryUnusable);
    assert.match(error.message, /cannot keep its data in .*taken, because it is a file/);
    return true;
  });
});
