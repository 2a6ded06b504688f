import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MIGRATIONS_DIRECTORY } from '../../context.ts';
import { fingerprintOf } from '../../installation-secret.ts';
import { createKeys } from '../../lib/keys.ts';
import { readFingerprint, replaceFingerprint } from '../../platform/database/secret-fingerprint.ts';
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
  let isForeign = false;
  await withInstallation(settings(), { migrate: false, checkSecret: false }, ({ config, database, random }) =>
    withProgress('Restoring', 'Backup restored', progress =>
      restoreBackup(database, path, {
        migrationsDirectory: MIGRATIONS_DIRECTORY,
        header,
        replaceOptions,
        now: () => new Date(clock.now()),
        progress,
        beforeCommit: async tx => {
          const own = fingerprintOf(createKeys(await applySecretPlan(config, plan), random));
          if (header.secret !== undefined || keepSecret) await replaceFingerprint(tx, own);
          isForeign = ((await readFingerprint(tx)) ?? own) !== own;
        },
      }),
    ),
  );
  terminal.out.write(
    `Restored the backup of ${header.createdAt}, made by version ${header.programVersion}.\n`,
  );
  if (isForeign) terminal.out.write(OTHER_SECRET);
  return 0;
}

/** The backup was made without its secret, and this installation has another. */
const OTHER_SECRET =
  'Its data was sealed with another secret, which the backup does not contain. Before you start the program, give it ' +
  'that secret (the setting `secret`, or the file `secret` in the data directory); if it is lost, run ' +
  '`broadsheet renew-secret --confirm`.\n';

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
