import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { systemClock } from '../../../../lib/clock.ts';
import { systemRandom } from '../../../../lib/random.ts';
import type { Logger } from '../../../telemetry/port.ts';
import type { EmbeddedPostgresOptions } from '../start.ts';

export const isRoot = process.getuid?.() === 0;

/** A folder that every user may enter, so that PostgreSQL can use it also when root runs the test. */
export async function temporaryDirectory(cleanup: Cleanup, mode = 0o755): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'broadsheet-embedded-'));
  cleanup.after(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, mode);
  return directory;
}

export function optionsFor(directory: string, log: Logger = silentLog): EmbeddedPostgresOptions {
  return { directory, log, clock: systemClock, random: systemRandom };
}

export function recordingLog(lines: string[]): Logger {
  const note = (level: string) => (event: string, fields?: object) => {
    lines.push(`${level} ${event}${fields === undefined ? '' : ` ${JSON.stringify(fields)}`}`);
  };
  const log: Logger = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
    known: event => note('info')(event),
    child: () => log,
  };
  return log;
}

const silentLog = recordingLog([]);

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows.map(row => row[0]);
  } finally {
    await client.end();
  }
}

/** Polls until the condition is true; the limit only guards against hanging. */
export async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
    if (await check()) return;
    await systemClock.sleep(20);
  }
  throw new Error(`${what} did not happen within ${PATIENCE_MS} ms`);
}

/** Runs one of the scripts beside this file in another Node process, which is killed at the end of the test. */
export function runScript(cleanup: Cleanup, script: string, args: readonly string[], as?: Ids): Script {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...as,
  });
  cleanup.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const printed = once(lines, 'line').then(([line]): unknown => JSON.parse(String(line)));
  const silent = ended.then(([code]) => {
    throw new Error(`${script} ended with ${code} before it printed anything`);
  });
  const first = Promise.race([printed, silent]);
  first.catch(() => undefined);
  return { child, first, ended };
}

const PATIENCE_MS = 60_000;

export interface Script {
  child: ChildProcess;
  /** The first line that it prints, as JSON. */
  first: Promise<unknown>;
  ended: Promise<unknown>;
}

/** The context of a test or of a whole file. */
export interface Cleanup {
  after(work: () => unknown): void;
}

interface Ids {
  uid: number;
  gid: number;
}
