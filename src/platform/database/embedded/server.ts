import { join } from 'node:path';
import { Client } from 'pg';
import type { Clock } from '../../../lib/clock.ts';
import type { Logger } from '../../telemetry/port.ts';
import { type Engine, program } from './engine.ts';
import { type EngineFailed, engineFailed } from './errors.ts';
import { codeOf, replaceFile } from './files.ts';
import { type Kept, keep } from './keeper.ts';
import { clusterName } from './leftovers.ts';
import { readPidFile } from './pid-file.ts';
import { signal } from './processes.ts';
import { LOG_LINE_PREFIX, type ServerLog } from './server-log.ts';
import type { Settings } from './tuning.ts';
import type { User } from './users.ts';
import { poll, settlesWithin } from './waiting.ts';

/**
 * Starts PostgreSQL once on a port and resolves when it has answered a query. While it replays its log after a
 * crash it is waited for; when it ends instead, its last lines are in the error.
 */
export async function startServer(cluster: Cluster, port: number, given: AbortSignal): Promise<Server> {
  given.throwIfAborted();
  await writeSettings(cluster);
  cluster.serverLog.forget();
  const kept = await keep(program(cluster.engine, 'postgres'), serverArguments(cluster, port), {
    runsAs: cluster.runsAs,
    onLine: line => cluster.serverLog.add(line),
    clock: cluster.clock,
  });
  try {
    await untilReady(cluster, kept, given);
    return { kept, version: await askVersion(cluster, port) };
  } catch (error) {
    await stopServer(kept, cluster.clock);
    throw error;
  }
}

/** Fast: sessions are ended, what was committed is written. After 8 s at once; the next start recovers then. */
export async function stopServer(kept: Kept, clock: Clock): Promise<void> {
  kept.letGo();
  if (await settlesWithin(kept.ended, STOP_MS, clock)) return;
  // The keeper does this too; here it is done also when somebody has killed the keeper.
  signal(kept.pid, 'SIGQUIT');
  await kept.ended;
}

const STOP_MS = 8_000;

/** Runs one statement on a connection of its own; the first value of the first row, or an empty text. */
export async function ask(cluster: Cluster, port: number, question: string): Promise<string> {
  const connectionString = urlOf({ port, password: cluster.password }, 'postgres');
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // A connection that is lost between two statements reports to nobody otherwise, and that ends the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<unknown[]>({ text: question, rowMode: 'array' });
    return String(rows[0]?.[0] ?? '');
  } finally {
    await client.end();
  }
}

export function urlOf({ port, password }: Access, database = DATABASE): string {
  const credentials = `broadsheet:${encodeURIComponent(password)}`;
  return `postgres://${credentials}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

export const DATABASE = 'broadsheet';

/**
 * Rewritten at each start: nothing that was tuned for another machine or by an older program stays behind. What
 * initdb found out about this system, such as the kind of shared memory that works, is in its own file.
 */
async function writeSettings({ cluster, settings, runsAs }: Cluster): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  const head =
    "# Written by Broadsheet at each start; changes are lost.\ninclude_if_exists = 'postgresql.conf'";
  const text = `${[head, ...lines].join('\n')}\n`;
  await replaceFile(join(cluster, SETTINGS_FILE), text, { mode: 0o600, owner: runsAs });
}

const SETTINGS_FILE = 'broadsheet.conf';

/** What stands here beats every file, also those that ALTER SYSTEM writes: it stays on loopback. */
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
 * The server says in its pid file that it is ready, and with that file it is known to be ours; a connection to
 * the port alone might reach another program that was faster to take it.
 */
async function untilReady(cluster: Cluster, kept: Kept, given: AbortSignal): Promise<void> {
  let ended = false;
  void kept.ended.then(() => {
    ended = true;
  });
  const state = await poll(
    async () => (ended ? 'ended' : (await saysReady(cluster, kept.pid)) ? 'ready' : undefined),
    { clock: cluster.clock, every: 20, most: RECOVERY_MS, signal: given },
  );
  if (state === 'ready') return;
  const what = state === 'ended' ? 'did not start' : `was not ready after ${RECOVERY_MS / 60_000} minutes`;
  throw engineFailed(`PostgreSQL ${what} on ${cluster.cluster}.`, cluster.serverLog.tail());
}

/** Far more than a recovery takes with our settings; a server that needs longer than this hangs. */
const RECOVERY_MS = 600_000;

async function saysReady({ cluster }: Cluster, pid: number): Promise<boolean> {
  const said = await readPidFile(cluster);
  return said?.pid === pid && said.ready;
}

async function askVersion(cluster: Cluster, port: number): Promise<string> {
  try {
    return await ask(cluster, port, "select current_setting('server_version')");
  } catch (error) {
    throw codeOf(error) === WRONG_PASSWORD ? wrongPassword(cluster) : error;
  }
}

const WRONG_PASSWORD = '28P01';

function wrongPassword({ cluster, serverLog }: Cluster): EngineFailed {
  return engineFailed(
    `The password in the file postgres-password is not that of the database in ${cluster}. ` +
      'Put the right file back, or remove it to have a new password set.',
    serverLog.tail(),
  );
}

export interface Cluster {
  cluster: string;
  engine: Engine;
  runsAs: User | undefined;
  password: string;
  settings: Settings;
  serverLog: ServerLog;
  log: Logger;
  clock: Clock;
}

interface Access {
  port: number;
  password: string;
}

export interface Server {
  kept: Kept;
  version: string;
}
