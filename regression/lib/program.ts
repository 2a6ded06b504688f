import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The real program in its own process, started from the command line. */
export interface RunningProgram {
  readonly process: ChildProcess;
  readonly url: string;
  readonly operatorLink: string | undefined;
  readonly startedInMs: number;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  /** The lines of its log so far. */
  readonly logged: readonly string[];
}

const ROOT = join(import.meta.dirname, '../..');

export async function startProcess(
  data: string,
  flags: readonly string[] = [],
  command: 'up' | 'run' = 'up',
): Promise<RunningProgram> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'src/main.ts'),
      command,
      ...(flags.includes('--port') ? [] : ['--port', '0']),
      '--data',
      data,
      '--rate-limit',
      '1000000',
      ...(flags.includes('--demo') ? [] : ['--demo', 'off']),
      ...flags,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    },
  );
  const stderrLines: string[] = [];
  createInterface({ input: child.stderr }).on('line', line => stderrLines.push(line));
  const exited = new Promise<number | NodeJS.Signals>(resolve =>
    child.on('exit', (code, signal) => resolve(signal ?? code ?? 1)),
  );
  const { url, operatorLink } = await readBanner(child, exited, stderrLines);
  const startedInMs = performance.now() - began;
  return { process: child, url, operatorLink, startedInMs, exited, logged: stderrLines };
}

/** The banner's first address is the program's; an address with a code is the operator's link. */
async function readBanner(
  child: ChildProcess,
  exited: Promise<unknown>,
  stderrLines: string[],
): Promise<{ url: string; operatorLink: string | undefined }> {
  let text = '';
  child.stdout?.on('data', chunk => {
    text += String(chunk);
  });
  const giveUpAt = performance.now() + 120_000;
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  for (;;) {
    const url = /https?:\/\/\S+/.exec(text)?.[0];
    if (url !== undefined && /Ctrl-C/i.test(text)) {
      return { url: new URL(url).origin, operatorLink: /https?:\/\/\S+\/operator\?code=\S+/.exec(text)?.[0] };
    }
    if (ended || performance.now() > giveUpAt)
      throw new Error(`the program did not start:\n${text}\n${stderrLines.join('\n')}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/** A directory that is removed after the test, with a cluster that was placed elsewhere. */
export async function temporaryData(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'broadsheet-regression-'));
  // World-readable, so that root need not move the cluster to where its unprivileged user can reach it.
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
