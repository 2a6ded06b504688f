import { type Migration, migrate, migrationStatus } from '../../platform/database/migrations.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { identifier, type Statement, sql } from '../../platform/database/sql.ts';
import { CommandFailure } from '../failures.ts';
import type { Progress } from '../progress.ts';
import { columnList, readSequences, readTables } from './catalogue.ts';
import type { BackupHeader, BackupPartition, BackupSequence, BackupTable } from './format.ts';
import { readBackup } from './read.ts';
import { type ReplaceOptions, refuseUnlessFree } from './target.ts';
import { PLAIN_OUTPUT } from './write.ts';

/**
 * Restores a backup. Everything from the old schema to the last row is one transaction: all or nothing. Afterwards the
 * schema is migrated to this version. The file was verified before, and is verified again while it is read, because it
 * may have changed meanwhile.
 */
export async function restoreBackup(
  database: Database,
  path: string,
  options: RestoreOptions,
): Promise<void> {
  const { migrationsDirectory, header, now, progress } = options;
  const known = await migrationStatus(database, migrationsDirectory);
  const migrations = migrationsOf(header, known);
  await refuseUnlessFree(database, options.replaceOptions);
  // Creates the table of migrations; all others are created below.
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
    await options.beforeCommit(tx);
  }, ONE_GO);
  await migrate(database, migrationsDirectory, { now });
  // A bulk-loaded table has no statistics, and plans without them are bad.
  await database.transaction(tx => tx.execute(sql`analyze`), ONE_GO);
}

/** The backup's migrations must be an identical prefix of ours: only then do its rows fit. */
function migrationsOf(header: BackupHeader, known: readonly Migration[]): readonly Migration[] {
  header.migrations.forEach(({ number, name, checksum }, index) => {
    const ours = known[index];
    if (!ours)
      throw new CommandFailure(
        `the backup was made by a newer version (${header.programVersion}): this one does not know ${name}`,
        {
          remedy: 'Install that version or a later one, and restore with it.',
        },
      );
    if (ours.number !== number || ours.name !== name || ours.checksum !== checksum)
      throw new CommandFailure(`the backup was made with a different ${ours.name} than this version has`);
  });
  return known.slice(0, header.migrations.length);
}

async function makeSchema(
  tx: Transaction,
  header: BackupHeader,
  migrations: readonly Migration[],
): Promise<void> {
  // A process that starts meanwhile waits for this lock and then finds the restored schema.
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

/** After this check, every name in the file is a name of the schema. */
async function refuseOtherTables(tx: Transaction, { tables }: BackupHeader): Promise<void> {
  const shape = ({ name, columns }: Pick<BackupTable, 'name' | 'columns'>) =>
    `${name}(${columns.toSorted()})`;
  const made = (await readTables(tx)).map(shape).sort().join(';');
  if (tables.map(shape).sort().join(';') !== made)
    throw new CommandFailure('the tables of the backup are not those that its migrations create');
}

/** The header allows only names, times and numbers here. Migrations have already created some partitions. */
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
    throw new CommandFailure('the backup has a partition without bounds');
  return { text: `in ('${number}') partition by range (${identifier(cutBy).text})`, values: [] };
}

function copyFrom({ name, columns }: BackupTable): Statement {
  return sql`copy ${identifier(name)} (${columnList(columns)}) from stdin`;
}

async function setSequences(tx: Transaction, sequences: readonly BackupSequence[]): Promise<void> {
  const known = new Set((await readSequences(tx)).map(({ name }) => name));
  for (const { name, value, called } of sequences) {
    if (!known.has(name))
      throw new CommandFailure(`the backup has a sequence ${name} that its migrations do not create`);
    await tx.execute(sql`select setval(quote_ident(${name})::regclass, ${value}::bigint, ${called})`);
  }
}

/** The file was replaced after its verification. */
function refuseOther(found: BackupHeader, verified: BackupHeader): void {
  if (JSON.stringify(found) !== JSON.stringify(verified))
    throw new CommandFailure('the backup was changed while it was being restored');
}

/**
 * Every object of the schema of any kind, except those of extensions ('e') and parts of other objects ('i'). Skips what an
 * earlier `cascade` has dropped.
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
  /** The hash of the verified file. */
  readonly header: BackupHeader;
  readonly replaceOptions: ReplaceOptions;
  readonly now: () => Date;
  readonly progress: Progress;
  /** Stores the secret that the data was sealed with, and its fingerprint; must succeed before the data is committed. */
  readonly beforeCommit: (tx: Transaction) => Promise<void>;
}
