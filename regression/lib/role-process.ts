import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '../../src/lib/clock.ts';
import { TEST_SECRET } from '../../test/harness/config.ts';

/** One role of the program in its own process, as an operator starts it; restarted at once when killed. */
export class RoleProcess {
  readonly role: string;
  readonly #flags: readonly string[];
  #child: ChildProcess | undefined;
  #output = '';
  kills = 0;
  /** Times that it ended without being killed by us. */
  crashes = 0;

  constructor(role: string, flags: readonly string[]) {
    this.role = role;
    this.#flags = flags;
  }

  start(): void {
    const child = spawn(
      process.execPath,
      [MAIN, 'run', '--roles', this.role, '--demo', 'off', ...PATIENCE, ...this.#flags],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], BROADSHEET_SECRET: TEST_SECRET },
      },
    );
    child.stderr.on('data', chunk => {
      this.#output = (this.#output + String(chunk)).slice(-4_000);
    });
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') return;
      this.crashes++;
      console.error(`the role ${this.role} ended unexpectedly (${signal ?? code}):\n${this.#output}`);
    });
    this.#child = child;
  }

  async kill(): Promise<void> {
    this.kills++;
    await this.stop();
    this.start();
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

/** Resolves when the program at the address answers that it is ready. */
export async function waitUntilReady(url: string, patienceMs = 60_000): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (performance.now() < giveUpAt) {
    // A starting process delays requests; one that is killed meanwhile never answers them.
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(POLL_MS) }).catch(() => null);
    if (response?.ok) return;
    await systemClock.sleep(50);
  }
  throw new Error(`no process is ready at ${url} after ${Math.round(patienceMs / 1_000)} s`);
}

const POLL_MS = 5_000;
/** A killed PostgreSQL replays its log before it answers, which takes long on a slow disk. */
const PATIENCE = ['--database-wait', '2m'];
const MAIN = join(import.meta.dirname, '../../src/main.ts');
