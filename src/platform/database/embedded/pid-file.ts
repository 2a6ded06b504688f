import { join } from 'node:path';
import { readIfThere } from './files.ts';

/**
 * The postmaster.pid of a server: line 1 its pid, line 4 its port, line 8 whether it is ready. After a crash the file
 * stays behind, so callers must check that the pid is running.
 */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const lines = (await readIfThere(join(cluster, 'postmaster.pid')))?.split('\n');
  if (lines === undefined) return undefined;
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

export interface PidFile {
  pid: number;
  port: number;
  ready: boolean;
}
