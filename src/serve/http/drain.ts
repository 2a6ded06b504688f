import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../lib/clock.ts';
import type { InFlight } from './observe.ts';

/**
 * Stopping without cutting anybody off:
 *
 *   serving -> draining: the port is closed to new connections, readiness says no, every answer on an open
 *              connection says `Connection: close`, so that connection ends after its answer
 *           -> idle connections that send nothing more are closed
 *           -> closed when no request is running, or when the time is up
 */
export function createDrain(app: FastifyInstance, inFlight: InFlight, clock: Clock) {
  let draining = false;

  app.addHook('onRequest', (_request, reply, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });

  return {
    get draining() {
      return draining;
    },
    async drain(timeoutMs: number): Promise<DrainResult> {
      draining = true;
      const closed = new Promise<void>(resolve => app.server.close(() => resolve()));
      const giveUpAt = clock.now() + timeoutMs;
      // A moment for requests that were on the wire when the word came to stop.
      await clock.sleep(Math.min(IDLE_GRACE_MS, timeoutMs));
      app.server.closeIdleConnections();
      while (inFlight.count > 0 && clock.now() < giveUpAt) {
        await clock.sleep(20);
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

const IDLE_GRACE_MS = 250;

export interface DrainResult {
  /** Requests that had not finished when the time was up. */
  cut: number;
}
