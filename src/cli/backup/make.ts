import { resolve } from 'node:path';
import type { Invocation } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { createProgress, shownBytes } from '../progress.ts';
import { installationSecret } from './secret.ts';
import { writeBackup } from './write.ts';

export function makeBackup(
  { settings, terminal, clock }: Pick<Invocation, 'settings' | 'terminal' | 'clock'>,
  file: string,
  { withSecret }: { withSecret: boolean },
): Promise<number> {
  const path = resolve(file);
  return withInstallation(settings(), { migrate: false, mustExist: true }, async ({ config, database }) => {
    const progress = createProgress(terminal.err, clock, { label: 'Backing up', unit: 'rows' });
    const secret = withSecret ? await installationSecret(config) : undefined;
    try {
      const { tables, bytes } = await writeBackup(database, path, { clock, secret, progress });
      progress.finish(`${tables} tables backed up`);
      terminal.out.write(`${path} (${shownBytes(bytes)})\n`);
      return 0;
    } catch (error) {
      progress.abandon();
      throw error;
    }
  });
}
