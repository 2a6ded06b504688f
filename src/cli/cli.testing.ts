import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../../test/harness/cleanup.ts';
import { runCommandLine } from './dispatch.ts';
import { memoryOutput } from './terminal.ts';

const MAIN = join(import.meta.dirname, '../main.ts');

/** Runs the real program to its end, in a clean environment. */
export async function broadsheet(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return startBroadsheet(args, options).ended;
}

/** The same within this process, which saves the start of a process. */
export async function broadsheetHere(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const [out, err] = [memoryOutput(), memoryOutput()];
  const code = await runCommandLine({
    args,
    environment: options.environment ?? {},
    workingDirectory: options.cwd ?? tmpdir(),
    terminal: { out, err },
    signals: process,
  });
  return { code, stdout: out.text(), stderr: err.text() };
}

/** Starts the real program. It is killed if it still runs after the tests of the file. */
export function startBroadsheet(
  args: readonly string[],
  { cwd = tmpdir(), environment = {} }: RunOptions = {},
): Started {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: tmpdir(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const grown = new EventTarget();
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      grown.dispatchEvent(new Event('more'));
    });
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code), ...output }));
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, until: pattern => untilPrinted(pattern, output, grown, ended) };
}

async function untilPrinted(
  pattern: RegExp,
  output: Texts,
  grown: EventTarget,
  ended: Promise<Ended>,
): Promise<string> {
  const gone = ended.then(({ code, stderr }) => {
    throw new Error(`it ended with ${code} before it said ${pattern}: ${stderr}`);
  });
  gone.catch(() => undefined);
  for (;;) {
    const found = pattern.exec(output.stdout) ?? pattern.exec(output.stderr);
    if (found) return found[1] ?? found[0];
    await Promise.race([once(grown, 'more'), gone]);
  }
}

/** Other users may traverse it: as root, PostgreSQL runs inside it as another user. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'broadsheet-cli-'));
  await chmod(directory, 0o711);
  atEnd(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

interface Texts {
  readonly stdout: string;
  readonly stderr: string;
}

export interface Ended extends Texts {
  readonly code: number;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with the match as soon as the output contains it. */
  until(pattern: RegExp): Promise<string>;
}

interface RunOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}
