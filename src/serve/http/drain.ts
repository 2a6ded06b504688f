import { Server } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { systemClock } from '../../lib/clock.ts';
import type { InFlight } from './observe.ts';

/**
 * Stopping without cutting anybody off:
 *
 *   serving -> draining: the port is closed to new connections, readiness says no, every answer on an open
 *              connection says `Connection: close`, so that connection ends after its answer
 *           -> after a moment, connections that sent nothing more are closed
 *           -> closed when no request is running, or when the time is up
 *
 * This waits for machines, so it uses the system's clock also where a test moves time by hand.
 */
export function createDrain(app: FastifyInstance, inFlight: InFlight, running: ReadonlySet<FastifyReply>) {
  let draining = false;

  return {
    get draining() {
      return draining;
    },
    async drain(timeoutMs: number): Promise<DrainResult> {
      draining = true;
      for (const reply of running) if (!reply.sent) reply.header('connection', 'close');
      const closed = stopListening(app);
      const giveUpAt = systemClock.now() + timeoutMs;
      await systemClock.sleep(Math.min(IDLE_GRACE_MS, timeoutMs));
      app.server.closeIdleConnections();
      while (inFlight.count > 0 && systemClock.now() < giveUpAt) {
        await systemClock.sleep(20);
        app.server.closeIdleConnections();
      }
      const cut = inFlight.count;
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

const IDLE_GRACE_MS = 500;

export interface DrainResult {
  /** Requests that had not finished when the time was up. */
  cut: number;
}
