import { resolve } from 'node:path';
import { clusterOf } from './cluster-location.ts';
import { readPassword } from './password.ts';
import { readPidFile } from './pid-file.ts';
import { isAlive } from './processes.ts';
import { urlOf } from './server.ts';

/**
 * The server that another process has started on a data directory, for commands that run beside the program; null
 * when none is ready. It belongs to that process and ends with it.
 */
export async function findRunningPostgres(directory: string): Promise<RunningPostgres | null> {
  const data = resolve(directory);
  const cluster = (await clusterOf(data)).path;
  const [server, password] = await Promise.all([readPidFile(cluster), readPassword(data)]);
  if (!server?.ready || !password || !isAlive(server.pid)) return null;
  return { url: urlOf({ port: server.port, password }), directory: cluster };
}

export interface RunningPostgres {
  /** Of the database `broadsheet`. */
  url: string;
  directory: string;
}
