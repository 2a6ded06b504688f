import { join } from 'node:path';
import { Client } from 'pg';
import type { Clock } from '../../../lib/clock.ts';
import type { Logger } from '../../telemetry/port.ts';
import { type Engine, program } from './engine.ts';
import { EngineFailed, engineFailed } from './errors.ts';
import { codeOf, replaceFile } from './files.ts';
import { clusterName } from './orphans.ts';
import { readPidFile } from './pid-file.ts';
import { signal } from './processes.ts';
import { LOG_LINE_PREFIX, type ServerLog } from './server-log.ts';
import type { Settings } from './tuning.ts';
import type { SystemUser } from './users.ts';
import { poll, settlesWithin } from './wait.ts';
import { startWrapped, type WrappedProcess } from './wrapped-process.ts';

/**
 * Starts PostgreSQL once on a port and resolves when it has answered a query. Waits while it replays its log after a
 * crash; when it exits instead, its last lines are in the error.
 */
export async function startServer(cluster: Cluster, port: number, signal: AbortSignal): Promise<Server> {
  signal.throwIfAborted();
  await writeSettings(cluster);
  cluster.serverLog.forget();
  const wrapped = await startWrapped(program(cluster.engine, 'postgres'), serverArguments(cluster, port), {
    runsAs: cluster.runsAs,
    onLine: line => cluster.serverLog.add(line),
    clock: cluster.clock,
  });
  try {
    await untilReady(cluster, wrapped, signal);
    return { process: wrapped, version: await queryVersion(cluster, port) };
  } catch (error) {
    await stopServer(wrapped, cluster.clock);
    throw error;
  }
}

/**
 * Fast shutdown: sessions are ended, committed data is written. Immediate after 8 s; the next start recovers then.
 */
export async function stopServer(wrapped: WrappedProcess, clock: Clock): Promise<void> {
  wrapped.requestStop();
  if (await settlesWithin(wrapped.ended, STOP_MS, clock)) return;
  // The watcher does this too; here it also happens when the watcher itself was killed.
  signal(wrapped.pid, 'SIGQUIT');
  await wrapped.ended;
}

const STOP_MS = 8_000;

/** Runs one statement on its own connection; returns the first value of the first row, or an empty text. */
export async function queryValue(cluster: Cluster, port: number, statement: string): Promise<string> {
  const connectionString = urlOf({ port, password: cluster.password }, 'postgres');
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // Without a listener, a connection lost between two statements ends the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return String(rows[0]?.[0] ?? '');
  } finally {
    await client.end();
  }
}

export function urlOf({ port, password }: ServerLogin, database = DATABASE): string {
  const credentials = `broadsheet:${encodeURIComponent(password)}`;
  return `postgres://${credentials}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

export const DATABASE = 'broadsheet';

/**
 * Rewritten at each start: no setting made for another machine or by an older program remains. Findings of initdb
 * about this system, such as the kind of shared memory that works, are in its own file.
 */
async function writeSettings({ cluster, settings, runsAs }: Cluster): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  const head =
    "# Written by Broadsheet at each start; changes are lost.\ninclude_if_exists = 'postgresql.conf'";
  const text = `${[head, ...lines].join('\n')}\n`;
  await replaceFile(join(cluster, SETTINGS_FILE), text, { mode: 0o600, owner: runsAs });
}

const SETTINGS_FILE = 'broadsheet.conf';

/** These settings override every file, including those that ALTER SYSTEM writes: the server stays on loopback. */
function serverArguments({ cluster }: Cluster, port: number): string[] {
  const fixed = {
    config_file: join(cluster, SETTINGS_FILE),
    cluster_name: clusterName(cluster),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    log_line_prefix: LOG_LINE_PREFIX,
  };
  return ['-D', cluster, ...Object.entries(fixed).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/**
 * The server reports in its pid file that it is ready, and the file proves that it is ours; a connection to the port
 * alone might reach another program that was faster to take it.
 */
async function untilReady(cluster: Cluster, wrapped: WrappedProcess, signal: AbortSignal): Promise<void> {
  let ended = false;
  void wrapped.ended.then(() => {
    ended = true;
  });
  const state = await poll(
    async () => (ended ? 'ended' : (await isReady(cluster, wrapped.pid)) ? 'ready' : undefined),
    { clock: cluster.clock, every: 20, maxMs: RECOVERY_MS, signal },
  );
  if (state === 'ready') return;
  const what = state === 'ended' ? 'did not start' : `was not ready after ${RECOVERY_MS / 60_000} minutes`;
  throw engineFailed(`PostgreSQL ${what} on ${cluster.cluster}.`, cluster.serverLog.tail());
}

/** Far more than a recovery takes with our settings; a server that needs longer hangs. */
const RECOVERY_MS = 600_000;

async function isReady({ cluster }: Cluster, pid: number): Promise<boolean> {
  const file = await readPidFile(cluster);
  return file?.pid === pid && file.ready;
}

async function queryVersion(cluster: Cluster, port: number): Promise<string> {
  try {
    return await queryValue(cluster, port, "select current_setting('server_version')");
  } catch (error) {
    throw codeOf(error) === WRONG_PASSWORD ? wrongPassword(cluster) : error;
  }
}

const WRONG_PASSWORD = '28P01';

/** Without the server's last lines, which only repeat it. */
function wrongPassword({ cluster }: Cluster): EngineFailed {
  return new EngineFailed(
    `The password in the file postgres-password does not match the database in ${cluster}: the file was cut off or ` +
      'replaced. Restore it from a copy of the data directory, or remove it and start again: the database then gets ' +
      'a new password, and no data is lost.',
  );
}

export interface Cluster {
  cluster: string;
  engine: Engine;
  runsAs: SystemUser | undefined;
  password: string;
  settings: Settings;
  serverLog: ServerLog;
  log: Logger;
  clock: Clock;
}

interface ServerLogin {
  port: number;
  password: string;
}

export interface Server {
  process: WrappedProcess;
  version: string;
}
