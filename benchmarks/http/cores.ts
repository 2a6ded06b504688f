import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Servers on one core and whoever calls them on the others, so that neither is moved about in the middle of a round
 * and callers take nothing from the server. Where the system cannot do that they run where it puts them.
 */
export function keepApart(): Cores {
  const cores = availableParallelism();
  if (cores < 2) return ANYWHERE;
  try {
    execFileSync('taskset', ['-a', '-c', '-p', `1-${cores - 1}`, String(process.pid)], { stdio: 'ignore' });
  } catch {
    return ANYWHERE;
  }
  return {
    ofServer: ['taskset', '-c', '0'],
    says: 'Each server ran on the first core, the callers on the others.',
  };
}

const ANYWHERE: Cores = { ofServer: [], says: 'Servers and callers ran on whichever cores were free.' };

interface Cores {
  /** What stands before the command of a server. */
  readonly ofServer: readonly string[];
  readonly says: string;
}
