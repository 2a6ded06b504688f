import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const PACKAGES = ['bullmq@6.7.0', 'ioredis@5.11.1'];

/**
 * BullMQ is not a dependency of this repository, because one of its optional packages is missing from some registries,
 * which would make the whole installation fail. It comes from BROADSHEET_BENCH_PEERS, a folder with
 * `npm install bullmq ioredis`, or is installed into a temporary folder for the benchmark.
 */
export async function findBullMq(): Promise<FoundBullMq | { missing: string }> {
  const given = process.env['BROADSHEET_BENCH_PEERS'];
  const folder = given ?? (await mkdtemp(path.join(tmpdir(), 'broadsheet-bench-peers-')));
  const remove = async () => {
    if (given === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    if (given === undefined) await install(folder);
    return { ...load(folder), folder, remove };
  } catch (error) {
    await remove();
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    return {
      missing: `BullMQ could not be ${given === undefined ? 'installed' : `loaded from ${given}`} (${reason})`,
    };
  }
}

async function install(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', ...quiet, ...PACKAGES], { cwd: folder, timeout: 60_000 });
}

export function load(folder: string): { bullmq: BullMq; version: string } {
  const require = createRequire(path.resolve(folder, 'package.json'));
  const bullmq: unknown = require('bullmq');
  // BullMQ loads its client only when it connects; load it now to fail early.
  require.resolve('ioredis');
  const manifest: unknown = require('bullmq/package.json');
  if (!isBullMq(bullmq)) throw new TypeError('the BullMQ package does not export Queue and Worker');
  return { bullmq, version: versionOf(manifest) };
}

function versionOf(manifest: unknown): string {
  const found = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return found ? String(manifest.version) : 'unknown';
}

function isBullMq(value: unknown): value is BullMq {
  return typeof value === 'object' && value !== null && 'Queue' in value && 'Worker' in value;
}

export interface FoundBullMq {
  readonly bullmq: BullMq;
  readonly version: string;
  readonly folder: string;
  /** Removes the temporary folder; a given folder stays. */
  remove(): Promise<void>;
}

/** The part of BullMQ in use. */
export interface BullMq {
  readonly Queue: new (name: string, options: QueueOptions) => BullQueue;
  readonly Worker: new (
    name: string,
    processor: (job: { readonly data: unknown }) => Promise<unknown>,
    options: WorkerOptions,
  ) => BullWorker;
}

interface QueueOptions {
  readonly connection: Connection;
  readonly defaultJobOptions?: { readonly removeOnComplete: boolean };
}

interface WorkerOptions {
  readonly connection: Connection;
  readonly concurrency?: number;
  readonly autorun?: boolean;
}

interface Connection {
  readonly host: string;
  readonly port: number;
}

interface BullQueue {
  waitUntilReady(): Promise<unknown>;
  add(name: string, data: unknown): Promise<unknown>;
  addBulk(jobs: readonly { readonly name: string; readonly data: unknown }[]): Promise<unknown>;
  obliterate(options: { readonly force: boolean; readonly count: number }): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

interface BullWorker {
  waitUntilReady(): Promise<unknown>;
  run(): Promise<void>;
  on(event: 'completed', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}
