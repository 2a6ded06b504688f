import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Clock } from '../../../lib/clock.ts';
import { EngineFailed } from './errors.ts';
import type { SystemUser } from './users.ts';
import { settlesWithin } from './wait.ts';

/**
 * Runs one of PostgreSQL's programs under a wrapper, a small shell script in its own session, so that
 * Ctrl-C in our terminal does not reach it. We hold the other end of the wrapper's standard input and never
 * write to it: when it closes, because we closed it or because we died (even by kill -9), the watcher requests
 * a fast shutdown of the program, and an immediate one 8 s later.
 *
 *   us ──pipe──> watcher ──SIGINT──> program <──waits── wrapper ──exit code──> us
 *
 * Wrapper and watcher are two processes: one waits for the program, one for the pipe. The watcher does its work
 * even when the wrapper was killed.
 */
export async function startWrapped(
  path: string,
  args: readonly string[],
  { runsAs, onLine, clock }: WrapOptions,
): Promise<WrappedProcess> {
  const wrapper = spawn('/bin/sh', ['-c', SCRIPT, 'broadsheet-keeper', path, ...args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    // That user may have no access to our folder, and our environment may hold settings for another PostgreSQL.
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    ...(runsAs && { uid: runsAs.uid, gid: runsAs.gid }),
  });
  await started(wrapper, path, runsAs);
  // A wrapper that has exited closes the pipe; its exit event is enough.
  wrapper.stdin.on('error', () => undefined);
  createInterface({ input: wrapper.stderr }).on('line', onLine);
  const ended = untilEnded(wrapper, clock);
  return { pid: await firstNumber(wrapper.stdout, ended), ended, requestStop: () => wrapper.stdin.destroy() };
}

/**
 * A background job of a shell reads from /dev/null, hence descriptor 3. It also starts with SIGINT ignored;
 * PostgreSQL's programs set their own handlers. The watcher must keep none of our descriptors open, or we would wait
 * for it at the end of the output.
 */
const SCRIPT = `
exec 3<&0
"$@" </dev/null >&2 3<&- &
program=$!
(
  while read -r _ <&3; do :; done
  kill -INT $program
  tenths=0
  while [ $tenths -lt 80 ]; do sleep 0.1; tenths=$((tenths + 1)); done
  kill -QUIT $program
) >/dev/null 2>&1 &
watcher=$!
exec 3<&- </dev/null
echo $program
exec >/dev/null
wait $program
code=$?
kill $watcher 2>/dev/null
exit $code
`;

async function started(wrapper: ChildProcess, path: string, runsAs: SystemUser | undefined): Promise<void> {
  try {
    await once(wrapper, 'spawn');
  } catch (cause) {
    const as = runsAs ? ` as ${runsAs.name}` : '';
    throw new EngineFailed(`${path} could not be started${as}: ${String(cause)}.`, { cause });
  }
}

/**
 * Resolves when the program has ended and its last lines have been read. When it was killed, its child processes may
 * hold its output open for longer; this does not wait for them.
 */
async function untilEnded(wrapper: ChildProcess, clock: Clock): Promise<Ending> {
  const closed = once(wrapper, 'close');
  const [code] = await once(wrapper, 'exit');
  await settlesWithin(closed, LAST_OUTPUT_MS, clock);
  for (const stream of wrapper.stdio) stream?.destroy();
  return { code: typeof code === 'number' ? code : undefined };
}

const LAST_OUTPUT_MS = 250;

async function firstNumber(output: Readable, ended: Promise<Ending>): Promise<number> {
  const line = once(createInterface({ input: output }), 'line').then(([text]) => Number(text));
  const pid = await Promise.race([line, ended.then(() => undefined)]);
  if (pid === undefined) throw new EngineFailed('The wrapper of PostgreSQL exited before it had started it.');
  return pid;
}

interface WrapOptions {
  runsAs: SystemUser | undefined;
  onLine: (line: string) => void;
  clock: Clock;
}

export interface WrappedProcess {
  /** Of the program itself, not of its wrapper. */
  pid: number;
  ended: Promise<Ending>;
  /** Closes the pipe, so that the watcher stops the program. Does not wait. */
  requestStop(): void;
}

export interface Ending {
  /** Undefined when the wrapper itself was killed; the program may still run then, watched. */
  code: number | undefined;
}
