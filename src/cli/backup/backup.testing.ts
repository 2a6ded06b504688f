import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { ManualClock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import { nullable, row, text } from '../../platform/database/rows.ts';
import { identifier, sql } from '../../platform/database/sql.ts';
import type { Progress } from '../progress.ts';
import { readTables } from './catalogue.ts';
import { readBackup } from './read.ts';
import { type RestoreOptions, restoreBackup } from './restore.ts';
import { type BackupOptions, type BackupSummary, writeBackup } from './write.ts';

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'broadsheet-backup-'));
  atEnd(() => rm(directory, { recursive: true }));
  return directory;
}

export function backUp(database: Database, path: string, secret?: string): Promise<BackupSummary> {
  return writeBackup(database, path, { ...OPTIONS, secret });
}

/** Verifies, then restores, as the command does. */
export async function restore(
  database: Database,
  path: string,
  options: Pick<RestoreOptions, 'migrationsDirectory'> & Partial<RestoreOptions>,
): Promise<void> {
  const header = await readBackup(path, { onRead: () => undefined });
  await restoreBackup(database, path, {
    header,
    replaceOptions: { replace: false, confirm: undefined },
    now: () => TEST_EPOCH,
    progress: SILENT,
    beforeCommit: async () => undefined,
    ...options,
  });
}

/** A checksum over all rows of every table: databases with equal checksums have equal content. */
export async function checksums(database: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name } of await readTables(database)) {
    const { sum } = await database.one(
      row({ sum: nullable(text) }),
      sql`select md5(string_agg(t::text, ';' order by t::text)) as sum from ${identifier(name)} t`,
    );
    found[name] = sum ?? 'empty';
  }
  return found;
}

const SILENT: Progress = {
  at: () => undefined,
  advance: () => undefined,
  expect: () => undefined,
  finish: () => undefined,
  abandon: () => undefined,
};

export const OPTIONS: BackupOptions = {
  clock: new ManualClock(TEST_EPOCH.getTime()),
  secret: undefined,
  progress: SILENT,
};
