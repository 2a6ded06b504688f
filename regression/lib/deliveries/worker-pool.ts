import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Transport } from './protocol.ts';

/**
 * The worker processes and their supervisor: one that ends is restarted, one without a heartbeat is
 * killed first. The machine's own supervisor would do the same.
 */
export class WorkerPool {
  readonly #url: string;
  readonly #transports: readonly Transport[];
  readonly #silenceMs: number;
  readonly #children = new Set<ChildProcess>();
  #starting: Promise<unknown>[] = [];
  #isStopped = false;
  /** Processes killed for missing heartbeats. */
  killedForSilence = 0;
  /** Processes that ended without being killed. */
  ended = 0;

  constructor({ workerUrl, transports, silenceMs }: WorkerPoolOptions) {
    this.#url = workerUrl;
    this.#transports = transports;
    this.#silenceMs = silenceMs;
  }

  async start(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await this.#startOne();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled(this.#starting);
    await Promise.all([...this.#children].map(end));
  }

  async #startOne(): Promise<void> {
    const child = fork(WORKER, [this.#url, ...this.#transports], {
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#children.add(child);
    let silence: NodeJS.Timeout | undefined;
    child.on('message', () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        this.killedForSilence++;
        this.ended--;
        child.kill('SIGKILL');
      }, this.#silenceMs);
    });
    child.on('exit', () => {
      clearTimeout(silence);
      this.#children.delete(child);
      if (this.#isStopped) return;
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

export interface WorkerPoolOptions {
  readonly transports: readonly Transport[];
  readonly workerUrl: string;
  /** A process without a heartbeat for this long is killed. */
  readonly silenceMs: number;
}
