import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../../errors.ts';
import { sendProblem } from './problem.ts';

/**
 * A request that is not answered in time gets a 503. One look a second at the oldest ones does it: a timer for
 * each request (Fastify's `handlerTimeout`) took a tenth of the CPU time of a small answer.
 * Returns those that are running; whoever begins a request adds it, whoever ends it takes it out.
 */
export function limitTime(app: FastifyInstance, limitMs: number): Set<FastifyReply> {
  // A Set keeps the order of insertion, so the oldest comes first and the look ends at the first young one.
  const running = new Set<FastifyReply>();
  const look = setInterval(() => {
    for (const reply of running) {
      if (reply.elapsedTime < limitMs) return;
      running.delete(reply);
      if (!reply.sent)
        sendProblem(reply, new Problem('timed-out', undefined, { retryAfterSeconds: 5 }), undefined);
    }
  }, LOOK_EVERY_MS);
  look.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(look);
    done();
  });
  return running;
}

const LOOK_EVERY_MS = 1_000;
