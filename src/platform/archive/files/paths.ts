import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { type ContentAddress, parseAddress } from '../address.ts';

/**
 *   <directory>/objects/ab/ab...64 digits.zst     the contents, 256 directories
 *   <directory>/incoming/<id>                     contents being written or removed
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

  /** Creates the missing directories of the content's path. */
  prepare(address: ContentAddress): void {
    if (!isDirectory(this.objects)) mkdirSync(this.#directory, { recursive: true, mode: OWNER_ONLY });
    for (const path of [this.objects, this.incoming, this.shard(address)]) ensureDirectory(path);
  }

  /** False when the content cannot exist, because its directory is missing. */
  leadsTo(address: ContentAddress): boolean {
    return isDirectory(this.objects) && isDirectory(this.shard(address));
  }
}

export function addressOfFile(name: string): ContentAddress | null {
  return name.endsWith(SUFFIX) ? parseAddress(name.slice(0, -SUFFIX.length)) : null;
}

export function isShard(name: string): boolean {
  return /^[0-9a-f]{2}$/.test(name);
}

/** True for a directory, false when it does not exist; anything else, above all a link, is an error. */
export function requireDirectory(path: string, found: Stats | undefined): boolean {
  if (found && !found.isDirectory())
    throw new Error(`${path} must be a directory of the archive, but is something else`);
  return found !== undefined;
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** For catch(): another process was faster. */
export function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}

function isDirectory(path: string): boolean {
  return requireDirectory(path, lstatSync(path, { throwIfNoEntry: false }));
}

function ensureDirectory(path: string): void {
  if (isDirectory(path)) return;
  try {
    mkdirSync(path, { mode: OWNER_ONLY });
  } catch (error) {
    ignoreExisting(error);
  }
  isDirectory(path);
}

export const OWNER_ONLY = 0o700;
const SUFFIX = '.zst';
