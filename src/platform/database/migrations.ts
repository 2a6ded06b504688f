import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Transaction } from './port.ts';
import { int4, row, text, timestamptz } from './rows.ts';
import { sql } from './sql.ts';

/**
 * PG-2: numbered SQL files, applied once, in order, each in its own transaction, under a lock. An interrupted
 * migration leaves the schema unchanged. A file that was changed after it had been applied is refused: this schema
 * and others would no longer be the same.
 */
export async function migrate(
  database: Database,
  directory: string,
  options: MigrateOptions,
): Promise<Migration[]> {
  const known = await readMigrations(directory);
  await database.transaction(createTable, { lockTimeoutMs: LOCK_WAIT_MS });
  const applied: Migration[] = [];
  for (const migration of known) {
    if (await applyOnce(database, migration, known, options.now())) {
      applied.push(migration);
      options.onApplied?.(migration);
    }
  }
  return applied;
}

/** Lists applied and pending migrations without changing anything. */
export async function migrationStatus(database: Database, directory: string): Promise<MigrationStatus[]> {
  const known = await readMigrations(directory);
  const exists = await database.one(
    row({ found: int4 }),
    sql`
    select count(*)::int as found from pg_tables where schemaname = current_schema and tablename = 'schema_migrations'
  `,
  );
  const applied = exists.found === 0 ? [] : await readApplied(database);
  refuseDrift(known, applied);
  return known.map(migration => ({
    ...migration,
    appliedAt: applied.find(entry => entry.number === migration.number)?.appliedAt ?? null,
  }));
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(names.map(name => readMigration(directory, name)));
  migrations.forEach(({ number, name }, index) => {
    if (number !== index + 1)
      throw new Error(`migration ${name} should have number ${index + 1}: numbers must have no gaps`);
  });
  return migrations;
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const match = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name);
  if (!match) throw new Error(`migration ${name} must be named like 0001_what_it_does.sql`);
  const source = await readFile(join(directory, name), 'utf8');
  return {
    number: Number(match[1]),
    name,
    source,
    checksum: createHash('sha256').update(source).digest('hex'),
  };
}

async function createTable(tx: Transaction): Promise<void> {
  // For two processes that start together: `if not exists` alone can still fail on the catalogue's unique index.
  await tx.execute(LOCK);
  await tx.execute(sql`
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null
    )
  `);
}

/** Applies one migration unless another process has; true when this call did it. */
function applyOnce(
  database: Database,
  migration: Migration,
  known: Migration[],
  now: Date,
): Promise<boolean> {
  return database.transaction(
    async tx => {
      await tx.execute(LOCK);
      const applied = await readApplied(tx);
      refuseDrift(known, applied);
      if (applied.some(entry => entry.number === migration.number)) return false;
      // Without parameters the driver sends it as one simple query, so a file may hold many statements.
      await tx.script(migration.source);
      await tx.execute(sql`
        insert into schema_migrations (number, name, checksum, applied_at)
        values (${migration.number}, ${migration.name}, ${migration.checksum}, ${now})
      `);
      return true;
    },
    { lockTimeoutMs: LOCK_WAIT_MS, statementTimeoutMs: 0 },
  );
}

function readApplied(queryable: Pick<Database, 'many'>) {
  return queryable.many(
    AppliedRow,
    sql`
    select number, name, checksum, applied_at from schema_migrations order by number
  `,
  );
}

function refuseDrift(
  known: readonly Migration[],
  applied: readonly { number: number; name: string; checksum: string }[],
): void {
  for (const entry of applied) {
    const file = known.find(migration => migration.number === entry.number);
    if (!file)
      throw new SchemaMismatch(
        `the database has migration ${entry.name}, which this version does not know: it was created by a newer one`,
      );
    if (file.checksum !== entry.checksum)
      throw new SchemaMismatch(
        `migration ${entry.name} was applied with different content than ${file.name} has now`,
      );
  }
}

export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch';
}

const AppliedRow = row({ number: int4, name: text, checksum: text, applied_at: timestamptz });

/** One lock for the whole installation. The number has no meaning but must stay. */
const LOCK = sql`select pg_advisory_xact_lock(7236511304521875)`;
const LOCK_WAIT_MS = 60_000;

export interface Migration {
  number: number;
  name: string;
  source: string;
  checksum: string;
}

export interface MigrationStatus extends Migration {
  appliedAt: Date | null;
}

export interface MigrateOptions {
  now: () => Date;
  onApplied?: (migration: Migration) => void;
}
