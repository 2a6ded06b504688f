import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { Problem } from '../../errors.ts';
import { isLoopback } from '../../lib/loopback.ts';

/**
 * `/healthz`: the process is alive; a restart would not help. `/readyz`: it can serve requests now, also those that
 * change something. Both are cheap and reveal nothing internal. `/metrics` is for this machine or the bearer of a token.
 */
export function registerHealth(app: FastifyInstance, context: AppContext, accepting: () => boolean): void {
  const noStore = { 'cache-control': 'no-store' };

  app.get('/healthz', async (_request, reply) => reply.headers(noStore).send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const database = await context.database.ping().then(
      () => (context.database.state().writable ? 'ok' : 'not-writable'),
      () => 'away',
    );
    const ready = accepting() && database === 'ok';
    const body = { status: ready ? 'ready' : accepting() ? 'not-ready' : 'stopping', database };
    return reply
      .code(ready ? 200 : 503)
      .headers(noStore)
      .send(body);
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, context.config.metricsToken)) throw new Problem('forbidden');
    const { contentType, body } = await context.telemetry.metrics.expose();
    return reply.headers(noStore).type(contentType).send(body);
  });
}

/**
 * Loopback counts only for requests that were not forwarded: behind an unconfigured proxy on this machine, every visitor
 * would look local.
 */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const forwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  if (!forwarded && isLoopback(request.ip)) return true;
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
