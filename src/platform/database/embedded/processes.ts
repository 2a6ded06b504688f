import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { readIfThere } from './files.ts';

/**
 * Lists the processes of this machine. On Linux it reads /proc, which slim containers have too, where `ps` is often
 * missing; elsewhere it calls `ps`, which macOS and the BSDs always have.
 */
export async function listProcesses(): Promise<RunningProcess[]> {
  return process.platform === 'linux' ? listFromProc() : listFromPs();
}

/**
 * The start time of a process, in a unit of the system, which distinguishes it from a later one with the same pid.
 * Undefined when there is no such process.
 */
export async function startOfProcess(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return ps(['-o', 'lstart=', '-p', String(pid)]);
  const stat = await readIfThere(`/proc/${pid}/stat`);
  // The name in parentheses may contain blanks; counted from after it, the start time is the 20th field.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

export function isAlive(pid: number): boolean {
  return signal(pid, 0);
}

/** False when the process does not exist or we may not signal it. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

async function listFromProc(): Promise<RunningProcess[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const all = await Promise.all(pids.map(async pid => ({ pid: Number(pid), command: await commandOf(pid) })));
  return all.filter(({ command }) => command !== '');
}

/** Empty for a process that has ended, whether or not its parent has noticed (a zombie has no command). */
async function commandOf(pid: string): Promise<string> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.replaceAll('\0', ' ').trim();
}

async function listFromPs(): Promise<RunningProcess[]> {
  const listing = (await ps(['-axww', '-o', 'pid=,command='])) ?? '';
  return listing.split('\n').flatMap(line => {
    const match = /^\s*(\d+)\s+(.*)$/.exec(line);
    return match ? [{ pid: Number(match[1]), command: match[2] ?? '' }] : [];
  });
}

/** `ps` exits with an error when it finds no process. */
async function ps(args: readonly string[]): Promise<string | undefined> {
  const found = await promisify(execFile)('ps', [...args], { maxBuffer: 16_777_216 }).catch(() => undefined);
  return found?.stdout.trim();
}

export interface RunningProcess {
  pid: number;
  /** The whole command line, or the title that the process gave itself. */
  command: string;
}
