import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import type { Database } from '../../src/platform/database/port.ts';
import { int4, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';

/** Resource usage of processes from /proc; NaN on systems without it. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return fields === null ? Number.NaN : (Number(fields[11]) + Number(fields[12])) / TICKS;
}

export async function residentMegabytes(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return fields === null ? Number.NaN : (Number(fields[21]) * PAGE) / 1_048_576;
}

/** The server with all its processes, including those that ended. */
export async function postgresCpuSeconds(database: Database): Promise<number> {
  const { pid } = await database.one(row({ pid: int4 }), sql`select pg_backend_pid() as pid`);
  const server = Number((await statOf(pid))?.[1] ?? Number.NaN);
  const ended = await statOf(server);
  if (ended === null) return Number.NaN;
  let ticks = Number(ended[11]) + Number(ended[12]) + Number(ended[13]) + Number(ended[14]);
  for (const name of await readdir('/proc')) {
    const fields = /^\d+$/.test(name) ? await statOf(Number(name)) : null;
    if (fields !== null && Number(fields[1]) === server) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / TICKS;
}

/** The fields after the program name, which may contain blanks: [0] is the state, [1] the parent. */
async function statOf(pid: number): Promise<string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function systemConstant(name: string, fallback: number): number {
  try {
    return Number(execFileSync('getconf', [name], { encoding: 'utf8' })) || fallback;
  } catch {
    return fallback;
  }
}

const TICKS = systemConstant('CLK_TCK', 100);
const PAGE = systemConstant('PAGESIZE', 4_096);
