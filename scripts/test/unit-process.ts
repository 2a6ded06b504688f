import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Assignment, Limits, Message, TestMessage } from './process/messages.ts';

/**
 * Runs test files in a child process. Whatever happens, the process and everything that it started is gone
 * afterwards.
 */
export async function runUnit(files: readonly string[], options: UnitOptions): Promise<UnitResult> {
  const { root, limits, signal, propertySeed } = options;
  const began = performance.now();
  const tests: TestMessage[] = [];
  const output: string[] = [];
  let killed: string | undefined;

  const paths = files.map(file => join(root, file));
  const child = start(
    { files: paths, limits, ...(propertySeed === undefined ? {} : { propertySeed }) },
    root,
  );
  const kill = (reason: string) => {
    killed ??= reason;
    killGroup(child);
  };
  const stopWatching = watchLimits(limits, signal, kill);
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', text => output.push(String(text)));
  readMessages(child, message => {
    if (message.type === 'alive') kill(message.report);
    else tests.push({ ...message, file: fileOf(message, files, root) });
  });

  const ended = await endOf(child);
  stopWatching();
  const failed = tests.some(({ result }) => result === 'failed');
  const problem = killed ?? (ended === 0 || failed ? undefined : `ended with ${ended}`);
  return {
    files,
    tests,
    output: output.join(''),
    seconds: (performance.now() - began) / 1_000,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Starts the process as leader of a process group, so that the whole group can be killed. */
function start(assignment: Assignment, root: string): ChildProcess {
  const { NODE_TEST_CONTEXT: _ofAnotherRunner, ...env } = process.env;
  return spawn(
    process.execPath,
    [`--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout', ENTRY, JSON.stringify(assignment)],
    { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  );
}

function watchLimits(limits: Limits, signal: AbortSignal, kill: (reason: string) => void): () => void {
  const onAbort = () => kill(messageOf(signal.reason));
  const timer = setTimeout(() => kill(`took longer than ${limits.unitMs / 1_000} s`), limits.unitMs);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  return () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
}

function readMessages(child: ChildProcess, take: (message: Message) => void): void {
  const pipe = child.stdio[3];
  if (!(pipe instanceof Readable)) throw new Error('the test process has no pipe for its messages');
  createInterface({ input: pipe }).on('line', line => take(JSON.parse(line)));
}

/** With one file, always that file: a test may be defined in a shared helper. */
function fileOf({ file }: TestMessage, files: readonly string[], root: string): string {
  const [only = '', ...others] = files;
  return others.length === 0 ? only : relative(root, file);
}

/** The exit code or the signal, once everything that the process wrote has arrived. */
async function endOf(child: ChildProcess): Promise<number | string> {
  const closed = once(child, 'close');
  const [code, signal] = await once(child, 'exit');
  // A leftover child process may hold the pipes open.
  killGroup(child);
  await closed;
  return code ?? signal;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

const ENTRY = join(import.meta.dirname, 'process/main.ts');
const REPORTER = join(import.meta.dirname, 'process/reporter.ts');

export interface UnitOptions {
  readonly root: string;
  readonly limits: Limits;
  readonly propertySeed?: number | undefined;
  readonly signal: AbortSignal;
}

export interface UnitResult {
  readonly files: readonly string[];
  readonly tests: readonly TestMessage[];
  readonly output: string;
  readonly seconds: number;
  /** Why the process failed, unless a test failed. */
  readonly problem?: string;
}
