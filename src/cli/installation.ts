import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type Installation, type InstallationOptions, openInstallation } from '../context.ts';
import { PASSWORD_FILE } from '../platform/database/embedded/cluster-location.ts';
import { CommandFailure } from './failures.ts';
import type { ResolvedSettings } from './settings/resolve.ts';

/**
 * Opens the installation for one command and closes it again, even while the program runs on it. Only warnings are
 * logged unless a level is set: the log lines of a server would bury the output of a command.
 */
export async function withInstallation<T>(
  { config, origins }: ResolvedSettings,
  { mustExist = false, ...options }: OpenOptions,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  if (mustExist && !isInstalled(config))
    throw new CommandFailure(`there is no installation in ${config.data}`, {
      remedy: 'Check --data, or start one with `broadsheet up`.',
    });
  const logLevel = origins.get('log-level')?.kind === 'default' ? 'warn' : config.logLevel;
  const installation = await openInstallation({ ...config, logLevel }, { shared: true, ...options });
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

/** Whether there is an installation to open. With `database-url`, opening the database shows it. */
export function isInstalled(config: Config): boolean {
  return config.databaseUrl !== undefined || existsSync(join(config.data, PASSWORD_FILE));
}

interface OpenOptions extends Pick<InstallationOptions, 'migrate' | 'checkSecret'> {
  /** For commands that must not create a new installation in a mistyped directory. */
  readonly mustExist?: boolean;
}
