import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Invocation } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { createProgress, shownBytes } from '../progress.ts';
import { watchSignals } from '../signals.ts';
import { storedSecret } from './secret.ts';
import { partialOf, writeBackup } from './write.ts';

export function makeBackup(
  { settings, terminal, clock, signals }: Pick<Invocation, 'settings' | 'terminal' | 'clock' | 'signals'>,
  file: string,
  { withSecret }: { withSecret: boolean },
): Promise<number> {
  const path = resolve(file);
  return withInstallation(settings(), { migrate: false, mustExist: true }, async ({ config, database }) => {
    const progress = createProgress(terminal.err, clock, { label: 'Backing up', unit: 'rows' });
    // A table may be large, and Ctrl-C should not wait for its end.
    const cancel = () => {
      rmSync(partialOf(path), { force: true });
      progress.abandon();
      terminal.err.write('Cancelled; no backup was written.\n');
      signals.exit(1);
    };
    const unwatch = watchSignals(signals, clock, { onStop: cancel, onForce: cancel });
    const secret = withSecret ? await storedSecret(config) : undefined;
    try {
      const { tables, bytes } = await writeBackup(database, path, { clock, secret, progress });
      progress.finish(`${tables} tables backed up`);
      terminal.out.write(`${path} (${shownBytes(bytes)})\n`);
      return 0;
    } catch (error) {
      progress.abandon();
      throw error;
    } finally {
      unwatch();
    }
  });
}
