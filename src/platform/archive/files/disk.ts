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
import { MAX_TAIL_BYTES, pack, packedLimit, readMeta, unpack } from '../packing.ts';
import { ArchiveCorrupted, type ArchiveEntry, type ArchiveMeta } from '../port.ts';
import { type ArchivePaths, errorCode } from './paths.ts';

/**
 * The archive's file operations. Each call blocks on the disk, so only the archive's own threads make them: a hanging
 * disk delays nothing else, and a dozen synchronous calls cost a third of a dozen promises.
 */
export function putOnDisk(disk: Disk, content: IncomingContent): void {
  if (!refresh(disk, content)) write(disk, content);
}

/** Null when the content does not exist. */
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
    const tail = Buffer.alloc(Math.min(size, MAX_TAIL_BYTES));
    const length = readSync(file, tail, 0, tail.length, size - tail.length);
    const meta = readMeta(tail.subarray(0, length), address);
    return { meta, storedBytes: size, lastPutAt: new Date(Math.round(mtimeMs)) };
  });
}

export function isOnDisk({ paths }: Disk, address: ContentAddress): boolean {
  return withFile(paths, address, () => true) ?? false;
}

/** True when it existed. */
export function deleteOnDisk({ paths }: Disk, address: ContentAddress): boolean {
  return paths.leadsTo(address) && unlessMissing(() => unlinkSync(paths.object(address)));
}

/**
 * True when the content exists, is intact, and its age was reset. Reads the content, so that a file damaged by a crash
 * or a bad disk is rewritten instead of trusted.
 */
function refresh(disk: Disk, { address, now }: IncomingContent): boolean {
  try {
    if (readFromDisk(disk, address) === null) return false;
  } catch (error) {
    if (error instanceof ArchiveCorrupted) return false;
    throw error;
  }
  const at = new Date(now);
  // Missing now when retention has just removed it; see retention.ts why it cannot remove it after this.
  return unlessMissing(() => lutimesSync(disk.paths.object(address), at, at));
}

/** Atomic: the file gets its name only after its bytes are on the disk. */
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

/**
 * A torn file must be removed, above all on a full disk. The caller's error is reported, not a failure of the
 * removal.
 */
function removeTorn(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Retention removes it after an hour.
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
  /** Maximum size of a content. */
  readonly maxBytes: number;
}

export interface IncomingContent {
  readonly address: ContentAddress;
  readonly bytes: Uint8Array;
  readonly meta: ArchiveMeta;
  /** The time of the put, by the archive's clock. */
  readonly now: number;
  /** Temporary file name, unique to this write. */
  readonly name: string;
}
