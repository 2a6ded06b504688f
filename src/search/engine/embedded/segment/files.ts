import { closeSync, fsyncSync, openSync, readFileSync, readSync, renameSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { ByteWriter } from './bytes.ts';

/** A file that is written from front to end and whose checksum is known when it is closed. */
export class FileWriter {
  readonly bytes = new ByteWriter(1 << 16);
  readonly #file: number;
  #checksum = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  /** To be called now and then: keeps what waits in memory small. */
  ease(): void {
    if (this.bytes.length > DRAIN_AT) this.#drain();
  }

  /** Resolves to what the segment notes about the file; it is on the disk then. */
  close(): FileNote {
    this.#drain();
    fsyncSync(this.#file);
    closeSync(this.#file);
    return { bytes: this.bytes.position, checksum: this.#checksum };
  }

  /** Lets go of the file when it will not be finished. */
  abandon(): void {
    closeSync(this.#file);
  }

  #drain(): void {
    this.bytes.drain(bytes => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
      this.#checksum = crc32(bytes, this.#checksum);
    });
  }
}

/** Reads parts of a file that never changes; the system's cache of files is all the memory that takes. */
export class FileReader {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
  }

  /** The first `length` bytes of `into` are filled. */
  read(from: number, length: number, into: Uint8Array): void {
    let at = 0;
    while (at < length) {
      const got = readSync(this.#file, into, at, length - at, from + at);
      if (got === 0) throw new RangeError('a file of the search index ends early');
      at += got;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** True when the file is what was noted, byte by byte. */
export function isIntact(path: string, { bytes, checksum }: FileNote): boolean {
  try {
    return holds(path, bytes, checksum);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function holds(path: string, bytes: number, checksum: number): boolean {
  const file = openSync(path, 'r');
  try {
    const part = Buffer.allocUnsafe(1 << 20);
    let [sum, length] = [0, 0];
    for (let got = readSync(file, part); got > 0; got = readSync(file, part)) {
      sum = crc32(part.subarray(0, got), sum);
      length += got;
    }
    return length === bytes && sum === checksum;
  } finally {
    closeSync(file);
  }
}

/** Replaces a file as a whole: after a crash there is the old one or the new one. */
export function replaceFile(path: string, content: string): void {
  const temporary = `${path}.new`;
  const file = openSync(temporary, 'w');
  writeSync(file, content);
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, path);
}

/** JSON that tells by itself whether it is whole. */
export function sealed(value: unknown): string {
  const json = JSON.stringify(value);
  return `${crc32(json)} ${json}`;
}

/** Undefined when it is not what was sealed. */
export function unsealed(text: string): unknown {
  const blank = text.indexOf(' ');
  const json = text.slice(blank + 1);
  return blank > 0 && text.slice(0, blank) === String(crc32(json)) ? JSON.parse(json) : undefined;
}

export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Null when there is no such file. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

const DRAIN_AT = 1 << 22;

export interface FileNote {
  readonly bytes: number;
  readonly checksum: number;
}
