import { fingerprintOf, newSecret, replaceSecretFile } from '../installation-secret.ts';
import { systemRandom } from '../lib/random.ts';
import { findRunningPostgres } from '../platform/database/embedded/running-server.ts';
import { replaceFingerprint } from '../platform/database/secret-fingerprint.ts';
import type { Invocation } from './command.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { isInstalled, withInstallation } from './installation.ts';
import { requireSchema } from './require-schema.ts';

/** The file first: when this is interrupted, the next start refuses the difference, and the command can be repeated. */
export async function replaceSecret(
  { settings, terminal }: Pick<Invocation, 'settings' | 'terminal'>,
  { isConfirmed }: { readonly isConfirmed: boolean },
): Promise<number> {
  if (!isConfirmed)
    throw new UsageError('a new secret loses what the old one sealed; to replace it, add --confirm');
  const resolved = settings();
  const { config } = resolved;
  if (config.databaseUrl === undefined && (await findRunningPostgres(config.data)) !== null)
    throw new CommandFailure(`the program is running on ${config.data}`, { remedy: 'Stop it first.' });
  if (config.secret === undefined && isInstalled(config))
    await replaceSecretFile(config, newSecret(systemRandom));
  await withInstallation(
    resolved,
    { migrate: false, mustExist: true, checkSecret: false },
    async ({ database, keys }) => {
      await requireSchema(database);
      await replaceFingerprint(database, fingerprintOf(keys));
    },
  );
  terminal.out.write('The installation has a new secret. Every process needs it at its next start.\n');
  return 0;
}
