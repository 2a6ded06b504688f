import { setFlagsFromString } from 'node:v8';
import type { RuntimeSize } from '../sizes.ts';

/**
 * The heap of the main thread and the allocator of the C library take their limits only when a process starts. So the
 * program starts again in its own process (execve: same id, same streams, 0.1 s of CPU time), unless NODE_OPTIONS or a
 * flag of Node already set a limit. Where the system cannot do that, the limits hold for the threads that follow. The start also
 * makes the collector callable (lib/idle-memory.ts).
 */
export function applyRuntimeSize(size: RuntimeSize | null, process: ReplaceableProcess): void {
  if (size === null || isChosen(process)) return;
  const flag = `${SEMI_SPACE}=${size.semiSpaceMb}`;
  const { execve, connected, execPath, execArgv, argv, env } = process;
  if (execve === undefined || connected) {
    setFlagsFromString(flag);
    return;
  }
  execve(execPath, [execPath, flag, '--expose-gc', ...execArgv, ...argv.slice(1)], {
    ...mallocLimits(size),
    ...env,
  });
}

/**
 * Variables of the GNU C library; others ignore them. Buffers from 128 KiB get pages of their own, which go back to the
 * system with them: by default the library keeps up to 32 MiB for each size that it has seen.
 */
function mallocLimits({ arenas }: RuntimeSize): NodeJS.ProcessEnv {
  const threshold = '131072';
  return {
    MALLOC_ARENA_MAX: String(arenas),
    MALLOC_MMAP_THRESHOLD_: threshold,
    MALLOC_TRIM_THRESHOLD_: threshold,
  };
}

/** Also true in the process that has started again. */
function isChosen({ execArgv, env }: ReplaceableProcess): boolean {
  return [...execArgv, env['NODE_OPTIONS'] ?? ''].some(text => text.includes(SEMI_SPACE));
}

const SEMI_SPACE = '--max-semi-space-size';

/** `connected`: the channel to a parent that has forked us would be lost. */
export type ReplaceableProcess = Pick<
  NodeJS.Process,
  'execPath' | 'execArgv' | 'argv' | 'env' | 'connected'
> & {
  readonly execve?: NodeJS.Process['execve'];
};
