import type { Database, Queryable } from '../../platform/database/port.ts';
import { bool, int4, row, text } from '../../platform/database/rows.ts';
import { identifier, sql } from '../../platform/database/sql.ts';
import { CommandFailure } from '../failures.ts';
import { shownCount } from '../progress.ts';
import { readAppliedMigrations, readTables } from './catalogue.ts';

/**
 * What a restore would destroy. It requires a database that is empty, or whose replacement was confirmed by name, and
 * that no other process uses.
 */
export async function refuseUnlessFree(database: Database, options: ReplaceOptions): Promise<void> {
  const { name } = await database.one(row({ name: text }), sql`select current_database() as name`);
  await refuseOthersAtWork(database, name);
  const tables = await readTables(database);
  if (tables.length > 0 && (await readAppliedMigrations(database)) === null)
    throw new CommandFailure(`the database ${name} holds tables that are not Broadsheet's`, {
      remedy: 'Create a database for Broadsheet alone.',
    });
  const filled: string[] = [];
  for (const table of tables) if (await hasRows(database, table.name)) filled.push(table.name);
  if (filled.length > 0) refuseUnlessConfirmed(name, filled, await countUsers(database, filled), options);
}

/** Connections carry an application name; ours are those of this pool. */
async function refuseOthersAtWork(database: Database, name: string): Promise<void> {
  const { connections } = await database.one(
    row({ connections: int4 }),
    sql`
      select count(*)::int as connections from pg_stat_activity
      where datname = current_database() and application_name = 'broadsheet' and pid <> pg_backend_pid()
    `,
  );
  if (connections > database.state().open - 1)
    throw new CommandFailure(`Broadsheet is running on the database ${name}`, {
      remedy: 'Stop it first: a restore replaces its data.',
    });
}

async function hasRows(queryable: Queryable, table: string): Promise<boolean> {
  const statement = sql`select exists (select from ${identifier(table)}) as filled`;
  return (await queryable.one(row({ filled: bool }), statement)).filled;
}

async function countUsers(queryable: Queryable, filled: readonly string[]): Promise<number> {
  if (!filled.includes('users')) return 0;
  return (await queryable.one(row({ users: int4 }), sql`select count(*)::int as users from users`)).users;
}

function refuseUnlessConfirmed(
  name: string,
  filled: readonly string[],
  users: number,
  options: ReplaceOptions,
): void {
  const content = `rows in ${filled.length} tables${users > 0 ? `, ${shownCount(users)} users among them` : ''}`;
  if (!options.replace)
    throw new CommandFailure(`the database ${name} is not empty: ${content}`, {
      remedy: `Restore into a new data directory or database, or delete the existing data: --replace --confirm ${name}`,
    });
  if (options.confirm !== name)
    throw new CommandFailure(`--replace deletes everything in the database ${name}: ${content}`, {
      remedy: `To confirm, add --confirm ${name}`,
    });
}

export interface ReplaceOptions {
  readonly replace: boolean;
  readonly confirm: string | undefined;
}
