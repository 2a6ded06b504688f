import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { sendProblem } from './problem.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The slot of the reply among the running ones; -1 when it is not running. */
    runningAt: number;
    /** By `performance.now()`: Fastify's `elapsedTime` needs hooks that cost more. */
    begunAt: number;
  }
}

/**
 * Checks all running requests twice a second: a request past its deadline gets a 503, and one whose client
 * has disconnected is abandoned. A timer or listener per request costs more (Fastify's `handlerTimeout` a
 * tenth of the CPU time of a small response, its `onRequestAbort` the same again). Returns the running
 * requests; the caller adds and removes them.
 */
export function watchRunning(
  app: FastifyInstance,
  limitMs: number,
  onAbandoned: (request: FastifyRequest) => void,
): Running {
  app.decorateReply('runningAt', -1);
  app.decorateReply('begunAt', 0);
  const running = new Running();
  const timer = setInterval(() => {
    for (const reply of running) {
      if (reply.raw.destroyed && !reply.raw.writableFinished) {
        running.delete(reply);
        onAbandoned(reply.request);
      } else if (performance.now() - reply.begunAt >= limitMs && !reply.sent) {
        sendProblem(reply, new Problem('timed-out', undefined, { retryAfterSeconds: 5 }), undefined);
      }
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  return running;
}

/** Replies in reusable slots: a Set would hash each reply twice and rehash often. */
class Running implements Iterable<FastifyReply> {
  readonly #slots: (FastifyReply | undefined)[] = [];
  readonly #free: number[] = [];

  add(reply: FastifyReply): void {
    const slot = this.#free.pop() ?? this.#slots.length;
    this.#slots[slot] = reply;
    reply.runningAt = slot;
    reply.begunAt = performance.now();
  }

  /** Ignores a reply that is not running. */
  delete(reply: FastifyReply): void {
    const slot = reply.runningAt;
    if (slot === -1) return;
    reply.runningAt = -1;
    this.#slots[slot] = undefined;
    this.#free.push(slot);
  }

  *[Symbol.iterator](): Generator<FastifyReply> {
    for (const reply of this.#slots) if (reply) yield reply;
  }
}

const LOOK_EVERY_MS = 500;
