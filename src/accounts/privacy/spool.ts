import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * An unlinked file: it is removed as soon as it is open, so no other process finds it and nothing remains when the
 * process ends, however it ends.
 */
export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `broadsheet-export-${randomUUID()}`);
  // Append mode, so that writes after a truncation start at the beginning.
  const file = await open(path, 'ax+', 0o600);
  await rm(path);
  return {
    refill: async chunks => {
      await file.truncate(0);
      for await (const chunk of chunks) await file.appendFile(chunk);
    },
    read: () => file.createReadStream({ start: 0 }),
    close: () => file.close(),
  };
}

export interface Spool {
  /** Replaces the content. */
  refill(chunks: AsyncIterable<string | Buffer>): Promise<void>;
  /** Closes the file when it has been read or is destroyed. */
  read(): Readable;
  close(): Promise<void>;
}
