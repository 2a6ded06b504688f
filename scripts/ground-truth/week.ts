import { parentPort, Worker, workerData } from 'node:worker_threads';
import { runDescribedWorld } from '../../src/stories/ground-truth.testing.ts';
import { createWorld } from '../../world/world.ts';
import { described } from './described.ts';
import type { Lived } from './reports.ts';

const STARTS_AT = Date.UTC(2026, 4, 4);

/** Runs some days of one world in a thread. */
export function liveDays(seed: number, days: number): Promise<Lived> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { seed, days } });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function live({ seed, days }: Wanted): Promise<Lived> {
  const world = createWorld({ seed, startsAt: STARTS_AT });
  const until = STARTS_AT + days * 86_400_000;
  const articles = await described(world, STARTS_AT, until);
  const began = process.threadCpuUsage();
  const truth = runDescribedWorld(world, STARTS_AT, until, articles);
  return { seed, truth, seconds: process.threadCpuUsage(began).user / 1e6 };
}

interface Wanted {
  readonly seed: number;
  readonly days: number;
}

parentPort?.postMessage(await live(workerData as Wanted));
