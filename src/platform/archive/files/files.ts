import type { Clock } from '../../../lib/clock.ts';
import { createIdSource } from '../../../lib/ids.ts';
import type { Random } from '../../../lib/random.ts';
import type { OnThreadCrash } from '../../threads/pool.ts';
import { addressOf, type ContentAddress } from '../address.ts';
import {
  type Archive,
  type ArchiveEntry,
  type ArchiveMeta,
  ArchiveRefused,
  type ArchiveUsage,
} from '../port.ts';
import { ArchivePaths } from './paths.ts';
import { removeOlderThan, walk } from './retention.ts';
import { createDiskThreads, type DiskThreads } from './threads.ts';

/** The archive in a directory, which several processes may share. A file's modification time is its last put. */
export function createFileArchive(options: FileArchiveOptions): Archive {
  return new FileArchive(options);
}

class FileArchive implements Archive {
  readonly #paths: ArchivePaths;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #maxBytes: number;
  readonly #onDisk: DiskThreads;

  constructor({ directory, clock, random, ...options }: FileArchiveOptions) {
    const { maxBytes = 64 * 1024 * 1024, threads = 2, idleMs = 5_000 } = options;
    this.#paths = new ArchivePaths(directory);
    this.#clock = clock;
    this.#newId = createIdSource(clock, random);
    this.#maxBytes = maxBytes;
    this.#onDisk = createDiskThreads({ directory, maxBytes, idleMs }, threads, options.onCrash);
  }

  async put(bytes: Uint8Array, meta: ArchiveMeta = {}, address = addressOf(bytes)): Promise<ContentAddress> {
    if (bytes.byteLength > this.#maxBytes) {
      throw new ArchiveRefused(`${bytes.byteLength} bytes exceed the limit of the archive`);
    }
    const content = { address, bytes: ownBuffer(bytes), meta, now: this.#clock.now(), name: this.#newId() };
    await this.#onDisk({ kind: 'put', content });
    return address;
  }

  async get(address: ContentAddress): Promise<Uint8Array | null> {
    const bytes = await this.#onDisk({ kind: 'get', address });
    return bytes instanceof Uint8Array ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null;
  }

  async has(address: ContentAddress): Promise<boolean> {
    return (await this.#onDisk({ kind: 'has', address })) === true;
  }

  async stat(address: ContentAddress): Promise<ArchiveEntry | null> {
    const entry = await this.#onDisk({ kind: 'stat', address });
    return typeof entry === 'object' && entry !== null && 'meta' in entry ? entry : null;
  }

  async delete(address: ContentAddress): Promise<boolean> {
    return (await this.#onDisk({ kind: 'delete', address })) === true;
  }

  deleteOlderThan(moment: Date): Promise<number> {
    return removeOlderThan(this.#paths, moment, { now: this.#clock.now(), newId: this.#newId });
  }

  async usage(): Promise<ArchiveUsage> {
    let contents = 0;
    let storedBytes = 0;
    for await (const { size } of walk(this.#paths)) {
      contents += 1;
      storedBytes += size;
    }
    return { contents, storedBytes };
  }
}

/** A view of a larger buffer would transfer all of it to the other thread. */
function ownBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

export interface FileArchiveOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Maximum size of a content. */
  readonly maxBytes?: number;
  /** Maximum number of concurrent operations. */
  readonly threads?: number;
  /** A thread ends after this much idle time. */
  readonly idleMs?: number;
  readonly onCrash?: OnThreadCrash;
}
