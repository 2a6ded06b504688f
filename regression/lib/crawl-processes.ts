import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { systemClock } from '../../src/lib/clock.ts';

/** The crawlers of the chaos test: one that is killed is started again at once. */
export class CrawlProcesses {
  readonly #url: string;
  readonly #slots: (ChildProcess | undefined)[];
  readonly #busy = new Set<number>();
  readonly pauses: Pause[] = [];
  kills = 0;
  /** Visits that found their lease over. */
  late = 0;
  /** Processes that ended without being killed by us. */
  crashes = 0;

  constructor(url: string, count: number) {
    this.#url = url;
    this.#slots = Array.from({ length: count }, () => undefined);
  }

  async start(): Promise<void> {
    await Promise.all(this.#slots.map((_, slot) => this.#startIn(slot)));
  }

  /** SIGKILL to one that is awake, and another in its place. */
  async killOne(): Promise<void> {
    const slot = this.#anyAwake();
    if (slot === undefined) return;
    this.#busy.add(slot);
    this.kills++;
    await end(this.#slots[slot]);
    await this.#startIn(slot);
    this.#busy.delete(slot);
  }

  /** SIGSTOP, and SIGCONT after `ms`. */
  async pauseOne(ms: number): Promise<void> {
    const slot = this.#anyAwake();
    const child = slot === undefined ? undefined : this.#slots[slot];
    if (slot === undefined || !child) return;
    this.#busy.add(slot);
    const from = systemClock.now();
    child.kill('SIGSTOP');
    await systemClock.sleep(ms);
    this.pauses.push({ process: child.pid ?? 0, from, to: systemClock.now() });
    child.kill('SIGCONT');
    this.#busy.delete(slot);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#slots.map(end));
  }

  #anyAwake(): number | undefined {
    const awake = [...this.#slots.keys()].filter(slot => !this.#busy.has(slot));
    return awake[Math.floor(Math.random() * awake.length)];
  }

  async #startIn(slot: number): Promise<void> {
    const child = fork(path.join(import.meta.dirname, 'crawl-process.ts'), [this.#url]);
    this.#slots[slot] = child;
    child.on('message', message => {
      if (message === 'late') this.late++;
    });
    const exited = once(child, 'exit').then(([code, signal]) => {
      if (signal !== 'SIGKILL') this.crashes++;
      throw new Error(`a crawler ended (${signal ?? code})`);
    });
    // Whoever waits for the start hears of it; afterwards it is counted.
    exited.catch(() => undefined);
    await Promise.race([once(child, 'message'), exited]);
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

export interface Pause {
  readonly process: number;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}
