import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/**
 * A file without a name: it is removed as soon as it is open, so nobody else finds it and nothing is left of
 * it when the process ends, however it ends.
 */
export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `broadsheet-export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return {
    clear: () => file.truncate(0),
    write: () => file.createWriteStream({ start: 0, autoClose: false }),
    read: () => file.createReadStream({ start: 0 }),
    close: () => file.close(),
  };
}

export interface Spool {
  clear(): Promise<void>;
  write(): Writable;
  /** Closes the file when it has been read or is destroyed. */
  read(): Readable;
  close(): Promise<void>;
}
