import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory for one test. */
export async function scratch(): Promise<Scratch> {
  const directory = await mkdtemp(join(tmpdir(), 'archive-'));
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

/**
 * A disk that runs full: a tiny file system where one can be mounted (as root on Linux), otherwise a directory
 * without write permission. `free` makes room again.
 */
export async function tinyDisk(kilobytes: number): Promise<TinyDisk> {
  const { directory, remove } = await scratch();
  if (mounted(directory, kilobytes)) {
    const unmount = async () => {
      execFileSync('umount', [directory]);
      await remove();
    };
    const free = async () =>
      void execFileSync('mount', ['-o', `remount,size=${kilobytes * 100}k`, directory]);
    return { directory, isReal: true, free, remove: unmount };
  }
  await chmod(directory, 0o500);
  return { directory, isReal: false, free: () => chmod(directory, 0o700), remove };
}

function mounted(directory: string, kilobytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'archive-test', directory], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

interface Scratch {
  readonly directory: string;
  remove(): Promise<void>;
}

interface TinyDisk extends Scratch {
  /** False when it cannot be written at all. */
  readonly isReal: boolean;
  free(): Promise<void>;
}
