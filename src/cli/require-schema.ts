import { MIGRATIONS_DIRECTORY } from '../context.ts';
import { migrationStatus } from '../platform/database/migrations.ts';
import type { Database } from '../platform/database/port.ts';
import { CommandFailure } from './failures.ts';

/** A read-only command must not migrate the schema of a running program. */
export async function requireSchema(database: Database): Promise<void> {
  const missing = (await migrationStatus(database, MIGRATIONS_DIRECTORY)).filter(
    ({ appliedAt }) => !appliedAt,
  );
  if (missing.length > 0)
    throw new CommandFailure('the database does not have the schema of this version yet', {
      remedy: 'Run `broadsheet migrate`, or start the program once.',
    });
}
