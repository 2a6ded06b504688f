import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../../lib/clock.ts';
import type { InFlight } from './observe.ts';

/**
 * Stopping without cutting anybody off:
 *
 *   serving -> draining: the port is closed to new connections, readiness says no, every answer on an open
 *              connection says `Connection: close`, so that connection ends after its answer
 *           -> after a moment, connections that sent nothing more are closed
 *           -> closed when no request is running and the last answers have left, or when the time is up
 *
 * This waits for machines, so it uses the system's clock also where a test moves time by hand.
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
      const giveUpAt = systemClock.now() + timeoutMs;
      await systemClock.sleep(Math.min(IDLE_GRACE_MS, timeoutMs));
      app.server.closeIdleConnections();
      while (inFlight.count > 0 && systemClock.now() < giveUpAt) await lookAgain(app);
      const cut = inFlight.count;
      // What was answered last may still be on its way out.
      const leftUntil = Math.min(giveUpAt, systemClock.now() + LEAVING_MS);
      while ((await connectionsOf(app)) > 0 && systemClock.now() < leftUntil) await lookAgain(app);
      app.server.closeAllConnections();
      await closed;
      await app.close();
      return { cut };
    },
  };
}

/**
 * Closes the port and nothing else. An HTTP server's own `close` also ends connections that look idle, and a
 * request may be on its way on each of them: under load that cut as many requests as there were connections.
 */
function stopListening(app: FastifyInstance): Promise<void> {
  return new Promise(resolve => Server.prototype.close.call(app.server, () => resolve()));
}

async function lookAgain(app: FastifyInstance): Promise<void> {
  await systemClock.sleep(20);
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
  /** Requests that had not finished when the time was up. */
  cut: number;
}
