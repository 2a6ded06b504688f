import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface RecoveryContender {
  /** The argument of `worker.ts` for this contender. */
  readonly argument: WorkerArgument;
  publish(): Promise<unknown>;
  close(): Promise<void>;
}

export type WorkerArgument =
  | { readonly kind: 'ours'; readonly url: string; readonly visibilityMs?: number }
  | { readonly kind: 'bullmq'; readonly folder: string; readonly port: number };

const GIVE_UP_AFTER_MS = 120_000;

/** Seconds until the second worker gets the message that the killed worker held. */
export async function timeToRecover(contender: RecoveryContender): Promise<number> {
  const workers: ChildProcess[] = [];
  try {
    const victim = await startWorker(contender.argument, workers);
    await contender.publish();
    await received(victim, 'taken');
    const successor = await startWorker(contender.argument, workers);
    const receivedAgain = received(successor, 'taken');
    victim.kill('SIGKILL');
    const start = performance.now();
    await receivedAgain;
    return (performance.now() - start) / 1_000;
  } finally {
    await Promise.all(workers.map(stop));
    await contender.close();
  }
}

async function startWorker(argument: WorkerArgument, workers: ChildProcess[]): Promise<ChildProcess> {
  const program = path.join(import.meta.dirname, 'worker.ts');
  const worker = spawn(process.execPath, [program, JSON.stringify(argument)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  workers.push(worker);
  await received(worker, 'ready');
  return worker;
}

function received(worker: ChildProcess, expected: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`no '${expected}' from a worker`)), GIVE_UP_AFTER_MS);
  worker.on('message', message => {
    if (message === expected) resolve();
  });
  worker.once('exit', status => reject(new Error(`a worker exited with status ${status}`)));
  return promise.finally(() => clearTimeout(timer));
}

async function stop(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exited = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exited;
}
