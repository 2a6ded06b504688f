import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { PROCESSES } from './chaos.ts';

/** The processes of the chaos test; a killed one is restarted at once. */
export class ChaosProcesses {
  readonly #url: string;
  readonly #slots: ChildProcess[] = [];
  readonly #stopped = new Set<number>();
  kills = 0;
  pauses = 0;
  /** Late effects that were rolled back. */
  refused = 0;
  /** Processes that ended without being killed by the test. */
  crashes = 0;

  constructor(url: string) {
    this.#url = url;
  }

  async start(): Promise<void> {
    for (let slot = 0; slot < PROCESSES; slot++) await this.#startIn(slot);
  }

  /** Sends SIGKILL to a process that is not paused and starts a replacement. */
  async killOne(): Promise<void> {
    const slot = this.#anyAwake();
    if (slot === undefined) return;
    this.kills++;
    await end(this.#slots[slot]);
    await this.#startIn(slot);
  }

  /** Sends SIGSTOP, and SIGCONT after `ms`. */
  async pauseOne(ms: number): Promise<void> {
    const slot = this.#anyAwake();
    if (slot === undefined) return;
    this.pauses++;
    this.#stopped.add(slot);
    this.#slots[slot]?.kill('SIGSTOP');
    await new Promise(resolve => setTimeout(resolve, ms));
    this.#slots[slot]?.kill('SIGCONT');
    this.#stopped.delete(slot);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#slots.map(end));
  }

  #anyAwake(): number | undefined {
    const awake = this.#slots.map((_, slot) => slot).filter(slot => !this.#stopped.has(slot));
    return awake[Math.floor(Math.random() * awake.length)];
  }

  async #startIn(slot: number): Promise<void> {
    const program = path.join(import.meta.dirname, 'chaos-worker.ts');
    const style = slot % 2 === 0 ? 'work' : 'receive';
    const child = spawn(process.execPath, [program, this.#url, style], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#slots[slot] = child;
    child.on('message', message => {
      if (message === 'refused') this.refused++;
    });
    child.on('exit', (_, signal) => {
      if (signal !== 'SIGKILL') this.crashes++;
    });
    await Promise.race([once(child, 'message'), failure(child)]);
  }
}

async function failure(child: ChildProcess): Promise<never> {
  const [status, signal] = await once(child, 'exit');
  throw new Error(`a worker process ended unexpectedly (${signal ?? status})`);
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
