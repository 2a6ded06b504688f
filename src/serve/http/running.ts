import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { sendProblem } from './problem.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Where the reply stands among the running ones; -1 when it is none of them. */
    runningAt: number;
    /** On the clock of `performance.now()`: Fastify's `elapsedTime` runs only beside hooks that cost more. */
    begunAt: number;
  }
}

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
): Running {
  app.decorateReply('runningAt', -1);
  app.decorateReply('begunAt', 0);
  const running = new Running();
  const look = setInterval(() => {
    for (const reply of running) {
      if (reply.raw.destroyed && !reply.raw.writableFinished) {
        running.delete(reply);
        onAbandoned(reply.request);
      } else if (performance.now() - reply.begunAt >= limitMs && !reply.sent) {
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

/** Replies in numbered places that are used again: a Set hashes each reply twice, and rebuilds itself often. */
class Running implements Iterable<FastifyReply> {
  readonly #places: (FastifyReply | undefined)[] = [];
  readonly #free: number[] = [];

  add(reply: FastifyReply): void {
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = reply;
    reply.runningAt = place;
    reply.begunAt = performance.now();
  }

  /** A reply that is not among the running ones is left alone. */
  delete(reply: FastifyReply): void {
    const place = reply.runningAt;
    if (place === -1) return;
    reply.runningAt = -1;
    this.#places[place] = undefined;
    this.#free.push(place);
  }

  *[Symbol.iterator](): Generator<FastifyReply> {
    for (const reply of this.#places) if (reply) yield reply;
  }
}

const LOOK_EVERY_MS = 500;
