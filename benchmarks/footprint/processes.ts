import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { residentMegabytes } from '../crawl/processes.ts';

/** The memory of the program and of its PostgreSQL from /proc. Root and the owner of the processes may read it. */
export async function memoryOf(program: number): Promise<Memory> {
  const { server, children } = await processesBelow(program);
  const own = [program, ...children.filter(pid => !server.has(pid))];
  return {
    program: await sumOf(own, residentMegabytes),
    peak: await peakMegabytes(program),
    postgres: await sumOf([...server], shareMegabytes),
    connections: server.size,
  };
}

/** PostgreSQL is the one descendant that is called so, with its own; shells that watch it belong to the program. */
async function processesBelow(program: number): Promise<{ server: Set<number>; children: number[] }> {
  const all = await everyProcess();
  const children: number[] = [];
  const server = new Set<number>();
  for (const queue = [program]; queue.length > 0; ) {
    const parent = queue.shift();
    for (const process of all.filter(candidate => candidate.parent === parent)) {
      queue.push(process.pid);
      children.push(process.pid);
      if (process.name === 'postgres') server.add(process.pid);
    }
  }
  return { server, children };
}

async function everyProcess(): Promise<{ pid: number; name: string; parent: number }[]> {
  const names = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async name => {
      // A process may end meanwhile.
      const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null);
      const [, command = '', parent] = /\((.*)\) \S (\d+)/s.exec(text ?? '') ?? [];
      return parent === undefined ? [] : [{ pid: Number(name), name: command, parent: Number(parent) }];
    }),
  );
  return found.flat();
}

/** Memory that several processes share counts in equal parts for each of them. */
async function shareMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss: +(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024;
}

/** The most that the process ever had resident. */
async function peakMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) / 1_024;
}

async function sumOf(pids: readonly number[], measure: (pid: number) => Promise<number>): Promise<number> {
  const values = await Promise.all(pids.map(measure));
  return values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0);
}

/** Kilobytes on disk below a directory, without the write-ahead log, whose size depends on settings alone. */
export async function diskKilobytes(directory: string): Promise<{ data: number; log: number }> {
  let data = 0;
  let log = 0;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    // Files come and go while the program runs.
    const blocks = await stat(file).then(
      found => found.blocks / 2,
      () => 0,
    );
    if (entry.parentPath.includes('pg_wal')) log += blocks;
    else data += blocks;
  }
  return { data, log };
}

export interface Memory {
  /** Megabytes of all processes of the program, without PostgreSQL. */
  readonly program: number;
  readonly peak: number;
  readonly postgres: number;
  /** Processes of PostgreSQL. */
  readonly connections: number;
}
