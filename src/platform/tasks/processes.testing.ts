import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts a process of the scheduler, which the caller must end. */
export async function startTasksProcess(url: string, options: ProcessOptions): Promise<TasksProcess> {
  const { name, parts, visibilityMs = 30_000 } = options;
  const child = fork(join(import.meta.dirname, 'process.testing.ts'), [
    ...[url, name, String(visibilityMs)],
    ...parts,
  ]);
  const exited = once(child, 'exit').then(([code, signal]) => signal ?? code);
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  const gone = exited.then(how => {
    throw new Error(`the process ended with ${how} before it was ready`);
  });
  gone.catch(() => undefined);
  await Promise.race([once(child, 'message'), gone]);
  return { child, exited, end };
}

export interface ProcessOptions {
  /** Its name in pg_stat_activity. */
  readonly name: string;
  readonly parts: readonly ('picker' | 'executor')[];
  readonly visibilityMs?: number;
}

export interface TasksProcess {
  readonly child: ChildProcess;
  /** Its exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  /** Kills it, if it still runs. */
  end(): Promise<void>;
}
