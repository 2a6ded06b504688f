import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type Installation, type InstallationOptions, openInstallation } from '../context.ts';
import { PASSWORD_FILE } from '../platform/database/embedded/place.ts';
import { Failure } from './failures.ts';
import type { ResolvedSettings } from './settings/resolve.ts';

/**
 * Opens the installation for one piece of work and closes it again, also beside a program that is running on
 * it. Log lines that belong to a server would drown what a command has to say, so only warnings are written,
 * unless somebody chose the level.
 */
export async function withInstallation<T>(
  { config, origins }: ResolvedSettings,
  { mustExist = false, ...options }: OpenOptions,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  if (mustExist && !isInstalled(config))
    throw new Failure(`there is no installation in ${config.data}`, {
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

/** Whether there is something to open. A database that was given by its address tells that itself. */
export function isInstalled(config: Config): boolean {
  return config.databaseUrl !== undefined || existsSync(join(config.data, PASSWORD_FILE));
}

interface OpenOptions extends Pick<InstallationOptions, 'migrate'> {
  /** For commands that make no sense on a directory that was mistyped: they do not make a new one there. */
  readonly mustExist?: boolean;
}
