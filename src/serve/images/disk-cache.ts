import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../../lib/random.ts';

/**
 * Pictures in files, keyed by address, up to `maxBytes`; the least recently used are evicted. The order of
 * use is in memory; after a start it is the order in which the files were written.
 *
 * Several processes may share the directory: a file that another process removed is a miss, and each process
 * applies the limit to the files it knows.
 */
export async function openDiskCache({ directory, maxBytes, random }: DiskCacheOptions): Promise<DiskCache> {
  await mkdir(directory, { recursive: true });
  // Other users must not see which pictures were read. An earlier version created the folder readable.
  await chmod(directory, 0o700);
  const sizes = new Map<string, number>();
  let bytes = 0;
  const note = (name: string, size: number) => {
    bytes += size - (sizes.get(name) ?? 0);
    sizes.delete(name);
    sizes.set(name, size);
  };
  const forget = (name: string) => {
    bytes -= sizes.get(name) ?? 0;
    sizes.delete(name);
  };
  const evict = async () => {
    for (const name of sizes.keys()) {
      if (bytes <= maxBytes) return;
      forget(name);
      await rm(join(directory, name), { force: true });
    }
  };
  for (const { name, size } of await filesIn(directory)) note(name, size);
  await evict();

  return {
    get usedBytes() {
      return bytes;
    },
    get: async address => {
      const name = nameOf(address);
      try {
        const content = await readFile(join(directory, name));
        note(name, content.length);
        return content;
      } catch (error) {
        if (!isMissing(error)) throw error;
        forget(name);
        return null;
      }
    },
    put: async (address, content) => {
      const name = nameOf(address);
      const unfinished = join(
        directory,
        `${name}.${Buffer.from(random.bytes(6)).toString('hex')}${UNFINISHED}`,
      );
      try {
        await writeFile(unfinished, content);
        await rename(unfinished, join(directory, name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      note(name, content.length);
      await evict();
    },
  };
}

/** Oldest first. Deletes the incomplete files of processes that died. */
async function filesIn(directory: string): Promise<{ name: string; size: number }[]> {
  const files: { name: string; size: number; writtenAt: number }[] = [];
  for (const name of await readdir(directory)) {
    if (name.endsWith(UNFINISHED)) await rm(join(directory, name), { force: true });
    else {
      const { size, mtimeMs } = await stat(join(directory, name));
      files.push({ name, size, writtenAt: mtimeMs });
    }
  }
  return files.sort((a, b) => a.writtenAt - b.writtenAt);
}

function nameOf(address: string): string {
  return createHash('sha256').update(address).digest('hex');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

const UNFINISHED = '.part';

export interface DiskCache {
  readonly usedBytes: number;
  get(address: string): Promise<Buffer | null>;
  /** Rejects when the file cannot be written; callers continue without. */
  put(address: string, content: Buffer): Promise<void>;
}

export interface DiskCacheOptions {
  readonly directory: string;
  readonly maxBytes: number;
  readonly random: Random;
}
