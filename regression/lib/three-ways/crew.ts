import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Way } from './agreed.ts';

/**
 * The worker processes and their supervisor: one that ends is started again, one that gives no sign of life is
 * killed first. The machine's own supervisor would do the same.
 */
export class Crew {
  readonly #url: string;
  readonly #ways: readonly Way[];
  readonly #children = new Set<ChildProcess>();
  #starting: Promise<unknown>[] = [];
  #over = false;
  /** Processes that were killed because nothing was heard of them. */
  silenced = 0;
  /** Processes that ended by themselves. */
  ended = 0;

  constructor(url: string, ways: readonly Way[]) {
    this.#url = url;
    this.#ways = ways;
  }

  async start(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await this.#startOne();
  }

  async stop(): Promise<void> {
    this.#over = true;
    await Promise.allSettled(this.#starting);
    await Promise.all([...this.#children].map(end));
  }

  async #startOne(): Promise<void> {
    const child = fork(WORKER, [this.#url, ...this.#ways], {
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#children.add(child);
    let silence: NodeJS.Timeout | undefined;
    child.on('message', () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        this.silenced++;
        this.ended--;
        child.kill('SIGKILL');
      }, SILENCE_MS);
    });
    child.on('exit', () => {
      clearTimeout(silence);
      this.#children.delete(child);
      if (this.#over) return;
      this.ended++;
      this.#starting.push(this.#startOne());
    });
    await once(child, 'message');
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const WORKER = join(import.meta.dirname, 'worker.ts');
const SILENCE_MS = 2_000;
