import type { Worker } from 'node:worker_threads';
import { atEnd } from './cleanup.ts';

/** Collects the worker threads that this process starts from now on, so that a test can end them. */
export function collectWorkers(): Worker[] {
  const workers: Worker[] = [];
  const collect = (worker: Worker) => workers.push(worker);
  process.on('worker', collect);
  atEnd(() => void process.off('worker', collect));
  return workers;
}
