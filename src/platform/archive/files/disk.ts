import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  futimesSync,
  lutimesSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ContentAddress } from '../address.ts';
import { MOST_TAIL_BYTES, pack, packedLimit, readMeta, unpack } from '../packing.ts';
import { ArchiveCorrupted, type ArchiveEntry, type ArchiveMeta } from '../port.ts';
import { type ArchivePaths, errorCode } from './paths.ts';

/**
 * The archive's work on its files. Each call waits for the disk, so only threads of the archive's own make them: a disk that
 * hangs holds up nobody else, and a dozen calls in a row cost a third of what they cost as a dozen promises.
 */
export function putOnDisk(disk: Disk, content: IncomingContent): void {
  if (!refresh(disk, content)) write(disk, content);
}

/** Null when there is no such content. */
export function readFromDisk({ paths, maxBytes }: Disk, address: ContentAddress): Uint8Array | null {
  return withFile(paths, address, file => {
    const { size } = fstatSync(file);
    if (size > packedLimit(maxBytes)) throw new ArchiveCorrupted(address, `it has ${size} bytes`);
    return unpack(readFileSync(file), address, maxBytes);
  });
}

export function describeOnDisk({ paths }: Disk, address: ContentAddress): ArchiveEntry | null {
  return withFile(paths, address, file => {
    const { size, mtimeMs } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, MOST_TAIL_BYTES));
    const length = readSync(file, tail, 0, tail.length, size - tail.length);
    const meta = readMeta(tail.subarray(0, length), address);
    return { meta, storedBytes: size, lastPutAt: new Date(Math.round(mtimeMs)) };
  });
}

export function isOnDisk({ paths }: Disk, address: ContentAddress): boolean {
  return withFile(paths, address, () => true) ?? false;
}

/** True when it was there. */
export function deleteOnDisk({ paths }: Disk, address: ContentAddress): boolean {
  return paths.leadsTo(address) && unlessMissing(() => unlinkSync(paths.object(address)));
}

/**
 * True when the content is there, whole, and young again. It is read for that: a file that a crash or a
 * bad disk has damaged is written anew instead of being believed.
 */
function refresh(disk: Disk, { address, now }: IncomingContent): boolean {
  try {
    if (readFromDisk(disk, address) === null) return false;
  } catch (error) {
    if (error instanceof ArchiveCorrupted) return false;
    throw error;
  }
  const at = new Date(now);
  // Missing now when retention took it since; see there why it cannot take it after this.
  return unlessMissing(() => lutimesSync(disk.paths.object(address), at, at));
}

/** Whole or not at all: the file gets its name only after its bytes are on the disk. */
function write({ paths }: Disk, { address, bytes, meta, now, name }: IncomingContent): void {
  const packed = pack(bytes, meta);
  paths.prepare(address);
  const incoming = join(paths.incoming, name);
  try {
    writeDurably(incoming, packed, new Date(now));
    renameSync(incoming, paths.object(address));
  } catch (error) {
    removeTorn(incoming);
    throw error;
  }
}

/** Above all on a full disk the torn file must go. What led here is what is told, not that it could not even go. */
function removeTorn(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Retention takes it after an hour.
  }
}

function writeDurably(path: string, bytes: Uint8Array, time: Date): void {
  const file = openSync(path, WRITE_NEW, 0o600);
  try {
    writeFileSync(file, bytes);
    futimesSync(file, time, time);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function withFile<T>(paths: ArchivePaths, address: ContentAddress, use: (file: number) => T): T | null {
  if (!paths.leadsTo(address)) return null;
  const file = openPlainFile(paths.object(address), address);
  if (file === null) return null;
  try {
    if (!fstatSync(file).isFile()) throw new ArchiveCorrupted(address, 'it is not a file');
    return use(file);
  } finally {
    closeSync(file);
  }
}

/** Opens without following a link and without waiting for the other end of a pipe. */
function openPlainFile(path: string, address: ContentAddress): number | null {
  try {
    return openSync(path, READ_PLAIN);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    if (errorCode(error) === 'ELOOP') throw new ArchiveCorrupted(address, 'it is a link', error);
    throw error;
  }
}

function unlessMissing(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

const READ_PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const WRITE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

export interface Disk {
  readonly paths: ArchivePaths;
  /** The largest content that is taken and handed out. */
  readonly maxBytes: number;
}

export interface IncomingContent {
  readonly address: ContentAddress;
  readonly bytes: Uint8Array;
  readonly meta: ArchiveMeta;
  /** When it is put, by the archive's clock. */
  readonly now: number;
  /** Of the file while it is being written; nobody else's. */
  readonly name: string;
}
