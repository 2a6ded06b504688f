import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Starts the program as a user does, and waits for the first page. `npm start` replaces itself by this command. */
export async function startProgram(data: string, port: number): Promise<MeasuredProgram> {
  const main = path.join(import.meta.dirname, '../../src/main.ts');
  const flags = ['--data', data, '--port', String(port), '--demo', 'off', '--crawl-allow', '127.0.0.0/8'];
  const began = performance.now();
  const child = spawn(process.execPath, [main, 'up', ...flags, ...LIMITS], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  });
  // An interrupted benchmark ends without its cleanup.
  const endToo = () => child.kill();
  process.once('exit', endToo);
  child.once('exit', () => process.off('exit', endToo));
  const log: string[] = [];
  child.stderr.on('data', chunk => log.push(String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isServed(url))) {
    if (child.exitCode !== null || performance.now() - began > GIVE_UP_AFTER_MS)
      throw new Error(`the program did not start:\n${log.join('')}`);
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  const firstPageMs = performance.now() - began;
  if (child.pid === undefined) throw new Error('the program has no process id');
  return { pid: child.pid, url, firstPageMs, stop: () => stop(child) };
}

async function isServed(url: string): Promise<boolean> {
  return fetch(url).then(
    async response => response.ok && (await response.text()).includes('</html>'),
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

const GIVE_UP_AFTER_MS = 120_000;
/** The publishers are fetched at once; politeness would only make the first fill longer. */
const LIMITS = ['--crawl-delay', '10ms'];

export interface MeasuredProgram {
  readonly pid: number;
  readonly url: string;
  readonly firstPageMs: number;
  stop(): Promise<void>;
}
