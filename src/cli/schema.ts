import { MIGRATIONS_DIRECTORY } from '../context.ts';
import { migrate, migrationStatus } from '../platform/database/migrations.ts';
import { maintainPartitions } from '../platform/database/partitions.ts';
import type { Invocation } from './command.ts';
import { withInstallation } from './installation.ts';
import { table } from './layout.ts';

export function migrateSchema({ settings, terminal: { out }, clock }: SchemaInvocation): Promise<number> {
  return withInstallation(settings(), { migrate: false, checkSecret: false }, async ({ database }) => {
    const now = () => new Date(clock.now());
    const applied = await migrate(database, MIGRATIONS_DIRECTORY, {
      now,
      onApplied: ({ name }) => out.write(`applied ${name}\n`),
    });
    await maintainPartitions(database, now());
    if (applied.length === 0) out.write('The schema is up to date.\n');
    return 0;
  });
}

export function showStatus({ settings, terminal: { out } }: SchemaInvocation): Promise<number> {
  return withInstallation(settings(), { migrate: false, mustExist: true }, async ({ database }) => {
    const migrations = await migrationStatus(database, MIGRATIONS_DIRECTORY);
    out.write(
      table(migrations.map(({ name, appliedAt }) => [name, appliedAt?.toISOString() ?? 'not applied'])),
    );
    return 0;
  });
}

type SchemaInvocation = Pick<Invocation, 'settings' | 'terminal' | 'clock'>;
