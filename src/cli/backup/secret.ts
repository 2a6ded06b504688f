import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { secretFile } from '../../context.ts';
import { CommandFailure } from '../failures.ts';

/** The secret of the installation: the setting, or the one in the data directory. */
export async function installationSecret(config: Config): Promise<string> {
  return config.secret ?? (await readFile(secretFile(config), 'utf8')).trim();
}

/**
 * How to use the backup's secret. It seals the keys that sign service tokens, so an installation with another secret
 * cannot use those keys.
 */
export function planSecret(config: Config, found: string | undefined, keep: boolean): SecretPlan {
  if (found === undefined || keep || found === config.secret) return { kind: 'keep' };
  if (config.secret === undefined) return { kind: 'take', secret: found };
  throw new CommandFailure('the secret of the backup differs from the setting `secret`', {
    remedy: 'Set secret to that of the backup, or add --keep-secret, which invalidates its service tokens.',
  });
}

export async function applySecretPlan(config: Config, plan: SecretPlan): Promise<void> {
  if (plan.kind === 'keep') return;
  const file = secretFile(config);
  await writeFile(`${file}.restored`, `${plan.secret}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.restored`, file);
}

export type SecretPlan = { readonly kind: 'keep' } | { readonly kind: 'take'; readonly secret: string };
