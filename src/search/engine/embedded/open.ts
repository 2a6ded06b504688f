import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../config.ts';
import { systemClock } from '../../../lib/clock.ts';
import {
  acquireDirectoryLock,
  DirectoryInUse,
  type DirectoryLock,
} from '../../../platform/database/embedded/directory-lock.ts';
import type { OnThreadCrash } from '../../../platform/threads/pool.ts';
import type { SearchEngine } from '../port.ts';
import { ReopeningEngine } from '../reopening.ts';
import { createEmbeddedEngine } from './engine.ts';

/**
 * Opens the index in `<data>/search`. A folder belongs to one process at a time, so a second process with the same
 * data directory opens `search-2`. Each index has a name that identifies its position in the log; the name survives
 * the deletion of the folder.
 */
export async function openSearchIndex(
  config: Pick<Config, 'data'>,
  options: SearchIndexOptions,
): Promise<OpenedIndex> {
  const { slot, lock } = await acquireSlot(config.data, options.isExclusive === true ? 1 : MAX_INDEXES);
  const folder = join(config.data, slot);
  const { onCrash, threads = 1 } = options;
  const open = () => createEmbeddedEngine({ folder, threads, clock: systemClock, onCrash });
  const engine = new ReopeningEngine(open, systemClock, options.onReopened);
  return {
    engine,
    name: `${await indexNameOf(config.data, options.newId)}${slot.replace('search', '')}`,
    close: async () => {
      await engine.close().finally(() => lock.release());
    },
  };
}

async function acquireSlot(data: string, limit: number): Promise<{ slot: string; lock: DirectoryLock }> {
  for (let number = 1; ; number++) {
    const slot = number === 1 ? 'search' : `search-${number}`;
    try {
      return { slot, lock: await acquireDirectoryLock(data, systemClock, slot) };
    } catch (error) {
      if (!(error instanceof DirectoryInUse) || number >= limit) throw error;
    }
  }
}

/** Created once per data directory, like its secret. */
async function indexNameOf(data: string, newId: () => string): Promise<string> {
  const file = join(data, 'search-index');
  const newName = newId().slice(-8);
  await writeFile(file, `${newName}\n`, { flag: 'wx' }).catch(error => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}

const MAX_INDEXES = 16;

export interface SearchIndexOptions {
  readonly newId: () => string;
  /** Threads that search, besides the one that writes; one by default, as for commands. */
  readonly threads?: number;
  /** For commands: open the first folder or fail. */
  readonly isExclusive?: boolean;
  readonly onReopened?: (cause: unknown) => void;
  /** A thread that searches or writes died or timed out. */
  readonly onCrash?: OnThreadCrash;
}

export interface OpenedIndex {
  readonly engine: SearchEngine;
  readonly name: string;
  close(): Promise<void>;
}
