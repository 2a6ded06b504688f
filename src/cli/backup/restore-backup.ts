import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MIGRATIONS_DIRECTORY } from '../../context.ts';
import type { Invocation } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { createProgress, type Progress } from '../progress.ts';
import { readBackup } from './read.ts';
import { restoreBackup } from './restore.ts';
import { applySecretPlan, planSecret } from './secret.ts';
import type { ReplaceOptions } from './target.ts';

/** Verifies the whole file before it opens the installation, then restores it. */
export async function runRestore(
  invocation: Pick<Invocation, 'settings' | 'terminal' | 'clock'>,
  file: string,
  { keepSecret, ...replaceOptions }: ReplaceOptions & { keepSecret: boolean },
): Promise<number> {
  const { settings, terminal, clock } = invocation;
  const path = resolve(file);
  const { size } = await stat(path);
  const withProgress = <T>(label: string, done: string, work: (progress: Progress) => Promise<T>) =>
    showing(createProgress(terminal.err, clock, { label, unit: 'bytes', total: size }), done, work);

  const header = await withProgress('Checking', 'Backup checked', progress =>
    readBackup(path, { onRead: progress.advance }),
  );
  const plan = planSecret(settings().config, header.secret, keepSecret);
  await withInstallation(settings(), { migrate: false }, ({ config, database }) =>
    withProgress('Restoring', 'Backup restored', progress =>
      restoreBackup(database, path, {
        migrationsDirectory: MIGRATIONS_DIRECTORY,
        header,
        replaceOptions,
        now: () => new Date(clock.now()),
        progress,
        beforeCommit: () => applySecretPlan(config, plan),
      }),
    ),
  );
  terminal.out.write(
    `Restored the backup of ${header.createdAt}, made by version ${header.programVersion}.\n`,
  );
  return 0;
}

async function showing<T>(
  progress: Progress,
  done: string,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  try {
    const result = await work(progress);
    progress.finish(done);
    return result;
  } catch (error) {
    progress.abandon();
    throw error;
  }
}
