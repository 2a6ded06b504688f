import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContentAddress, parseAddress } from '../address.ts';

/**
 *   <directory>/objects/ab/ab...64 digits.zst     the contents, 256 directories
 *   <directory>/incoming/<id>                     what is being written or removed at the moment
 *
 * `directory` itself may be a link to another disk; nothing inside it may be one.
 */
export class ArchivePaths {
  readonly #directory: string;
  readonly objects: string;
  readonly incoming: string;

  constructor(directory: string) {
    this.#directory = directory;
    this.objects = join(directory, 'objects');
    this.incoming = join(directory, 'incoming');
  }

  shard(address: ContentAddress): string {
    return join(this.objects, address.slice(0, 2));
  }

  object(address: ContentAddress): string {
    return join(this.shard(address), address + SUFFIX);
  }

  /** Makes what is missing of the way to the content. */
  async prepare(address: ContentAddress): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: OWNER_ONLY });
    for (const path of [this.objects, this.incoming, this.shard(address)]) await ensureDirectory(path);
  }

  /** False when the content cannot be there, because the way to it is missing. */
  async leadsTo(address: ContentAddress): Promise<boolean> {
    return (await isDirectory(this.objects)) && (await isDirectory(this.shard(address)));
  }
}

export function addressOfFile(name: string): ContentAddress | null {
  return name.endsWith(SUFFIX) ? parseAddress(name.slice(0, -SUFFIX.length)) : null;
}

export function isShard(name: string): boolean {
  return /^[0-9a-f]{2}$/.test(name);
}

/** True for a directory, false for nothing; anything else in its place, a link above all, is an error. */
export async function isDirectory(path: string): Promise<boolean> {
  const found = await lstat(path).catch(missingAs(null));
  if (found && !found.isDirectory()) throw new Error(`${path} is in the place of a directory of the archive`);
  return found !== null;
}

/** For catch(): turns "no such file" into a value. */
export function missingAs<T>(value: T): (error: unknown) => T {
  return error => {
    if (errorCode(error) === 'ENOENT') return value;
    throw error;
  };
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export async function ensureDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return;
  await mkdir(path, { mode: OWNER_ONLY }).catch(error => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  await isDirectory(path);
}

const OWNER_ONLY = 0o700;
const SUFFIX = '.zst';
