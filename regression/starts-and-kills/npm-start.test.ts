import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../../src/cli/cli.testing.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { clusterOf } from '../../src/platform/database/embedded/cluster-location.ts';
import { acquireDirectoryLock } from '../../src/platform/database/embedded/directory-lock.ts';
import { readPidFile } from '../../src/platform/database/embedded/pid-file.ts';
import { isAlive } from '../../src/platform/database/embedded/processes.ts';
import { eventually } from '../../test/harness/eventually.ts';
import { freePort } from '../../test/harness/free-port.ts';

const ROOT = join(import.meta.dirname, '../..');
const PATIENCE_MS = 180_000;

/** `start` and `broadsheet` are the scripts that run until they are stopped. */
for (const script of [
  ['start', '--'],
  ['run', 'broadsheet', '--', 'up'],
])
  test(`RUN-3: SIGTERM to the process of \`npm ${script.join(' ')}\` alone ends everything that it started`, async t => {
    const data = join(await temporaryDirectory(), 'data');
    const port = await freePort();
    // Its own process group: a failed test leaves nothing behind.
    const npm = spawn('npm', [...script, '--data', data, '--port', String(port), '--demo', 'off'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
      stdio: 'ignore',
      detached: true,
    });
    t.after(() => killGroup(npm.pid));
    const ended = once(npm, 'exit');
    await eventually(async () => {
      assert.equal(npm.exitCode, null, 'npm ended');
      assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
    }, PATIENCE_MS);
    const pids = await pidsOf(data);
    for (const pid of pids) assert.ok(isAlive(pid));

    assert.ok(npm.kill('SIGTERM'));
    await ended;
    await eventually(async () => {
      assert.deepEqual(
        pids.filter(pid => isAlive(pid)),
        [],
      );
      assert.equal(await isListening(port), false);
    }, PATIENCE_MS);
    const lock = await acquireDirectoryLock(data, systemClock);
    await lock.release();
  });

/** The program, which holds the data directory, and its PostgreSQL. */
async function pidsOf(data: string): Promise<number[]> {
  const holder: unknown = JSON.parse(await readFile(join(data, 'broadsheet.holder'), 'utf8'));
  assert.ok(typeof holder === 'object' && holder !== null && 'pid' in holder);
  const server = await readPidFile((await clusterOf(data)).path);
  return [Number(holder.pid), Number(server?.pid)];
}

function isListening(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // Nothing of the group is left, as it should be.
    assert.equal(error instanceof Error && 'code' in error ? error.code : error, 'ESRCH');
  }
}
