import { constants } from 'node:fs';
import { type FileHandle, lutimes, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../lib/clock.ts';
import { createIdSource } from '../../../lib/ids.ts';
import type { Random } from '../../../lib/random.ts';
import { addressOf, type ContentAddress } from '../address.ts';
import { MOST_TAIL_BYTES, pack, packedLimit, readMeta, unpack } from '../packing.ts';
import {
  type Archive,
  ArchiveCorrupted,
  type ArchiveEntry,
  type ArchiveMeta,
  ArchiveRefused,
  type ArchiveUsage,
} from '../port.ts';
import { createGate, type Gate } from './gate.ts';
import { ArchivePaths, errorCode, missingAs } from './paths.ts';
import { removeOlderThan, walk } from './retention.ts';

/** The archive in a directory, which several processes may share. A file's time is that of its last put. */
export function createFileArchive(options: FileArchiveOptions): Archive {
  return new FileArchive(options);
}

class FileArchive implements Archive {
  readonly #paths: ArchivePaths;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #maxBytes: number;
  readonly #inTurn: Gate;

  constructor({ directory, clock, random, maxBytes = 64 * 1024 * 1024, lanes = 2 }: FileArchiveOptions) {
    this.#paths = new ArchivePaths(directory);
    this.#clock = clock;
    this.#newId = createIdSource(clock, random);
    this.#maxBytes = maxBytes;
    this.#inTurn = createGate(lanes);
  }

  async put(bytes: Uint8Array, meta: ArchiveMeta = {}): Promise<ContentAddress> {
    if (bytes.byteLength > this.#maxBytes) {
      throw new ArchiveRefused(`${bytes.byteLength} bytes are more than the archive takes`);
    }
    const address = addressOf(bytes);
    return this.#inTurn(async () => {
      if (!(await this.#refresh(address))) await this.#write(address, await pack(bytes, meta));
      return address;
    });
  }

  get(address: ContentAddress): Promise<Uint8Array | null> {
    return this.#inTurn(() => this.#read(address));
  }

  async has(address: ContentAddress): Promise<boolean> {
    return (await this.#inTurn(() => this.#withFile(address, async () => true))) ?? false;
  }

  stat(address: ContentAddress): Promise<ArchiveEntry | null> {
    return this.#inTurn(() => this.#withFile(address, describe));
  }

  async delete(address: ContentAddress): Promise<boolean> {
    if (!(await this.#paths.leadsTo(address))) return false;
    return unlink(this.#paths.object(address)).then(() => true, missingAs(false));
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

  /**
   * True when the content is there, whole, and young again. It is read for that: a file that a crash or a
   * bad disk has damaged is written anew instead of being believed.
   */
  async #refresh(address: ContentAddress): Promise<boolean> {
    try {
      if ((await this.#read(address)) === null) return false;
    } catch (error) {
      if (error instanceof ArchiveCorrupted) return false;
      throw error;
    }
    const now = new Date(this.#clock.now());
    // Missing now when retention took it since; see there why it cannot take it after this.
    return lutimes(this.#paths.object(address), now, now).then(() => true, missingAs(false));
  }

  /** Whole or not at all: the file gets its name only after its bytes are on the disk. */
  async #write(address: ContentAddress, packed: Uint8Array): Promise<void> {
    await this.#paths.prepare(address);
    const incoming = join(this.#paths.incoming, this.#newId());
    try {
      await writeDurably(incoming, packed, new Date(this.#clock.now()));
      await rename(incoming, this.#paths.object(address));
    } catch (error) {
      // Above all on a full disk the torn file must go; the first error is the one to tell.
      await unlink(incoming).catch(() => undefined);
      throw error;
    }
  }

  #read(address: ContentAddress): Promise<Uint8Array | null> {
    return this.#withFile(address, async file => {
      const { size } = await file.stat();
      if (size > packedLimit(this.#maxBytes)) throw new ArchiveCorrupted(address, `it has ${size} bytes`);
      return unpack(await file.readFile(), address, this.#maxBytes);
    });
  }

  async #withFile<T>(
    address: ContentAddress,
    use: (file: FileHandle, address: ContentAddress) => Promise<T>,
  ): Promise<T | null> {
    if (!(await this.#paths.leadsTo(address))) return null;
    const file = await openPlainFile(this.#paths.object(address), address);
    if (file === null) return null;
    try {
      return await use(file, address);
    } finally {
      await file.close();
    }
  }
}

/** Opens without following a link and without waiting for the other end of a pipe. */
async function openPlainFile(path: string, address: ContentAddress): Promise<FileHandle | null> {
  const file = await open(path, READ_PLAIN).catch(error => {
    if (errorCode(error) === 'ENOENT') return null;
    if (errorCode(error) === 'ELOOP') throw new ArchiveCorrupted(address, 'it is a link', error);
    throw error;
  });
  if (file === null || (await file.stat()).isFile()) return file;
  await file.close();
  throw new ArchiveCorrupted(address, 'it is not a file');
}

async function describe(file: FileHandle, address: ContentAddress): Promise<ArchiveEntry> {
  const { size, mtimeMs } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, MOST_TAIL_BYTES));
  const { bytesRead } = await file.read(tail, 0, tail.length, size - tail.length);
  const meta = readMeta(tail.subarray(0, bytesRead), address);
  return { meta, storedBytes: size, lastPutAt: new Date(Math.round(mtimeMs)) };
}

async function writeDurably(path: string, bytes: Uint8Array, time: Date): Promise<void> {
  const file = await open(path, WRITE_NEW, 0o600);
  try {
    await file.writeFile(bytes);
    await file.utimes(time, time);
    await file.sync();
  } finally {
    await file.close();
  }
}

const READ_PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const WRITE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

export interface FileArchiveOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
  /** The largest content that is taken and handed out. */
  readonly maxBytes?: number;
  /** How many operations run at once. */
  readonly lanes?: number;
}
