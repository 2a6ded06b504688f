import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { identifier, sql } from '../../platform/database/sql.ts';
import { VERSION } from '../../version.ts';
import { CommandFailure } from '../failures.ts';
import type { Progress } from '../progress.ts';
import {
  type CatalogueTable,
  columnList,
  readAppliedMigrations,
  readSequences,
  readTables,
} from './catalogue.ts';
import { type BackupHeader, END_OF_ROWS, FORMAT_VERSION, line } from './format.ts';
import { openSink, type Sink } from './sink.ts';

/**
 * OPS-5: a consistent copy of the whole database in one file, which gets its name only when it is complete and on disk.
 */
export async function writeBackup(
  database: Database,
  path: string,
  options: BackupOptions,
): Promise<BackupSummary> {
  const partial = partialOf(path);
  await refuseExisting(path);
  try {
    const summary = await database.transaction(tx => writeFile(tx, partial, options), SNAPSHOT);
    await rename(partial, path);
    await syncDirectory(dirname(path));
    return { ...summary, bytes: (await stat(path)).size };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** The temporary file of an incomplete backup. */
export function partialOf(path: string): string {
  return `${path}.partial`;
}

/** An existing backup may be the only good one. */
async function refuseExisting(path: string): Promise<void> {
  const there = await stat(path).catch(() => null);
  if (there)
    throw new CommandFailure(`${path} already exists`, { remedy: 'Choose another name, or move the file.' });
}

/**
 * A retry after a lost connection rewrites the file. It creates the file exclusively, so that no other user of the
 * directory can have placed a link there.
 */
async function writeFile(tx: Transaction, path: string, options: BackupOptions): Promise<Written> {
  await rm(path, { force: true });
  return dump(tx, openSink(createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })), options);
}

/** Writes everything to the sink and closes it. */
export async function dump(tx: Transaction, sink: Sink, options: BackupOptions): Promise<Written> {
  const { clock, secret, progress } = options;
  const hash = createHash('sha256');
  const write = (chunk: Buffer) => {
    hash.update(chunk);
    return sink.write(chunk);
  };
  try {
    await tx.script(PLAIN_OUTPUT);
    const tables = await readTables(tx);
    progress.expect(tables.reduce((sum, { estimatedRows }) => sum + estimatedRows, 0));
    await write(line(await describe(tx, new Date(clock.now()), tables, secret)));
    const rows: Record<string, number> = {};
    for (const table of tables) rows[table.name] = await writeTable(tx, table, write, progress);
    // Last, so that no sequence is behind its rows.
    await write(line({ sequences: await readSequences(tx) }));
    await sink.write(line({ end: true, rows, sha256: hash.digest('hex') }));
    await sink.end();
    return { tables: tables.length, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) };
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

async function describe(
  tx: Transaction,
  now: Date,
  tables: readonly CatalogueTable[],
  secret: string | undefined,
): Promise<BackupHeader> {
  const migrations = await readAppliedMigrations(tx);
  if (!migrations)
    throw new CommandFailure('there is no installation in this database', {
      remedy: 'Check database-url and data.',
    });
  return {
    broadsheetBackup: FORMAT_VERSION,
    programVersion: VERSION,
    createdAt: now.toISOString(),
    migrations: migrations.map(({ appliedAt, ...rest }) => ({ ...rest, appliedAt: appliedAt.toISOString() })),
    tables: tables.map(({ name, columns, partitions }) => ({ name, columns, partitions })),
    ...(secret === undefined ? {} : { secret }),
  };
}

/** A partitioned table needs a query: `copy` of the table itself returns nothing. */
async function writeTable(
  tx: Transaction,
  { name, columns }: CatalogueTable,
  write: Sink['write'],
  progress: Progress,
): Promise<number> {
  progress.at(name);
  await write(line({ table: name }));
  const statement = sql`copy (select ${columnList(columns)} from ${identifier(name)}) to stdout`;
  let rows = 0;
  for await (const chunk of tx.copyOut(statement)) {
    await write(chunk);
    const lines = countLines(chunk);
    rows += lines;
    progress.advance(lines);
  }
  await write(END_OF_ROWS);
  return rows;
}

/** COPY escapes line breaks in values as `\n`, so lines are rows. */
export function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++;
  return count;
}

/** The rename is durable only when the directory is synced. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** The format of values must not depend on the settings of the server or the machine. */
export const PLAIN_OUTPUT = `
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 3;
  set local bytea_output = 'hex';
  set local timezone = 'UTC';
`;

/** The time of a statement grows with its table. */
const SNAPSHOT = { isolation: 'repeatable read', readOnly: true, statementTimeoutMs: 0 } as const;

export interface BackupOptions {
  readonly clock: Clock;
  /** Omitted from the file when undefined. */
  readonly secret: string | undefined;
  readonly progress: Progress;
}

export interface BackupSummary extends Written {
  readonly bytes: number;
}

interface Written {
  readonly tables: number;
  readonly rows: number;
}
