import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, constants, setPriority } from 'node:os';

/**
 * Keeps every core busy with work that gives way to all other. On a virtual machine a core that has gone to sleep takes
 * its waker some 25 µs to wake: whoever answers more slowly than its clients ask finds them asleep at each answer and
 * pays that every time, whoever is faster never does. On a network the card does the waking. Without this the ratio
 * of two servers says more about that than about them.
 */
export async function keepAwake(): Promise<AsyncDisposable> {
  const spinners = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  for (const { pid } of spinners) if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(spinners.map(end));
    },
  };
}

async function end(spinner: ChildProcess): Promise<void> {
  const exited = once(spinner, 'exit');
  spinner.kill('SIGKILL');
  await exited;
}
