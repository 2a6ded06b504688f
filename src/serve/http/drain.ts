import { Server } from 'node:net';
import { setImmediate as inputHandled } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../../lib/clock.ts';
import type { InFlight } from './observe.ts';

/**
 * Stops without interrupting requests:
 *
 *   serving -> draining: the port accepts no new connections, readiness fails, every response on an open connection has
 *              `Connection: close`
 *           -> after a moment, idle connections are closed
 *           -> closed when no request is running and the last responses were sent, or at the deadline
 *
 * It waits for real connections, so it uses the system clock even where a test controls time.
 */
export function createDrain(app: FastifyInstance, inFlight: InFlight) {
  let draining = false;

  return {
    get draining() {
      return draining;
    },
    async drain(timeoutMs: number): Promise<DrainResult> {
      draining = true;
      const closed = stopListening(app);
      const deadline = systemClock.now() + timeoutMs;
      await systemClock.sleep(Math.min(IDLE_GRACE_MS, timeoutMs));
      await closeIdleConnections(app);
      while (inFlight.count > 0 && systemClock.now() < deadline) await nextPoll(app);
      const cut = inFlight.count;
      // The last responses may still be in the socket buffers.
      const leftUntil = Math.min(deadline, systemClock.now() + LEAVING_MS);
      while ((await connectionsOf(app)) > 0 && systemClock.now() < leftUntil) await nextPoll(app);
      app.server.closeAllConnections();
      await closed;
      await app.close();
      return { cut };
    },
  };
}

/**
 * Closes only the listening socket. `close` of an HTTP server also ends connections that look idle, although
 * a request may be in transit on each: under load that interrupted as many requests as there were
 * connections.
 */
function stopListening(app: FastifyInstance): Promise<void> {
  return new Promise(resolve => Server.prototype.close.call(app.server, () => resolve()));
}

async function nextPoll(app: FastifyInstance): Promise<void> {
  await systemClock.sleep(20);
  await closeIdleConnections(app);
}

/**
 * Requests that have arrived are read first: after a stall of this process their connections look idle, because timers
 * run before input. `setImmediate` runs after input.
 */
async function closeIdleConnections(app: FastifyInstance): Promise<void> {
  await inputHandled();
  app.server.closeIdleConnections();
}

function connectionsOf(app: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

const IDLE_GRACE_MS = 500;
const LEAVING_MS = 2_000;

export interface DrainResult {
  /** Requests that had not finished at the deadline. */
  cut: number;
}
