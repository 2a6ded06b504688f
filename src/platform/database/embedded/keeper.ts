import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Clock } from '../../../lib/clock.ts';
import { EngineFailed } from './errors.ts';
import type { User } from './users.ts';
import { settlesWithin } from './waiting.ts';

/**
 * Runs one of PostgreSQL's programs below a keeper, a small shell script in a session of its own, so that
 * Ctrl-C in our terminal does not reach it. We hold the other end of the keeper's standard input and never
 * write to it: when it closes, because we closed it or because we died (also by kill -9), the keeper asks the
 * program to stop fast, and 8 s later to stop at once.
 *
 *   us ──pipe──> watcher ──SIGINT──> program <──waits── keeper ──exit code──> us
 *
 * Keeper and watcher are two processes: one waits for the pipe, one for the program. The watcher does its work
 * also when the keeper was killed.
 */
export async function keep(
  path: string,
  args: readonly string[],
  { runsAs, onLine, clock }: KeepOptions,
): Promise<Kept> {
  const keeper = spawn('/bin/sh', ['-c', SCRIPT, 'broadsheet-keeper', path, ...args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Our own folder may be closed to that user, and our environment may hold settings for other PostgreSQLs.
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    ...(runsAs && { uid: runsAs.uid, gid: runsAs.gid }),
  });
  await started(keeper, path, runsAs);
  // A keeper that is gone closes the pipe under us; its exit tells us all we need.
  keeper.stdin.on('error', () => undefined);
  createInterface({ input: keeper.stderr }).on('line', onLine);
  const ended = untilEnded(keeper, clock);
  return { pid: await firstNumber(keeper.stdout, ended), ended, letGo: () => keeper.stdin.destroy() };
}

/**
 * A background job of a shell reads from /dev/null, hence descriptor 3. It also starts with SIGINT ignored;
 * PostgreSQL's programs set their own handlers. No descriptor of ours may stay open in the watcher, for the end
 * of the output would then wait for it.
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

async function started(keeper: ChildProcess, path: string, runsAs: User | undefined): Promise<void> {
  try {
    await once(keeper, 'spawn');
  } catch (cause) {
    const as = runsAs ? ` as ${runsAs.name}` : '';
    throw new EngineFailed(`${path} could not be started${as}: ${String(cause)}.`, { cause });
  }
}

/**
 * Resolves when the program has ended and its last words have been read. When it was killed, processes of its
 * own may hold its output open for longer; they are not waited for here.
 */
async function untilEnded(keeper: ChildProcess, clock: Clock): Promise<Ending> {
  const closed = once(keeper, 'close');
  const [code] = await once(keeper, 'exit');
  await settlesWithin(closed, LAST_WORDS_MS, clock);
  for (const stream of keeper.stdio) stream?.destroy();
  return { code: typeof code === 'number' ? code : undefined };
}

const LAST_WORDS_MS = 250;

async function firstNumber(output: Readable, ended: Promise<Ending>): Promise<number> {
  const line = once(createInterface({ input: output }), 'line').then(([text]) => Number(text));
  const pid = await Promise.race([line, ended.then(() => undefined)]);
  if (pid === undefined) throw new EngineFailed('The keeper of PostgreSQL ended before it had started it.');
  return pid;
}

interface KeepOptions {
  runsAs: User | undefined;
  onLine: (line: string) => void;
  clock: Clock;
}

export interface Kept {
  /** Of the program itself, not of its keeper. */
  pid: number;
  ended: Promise<Ending>;
  /** Closes the pipe, so that the keeper stops the program. Does not wait. */
  letGo(): void;
}

export interface Ending {
  /** Undefined when the keeper itself was killed; the program may run on then, watched. */
  code: number | undefined;
}
