import { type Migration, migrate, migrationStatus } from '../../platform/database/migrations.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { identifier, type Statement, sql } from '../../platform/database/sql.ts';
import { Failure } from '../failures.ts';
import type { Progress } from '../progress.ts';
import { columnList, readSequences, readTables } from './catalogue.ts';
import type { BackupHeader, BackupPartition, BackupSequence, BackupTable } from './format.ts';
import { readBackup } from './read.ts';
import { type ReplaceWish, refuseUnlessFree } from './target.ts';
import { PLAIN_OUTPUT } from './write.ts';

/**
 * Puts a backup into the database. The whole of it, from the schema as it was then to the last row, is one
 * transaction: it is all there or nothing has changed. Afterwards the schema goes forward to this version's.
 * The file has been verified by then; it is verified again while it is read, for it might have been changed.
 */
export async function restoreBackup(
  database: Database,
  path: string,
  options: RestoreOptions,
): Promise<void> {
  const { migrationsDirectory, header, now, progress } = options;
  const known = await migrationStatus(database, migrationsDirectory);
  const migrations = migrationsOf(header, known);
  await refuseUnlessFree(database, options.wish);
  // Brings the table that migrations are noted in; all others are made again below.
  await migrate(database, migrationsDirectory, { now });
  await database.transaction(async tx => {
    await tx.script(PLAIN_OUTPUT);
    await makeSchema(tx, header, migrations);
    await readBackup(path, {
      onRead: progress.advance,
      onHeader: async found => refuseOther(found, header),
      onTable: async (table, chunks) => {
        progress.at(table.name);
        await tx.copyIn(copyFrom(table), chunks);
      },
      onSequences: sequences => setSequences(tx, sequences),
    });
    await options.beforeCommit();
  }, ONE_GO);
  await migrate(database, migrationsDirectory, { now });
  // A table that was filled in one go has no statistics yet, and plans made without them are bad ones.
  await database.transaction(tx => tx.execute(sql`analyze`), ONE_GO);
}

/** The backup's migrations must be the first ones of ours, to the letter: only then do its rows fit. */
function migrationsOf(header: BackupHeader, known: readonly Migration[]): readonly Migration[] {
  header.migrations.forEach(({ number, name, checksum }, index) => {
    const ours = known[index];
    if (!ours)
      throw new Failure(
        `the backup was made by a newer version (${header.programVersion}): this one does not know ${name}`,
        {
          remedy: 'Install that version or a later one, and restore with it.',
        },
      );
    if (ours.number !== number || ours.name !== name || ours.checksum !== checksum)
      throw new Failure(`the backup was made with another ${ours.name} than this version has`);
  });
  return known.slice(0, header.migrations.length);
}

async function makeSchema(
  tx: Transaction,
  header: BackupHeader,
  migrations: readonly Migration[],
): Promise<void> {
  // Whoever starts meanwhile waits here, and then finds the restored schema.
  await tx.execute(sql`lock table schema_migrations in access exclusive mode`);
  await tx.script(DROP_EVERYTHING);
  await tx.execute(sql`delete from schema_migrations`);
  for (const [index, { number, name, checksum, source }] of migrations.entries()) {
    const appliedAt = new Date(header.migrations[index]?.appliedAt ?? 0);
    await tx.script(source);
    await tx.execute(sql`
      insert into schema_migrations (number, name, checksum, applied_at)
      values (${number}, ${name}, ${checksum}, ${appliedAt})
    `);
  }
  await refuseOtherTables(tx, header);
  for (const table of header.tables) await makePartitions(tx, table);
}

/** From here on every name of the file is known to be one of the schema. */
async function refuseOtherTables(tx: Transaction, { tables }: BackupHeader): Promise<void> {
  const shape = ({ name, columns }: Pick<BackupTable, 'name' | 'columns'>) =>
    `${name}(${columns.toSorted()})`;
  const made = (await readTables(tx)).map(shape).sort().join(';');
  if (tables.map(shape).sort().join(';') !== made)
    throw new Failure('the tables of the backup are not those that its migrations make');
}

/** The header's form allows only names, times and numbers here. Some pieces the migrations have made already. */
async function makePartitions(tx: Transaction, { name: table, partitions }: BackupTable): Promise<void> {
  for (const piece of partitions) {
    await tx.execute(sql`
      create table if not exists ${identifier(piece.name)}
      partition of ${identifier(piece.within ?? table)} for values ${boundsOf(piece)}
    `);
  }
}

function boundsOf({ from, to, number, cutBy }: BackupPartition): Statement {
  if (from !== undefined && to !== undefined) return { text: `from ('${from}') to ('${to}')`, values: [] };
  if (number === undefined || cutBy === undefined)
    throw new Failure('the backup has a piece of a table without bounds');
  return { text: `in ('${number}') partition by range (${identifier(cutBy).text})`, values: [] };
}

function copyFrom({ name, columns }: BackupTable): Statement {
  return sql`copy ${identifier(name)} (${columnList(columns)}) from stdin`;
}

async function setSequences(tx: Transaction, sequences: readonly BackupSequence[]): Promise<void> {
  const known = new Set((await readSequences(tx)).map(({ name }) => name));
  for (const { name, value, called } of sequences) {
    if (!known.has(name))
      throw new Failure(`the backup has a sequence ${name} that its migrations do not make`);
    await tx.execute(sql`select setval(quote_ident(${name})::regclass, ${value}::bigint, ${called})`);
  }
}

/** The file is not the one that was verified: somebody has put another in its place. */
function refuseOther(found: BackupHeader, verified: BackupHeader): void {
  if (JSON.stringify(found) !== JSON.stringify(verified))
    throw new Failure('the backup was changed while it was being restored');
}

/**
 * Everything that stands in the schema, whatever kind of thing it is, unless it belongs to an extension ('e')
 * or is a part of something else ('i'). What an earlier `cascade` has taken along is passed over.
 */
const DROP_EVERYTHING = `
  set local client_min_messages = warning;
  do $$
  declare
    command text;
    commands text[];
  begin
    select array_agg(format('drop %s if exists %s cascade', thing.type, thing.identity))
    into commands
    from pg_depend dependency,
      pg_identify_object(dependency.classid, dependency.objid, 0) thing
    where dependency.refclassid = 'pg_namespace'::regclass
      and dependency.refobjid = current_schema::regnamespace
      and dependency.deptype = 'n'
      and thing.identity <> format('%I.schema_migrations', current_schema)
      and not exists (
        select from pg_depend membership
        where membership.classid = dependency.classid
          and membership.objid = dependency.objid
          and membership.objsubid = 0
          and membership.deptype in ('e', 'i')
      );
    foreach command in array coalesce(commands, '{}') loop
      execute command;
    end loop;
  end
  $$;
`;

const ONE_GO = { statementTimeoutMs: 0, lockTimeoutMs: 10_000 } as const;

export interface RestoreOptions {
  readonly migrationsDirectory: string;
  /** Of the file, as verified before. */
  readonly header: BackupHeader;
  readonly wish: ReplaceWish;
  readonly now: () => Date;
  readonly progress: Progress;
  /** What must have happened when the data is there: the secret that it was sealed with. */
  readonly beforeCommit: () => Promise<void>;
}
