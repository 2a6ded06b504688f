import { closeSync, fsyncSync, openSync, readFileSync, readSync, renameSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { ByteWriter } from './bytes.ts';

/** Writes a file sequentially and computes its checksum. */
export class FileWriter {
  readonly bytes = new ByteWriter(1 << 16);
  readonly #file: number;
  #checksum = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  /** Called regularly to keep the buffer small. */
  drainWhenLarge(): void {
    if (this.bytes.length > DRAIN_AT) this.#drain();
  }

  /** Flushes the file to disk and returns its length and checksum. */
  close(): FileDigest {
    this.#drain();
    fsyncSync(this.#file);
    closeSync(this.#file);
    return { bytes: this.bytes.position, checksum: this.#checksum };
  }

  /** Closes a file that will not be completed. */
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

/** Reads parts of an immutable file, cached only by the operating system. */
export class FileReader {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
  }

  /** Fills the first `length` bytes of `into`. */
  read(from: number, length: number, into: Uint8Array): void {
    let at = 0;
    while (at < length) {
      const got = readSync(this.#file, into, at, length - at, from + at);
      if (got === 0) throw new RangeError('unexpected end of a search index file');
      at += got;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Whether length and checksum of the file are as recorded. */
export function isFileIntact(path: string, { bytes, checksum }: FileDigest): boolean {
  try {
    return hasContent(path, bytes, checksum);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function hasContent(path: string, bytes: number, checksum: number): boolean {
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

/** Replaces a file atomically: after a crash, either the old or the new content is there. */
export function replaceFile(path: string, content: string): void {
  const temporary = `${path}.new`;
  const file = openSync(temporary, 'w');
  writeSync(file, content);
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, path);
}

/** JSON with a checksum. */
export function sealed(value: unknown): string {
  const json = JSON.stringify(value);
  return `${crc32(json)} ${json}`;
}

/** Undefined when the checksum does not match. */
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

/** Null when the file does not exist. */
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

export interface FileDigest {
  readonly bytes: number;
  readonly checksum: number;
}
