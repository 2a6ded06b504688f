import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../lib/clock.ts';
import type { ContentAddress } from '../address.ts';
import { ArchiveCorrupted, type ArchiveEntry, ArchiveRefused } from '../port.ts';
import {
  type Disk,
  deleteOnDisk,
  describeOnDisk,
  type IncomingContent,
  isOnDisk,
  putOnDisk,
  readFromDisk,
} from './disk.ts';
import { ArchivePaths, errorCode } from './paths.ts';

/**
 * One thread of the archive, which does one operation at a time. It ends after some idle time, but not before the
 * operation for which it was started.
 */
const { directory, maxBytes, idleMs }: ThreadSettings = workerData;
const disk: Disk = { paths: new ArchivePaths(directory), maxBytes };
let received = 0;
parentPort?.on('message', (work: DiskWork) => {
  received++;
  parentPort?.postMessage(perform(work));
});
for (let before = 0; before === 0 || before !== received; ) {
  before = received;
  await systemClock.sleep(idleMs);
}
parentPort?.close();

function perform(work: DiskWork): DiskAnswer {
  try {
    return { kind: 'done', value: execute(work) };
  } catch (error) {
    if (error instanceof ArchiveCorrupted)
      return { kind: 'corrupted', address: error.address, reason: error.reason, cause: error.cause };
    if (error instanceof ArchiveRefused) return { kind: 'refused', message: error.message };
    return { kind: 'failed', error, code: errorCode(error) };
  }
}

function execute(work: DiskWork): DiskValue {
  switch (work.kind) {
    case 'put':
      putOnDisk(disk, work.content);
      return true;
    case 'get':
      return readFromDisk(disk, work.address);
    case 'has':
      return isOnDisk(disk, work.address);
    case 'stat':
      return describeOnDisk(disk, work.address);
    case 'delete':
      return deleteOnDisk(disk, work.address);
  }
}

export interface ThreadSettings {
  readonly directory: string;
  readonly maxBytes: number;
  readonly idleMs: number;
}

export type DiskWork =
  | { readonly kind: 'put'; readonly content: IncomingContent }
  | { readonly kind: 'get' | 'has' | 'stat' | 'delete'; readonly address: ContentAddress };

export type DiskValue = Uint8Array | ArchiveEntry | boolean | null;

/** Errors lose their class and their code between threads. */
export type DiskAnswer =
  | { readonly kind: 'done'; readonly value: DiskValue }
  | {
      readonly kind: 'corrupted';
      readonly address: ContentAddress;
      readonly reason: string;
      readonly cause: unknown;
    }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly error: unknown; readonly code: string | undefined };
