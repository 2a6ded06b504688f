import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Pins servers to one core and callers to the others, so that the scheduler does not move them during a round and
 * callers take no time from the server. On systems without core affinity, processes run on any core.
 */
export function pinCores(): Cores {
  const cores = availableParallelism();
  if (cores < 2) return ANYWHERE;
  try {
    execFileSync('taskset', ['-a', '-c', '-p', `1-${cores - 1}`, String(process.pid)], { stdio: 'ignore' });
  } catch {
    return ANYWHERE;
  }
  return {
    ofServer: ['taskset', '-c', '0'],
    description: 'Each server ran on the first core, the callers on the others.',
  };
}

const ANYWHERE: Cores = { ofServer: [], description: 'Servers and callers ran on any free cores.' };

interface Cores {
  /** The prefix of a server's command. */
  readonly ofServer: readonly string[];
  readonly description: string;
}
