import type { Config } from '../../config.ts';
import { fitsSecretFile, readSecretFile, replaceSecretFile } from '../../installation-secret.ts';
import { CommandFailure } from '../failures.ts';

/** The secret of the installation: the setting, or the one in the data directory. */
export async function storedSecret(config: Config): Promise<string> {
  const found = config.secret ?? (await readSecretFile(config));
  if (found === null) throw new CommandFailure(`there is no secret in ${config.data}`);
  return found;
}

/**
 * How to use the backup's secret. It seals the keys that sign service tokens, so an installation with another secret
 * cannot use those keys.
 */
export function planSecret(config: Config, found: string | undefined, keep: boolean): SecretPlan {
  if (found === undefined || keep || found === config.secret) return { kind: 'keep' };
  if (config.secret !== undefined)
    throw new CommandFailure('the secret of the backup differs from the setting `secret`', {
      remedy: 'Set secret to that of the backup, or add --keep-secret, which invalidates its service tokens.',
    });
  if (!fitsSecretFile(found))
    throw new CommandFailure(
      'the secret of the backup came from the setting `secret` and does not fit a file',
      {
        remedy:
          'Set secret to the value that it had then, or add --keep-secret, which invalidates its service tokens.',
      },
    );
  return { kind: 'take', secret: found };
}

/** Stores the secret of the plan; returns the one that the restored installation has then. */
export async function applySecretPlan(config: Config, plan: SecretPlan): Promise<string> {
  if (plan.kind === 'keep') return storedSecret(config);
  await replaceSecretFile(config, plan.secret);
  return plan.secret;
}

export type SecretPlan = { readonly kind: 'keep' } | { readonly kind: 'take'; readonly secret: string };
