import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes connections whose client has stopped reading: bytes wait to be sent, and none was for `limitMs`. Neither Node's
 * limits on requests nor ours on answers end such a connection, and its answers stay in memory. `socket.setTimeout` would
 * not do, because requests that still arrive reset it.
 *
 * All connections are checked a few times within the limit, and a connection is closed after that many checks without
 * progress: when this process was busy for long, it has not sent anything either, and one check later it has.
 */
export function closeStalledConnections(server: Server, limitMs: number): void {
  const sent = new Map<Socket, Sent>();
  server.on('connection', socket => {
    sent.set(socket, { written: 0, queued: 0, checks: 0 });
    socket.once('close', () => sent.delete(socket));
  });
  const check = () => {
    for (const [socket, last] of sent) if (isStalled(socket, last)) socket.destroy();
  };
  server.once('listening', () => {
    const timer = setInterval(check, limitMs / CHECKS).unref();
    server.once('close', () => clearInterval(timer));
  });
}

function isStalled(socket: Socket, last: Sent): boolean {
  const written = socket.bytesWritten - socket.writableLength;
  const queued = bytesInSystem(socket);
  const moved = socket.writableLength === 0 || written !== last.written || queued !== last.queued;
  last.written = written;
  last.queued = queued;
  last.checks = moved ? 0 : last.checks + 1;
  return last.checks >= CHECKS;
}

/**
 * What is left of the write in progress. `writableLength` counts it as a whole until its end, which for a large answer and
 * a slow client takes longer than the limit. Node uses the same number for its own timeouts.
 */
function bytesInSystem(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const size: unknown =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
  return typeof size === 'number' ? size : 0;
}

const CHECKS = 4;

/** The state of a connection at the last check. */
interface Sent {
  /** Bytes of finished writes. */
  written: number;
  queued: number;
  /** Checks in a row that found no progress. */
  checks: number;
}
