import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { systemClock } from '../../src/lib/clock.ts';

/** The processes of a chaos test: a killed one is restarted immediately, and one is always left running. */
export class FaultedProcesses {
  readonly #options: FaultedProcessesOptions;
  readonly #slots: (ChildProcess | undefined)[];
  readonly #busy = new Set<number>();
  readonly pauses: Pause[] = [];
  kills = 0;
  /** How many messages equal to `countedMessage` were received. */
  countedMessages = 0;
  /** Processes that ended without being killed by the test. */
  crashes = 0;

  constructor(options: FaultedProcessesOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.count }, () => undefined);
  }

  async start(): Promise<void> {
    await Promise.all(this.#slots.map((_, slot) => this.#startIn(slot)));
  }

  /** Sends SIGKILL to a process that is not paused and starts a replacement. */
  async killOne(): Promise<void> {
    await this.#withOne(async slot => {
      this.kills++;
      await end(this.#slots[slot]);
      await this.#startIn(slot);
    });
  }

  /** Sends SIGSTOP, and SIGCONT after `ms`. */
  async pauseOne(ms: number): Promise<void> {
    await this.#withOne(async slot => {
      const child = this.#slots[slot];
      const from = systemClock.now();
      child?.kill('SIGSTOP');
      await systemClock.sleep(ms);
      this.pauses.push({ process: child?.pid ?? 0, from, to: systemClock.now() });
      child?.kill('SIGCONT');
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#slots.map(end));
  }

  async #withOne(work: (slot: number) => Promise<void>): Promise<void> {
    const awake = [...this.#slots.keys()].filter(slot => !this.#busy.has(slot));
    const slot = awake[Math.floor(Math.random() * awake.length)];
    if (slot === undefined || awake.length === 1) return;
    this.#busy.add(slot);
    await work(slot).finally(() => this.#busy.delete(slot));
  }

  async #startIn(slot: number): Promise<void> {
    const { module, url, countedMessage } = this.#options;
    const child = fork(path.join(import.meta.dirname, module), [url]);
    this.#slots[slot] = child;
    child.on('message', message => {
      if (message === countedMessage) this.countedMessages++;
    });
    const exited = once(child, 'exit').then(([code, signal]) => {
      if (signal !== 'SIGKILL') this.crashes++;
      throw new Error(`a process ended (${signal ?? code})`);
    });
    // Rejects a pending start; afterwards the exit is only counted.
    exited.catch(() => undefined);
    await Promise.race([once(child, 'message'), exited]);
  }
}

/** Repeats the work at irregular intervals until the signal. */
export async function repeatUntil(work: () => Promise<void>, ms: number, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await work();
    await systemClock.sleep(ms * (0.75 + Math.random() / 2), stop).catch(() => undefined);
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

export interface FaultedProcessesOptions {
  /** Beside this file; its argument is the url, and it sends a message when it is ready. */
  readonly module: string;
  readonly url: string;
  readonly count: number;
  /** The message that is counted. */
  readonly countedMessage: string;
}

export interface Pause {
  readonly process: number;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}
