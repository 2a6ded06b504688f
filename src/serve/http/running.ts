import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { sendProblem } from './problem.ts';

/**
 * A look twice a second at the requests that are running does two things that cost every request when each has a
 * timer or a listener of its own (a tenth of the CPU time of a small answer for Fastify's `handlerTimeout`, as
 * much again for its `onRequestAbort`): a request that is not answered in time gets a 503, and one whose client
 * has gone away is given up.
 * Returns those that are running; whoever begins a request adds it, whoever ends it takes it out.
 */
export function watchRunning(
  app: FastifyInstance,
  limitMs: number,
  onAbandoned: (request: FastifyRequest) => void,
): Set<FastifyReply> {
  const running = new Set<FastifyReply>();
  const look = setInterval(() => {
    for (const reply of running) {
      if (reply.raw.destroyed && !reply.raw.writableFinished) {
        running.delete(reply);
        onAbandoned(reply.request);
      } else if (reply.elapsedTime >= limitMs && !reply.sent) {
        sendProblem(reply, new Problem('timed-out', undefined, { retryAfterSeconds: 5 }), undefined);
      }
    }
  }, LOOK_EVERY_MS);
  look.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(look);
    done();
  });
  return running;
}

const LOOK_EVERY_MS = 500;
