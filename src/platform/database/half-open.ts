import { Socket } from 'node:net';
import type { Client, ClientBase } from 'pg';
import { type Clock, pause } from '../../lib/clock.ts';
import type { Logger } from '../telemetry/port.ts';

/**
 * Fault 20: connections lost without a FIN or RST. TCP takes minutes to notice, or never does behind a proxy, and
 * the sender of a statement would wait as long.
 *
 *   idle -> nothing read for 4 s while a statement is running -> the server is queried on a new connection
 *             the session is active        -> keep waiting
 *             the session is idle, or gone -> closed, with every connection that has been quiet as long
 *
 * The server sessions of closed connections are terminated, so that no other session waits for their locks.
 */
export function watchConnections(deps: WatchDeps): ConnectionWatch {
  const watched = new Map<ClientBase, Watched>();
  const closing = new AbortController();
  let running = false;

  const run = async () => {
    running = true;
    while (watched.size > 0 && !closing.signal.aborted) {
      await pause(deps.clock, CHECK_INTERVAL_MS, closing.signal);
      const now = deps.clock.now();
      for (const [client, state] of watched) note(client, state, now);
      const suspects = [...watched.values()].filter(state => isSuspect(state, now));
      if (suspects.length > 0 && !closing.signal.aborted) await closeLost(suspects, now);
    }
    running = false;
  };
  const closeLost = async (suspects: readonly Watched[], now: number) => {
    try {
      const silent = await findIdle(deps, suspects);
      if (silent.length === 0) return;
      const quietSince = Math.max(...silent.map(({ readAt }) => readAt));
      const lost = [...watched.values()].filter(
        state =>
          silent.includes(state) ||
          (!state.isQuerying && state.readAt <= Math.max(quietSince, now - SILENCE_MS)),
      );
      deps.log.warn('database.half_open_connections_closed', { count: lost.length });
      for (const { socket } of lost) socket.destroy(new Error('connection terminated: it was half open'));
      await endSessions(deps, lost);
    } catch (error) {
      // The server is unavailable: the pool notices that elsewhere.
      deps.log.debug('database.connection_check_failed', { error });
    }
  };
  return {
    add: client => {
      const state = startOf(client, deps.clock.now());
      if (state) watched.set(client, state);
      if (!running && watched.size > 0) void run();
    },
    remove: client => {
      watched.delete(client);
    },
    close: () => closing.abort(),
  };
}

function note(client: ClientBase, state: Watched, now: number): void {
  const isQuerying = 'readyForQuery' in client && client.readyForQuery === false;
  // A statement that was just sent gets its full time, however long the connection was idle before.
  if (state.socket.bytesRead !== state.bytesRead || (isQuerying && !state.isQuerying)) state.queriedAt = now;
  if (state.socket.bytesRead !== state.bytesRead) state.readAt = now;
  state.bytesRead = state.socket.bytesRead;
  state.isQuerying = isQuerying;
}

function isSuspect({ isQuerying, queriedAt }: Watched, now: number): boolean {
  return isQuerying && now - queriedAt >= SILENCE_MS;
}

/** Suspects whose session is not active on the server although a statement was sent. */
async function findIdle(deps: WatchDeps, suspects: readonly Watched[]): Promise<Watched[]> {
  const before = suspects.map(({ socket }) => socket.bytesRead);
  const active = await withClient(deps, async client => {
    const { rows } = await client.query<{ own: number; pids: number[] }>(
      `select pg_backend_pid() as own, array(
         select pid from pg_stat_activity where pid = any($1::int[]) and state = 'active'
       ) as pids`,
      [suspects.map(({ pid }) => pid)],
    );
    // Behind a pooler the session numbers are not the server's and prove nothing.
    return rows[0] && rows[0].own === processIdOf(client) ? new Set(rows[0].pids) : null;
  });
  if (!active) return [];
  return suspects.filter(({ pid, socket }, index) => !active.has(pid) && socket.bytesRead === before[index]);
}

async function endSessions(deps: WatchDeps, lost: readonly Watched[]): Promise<void> {
  await withClient(deps, client =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid = any($1::int[]) and state <> 'active' and usename = current_user`,
      [lost.map(({ pid }) => pid)],
    ),
  );
}

async function withClient<T>({ connect }: WatchDeps, work: (client: Client) => Promise<T>): Promise<T> {
  const client = connect();
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The driver has both but does not type them; without them a connection is not watched. */
function startOf(client: ClientBase, now: number): Watched | null {
  const pid = processIdOf(client);
  const socket = 'connection' in client ? socketOf(client.connection) : null;
  if (pid === null || socket === null) return null;
  return { socket, pid, bytesRead: socket.bytesRead, readAt: now, queriedAt: now, isQuerying: false };
}

function socketOf(connection: unknown): Socket | null {
  if (typeof connection !== 'object' || connection === null || !('stream' in connection)) return null;
  return connection.stream instanceof Socket ? connection.stream : null;
}

function processIdOf(client: ClientBase): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null;
}

const CHECK_INTERVAL_MS = 1_000;
const SILENCE_MS = 4_000;

interface Watched {
  readonly socket: Socket;
  readonly pid: number;
  bytesRead: number;
  readAt: number;
  queriedAt: number;
  isQuerying: boolean;
}

export interface ConnectionWatch {
  add(client: ClientBase): void;
  remove(client: ClientBase): void;
  close(): void;
}

interface WatchDeps {
  readonly connect: () => Client;
  readonly clock: Clock;
  readonly log: Logger;
}
