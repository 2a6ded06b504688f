import { MIGRATIONS_DIRECTORY } from '../context.ts';
import { migrationStatus } from '../platform/database/migrations.ts';
import type { Database } from '../platform/database/port.ts';
import { Failure } from './failures.ts';

/** A command that only wants to look does not change the schema under a program that is running. */
export async function requireSchema(database: Database): Promise<void> {
  const missing = (await migrationStatus(database, MIGRATIONS_DIRECTORY)).filter(
    ({ appliedAt }) => !appliedAt,
  );
  if (missing.length > 0)
    throw new Failure('the database does not have the schema of this version yet', {
      remedy: 'Run `broadsheet migrate`, or start the program once.',
    });
}
