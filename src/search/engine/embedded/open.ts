import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../config.ts';
import { systemClock } from '../../../lib/clock.ts';
import {
  acquireDirectoryLock,
  DirectoryInUse,
  type DirectoryLock,
} from '../../../platform/database/embedded/directory-lock.ts';
import type { SearchEngine } from '../port.ts';
import { mending } from '../reopening.ts';
import { createEmbeddedEngine } from './engine.ts';

/**
 * The index in `<data>/search`. A folder belongs to one process at a time, so a second process on the same directory has
 * one of its own, `search-2`; each has a name by which the log knows how far it has read, which stays when the
 * folder is deleted.
 */
export async function openSearchIndex(
  config: Pick<Config, 'data'>,
  options: SearchIndexOptions,
): Promise<SearchIndex> {
  const { slot, lock } = await freeSlot(config.data, options.isAlone === true ? 1 : MOST_ON_A_DIRECTORY);
  const folder = join(config.data, slot);
  const open = () => createEmbeddedEngine({ folder, threads: SEARCH_THREADS, clock: systemClock });
  const engine = mending(open, systemClock, options.onOpenedAnew ?? (() => undefined));
  return {
    engine,
    name: `${await nameOf(config.data, options.newId)}${slot.replace('search', '')}`,
    close: async () => {
      await engine.close().finally(() => lock.release());
    },
  };
}

async function freeSlot(data: string, most: number): Promise<{ slot: string; lock: DirectoryLock }> {
  for (let number = 1; ; number++) {
    const slot = number === 1 ? 'search' : `search-${number}`;
    try {
      return { slot, lock: await acquireDirectoryLock(data, systemClock, slot) };
    } catch (error) {
      if (!(error instanceof DirectoryInUse) || number >= most) throw error;
    }
  }
}

/** Made once per data directory, like its secret. */
async function nameOf(data: string, newId: () => string): Promise<string> {
  const file = join(data, 'search-index');
  const fresh = newId().slice(-8);
  await writeFile(file, `${fresh}\n`, { flag: 'wx' }).catch(error => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}

/** One writes, besides. */
const SEARCH_THREADS = 2;
const MOST_ON_A_DIRECTORY = 16;

export interface SearchIndexOptions {
  readonly newId: () => string;
  /** For commands: the first folder or none. */
  readonly isAlone?: boolean;
  readonly onOpenedAnew?: (cause: unknown) => void;
}

export interface SearchIndex {
  readonly engine: SearchEngine;
  readonly name: string;
  close(): Promise<void>;
}
