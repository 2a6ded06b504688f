import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../app/context.ts';
import { Problem } from '../errors.ts';
import { receivePush } from '../ingest/websub/receive.ts';
import { verifyIntent } from '../ingest/websub/verify.ts';
import { isUuid } from '../lib/ids.ts';
import { networkField } from './http/observe.ts';
import type { Admit } from './http/server.ts';

/** SRC-7: the callbacks of hubs: `GET` verifies a subscription, `POST` delivers content. */
export function registerWebSub(app: FastifyInstance, context: AppContext, admit: Admit): void {
  app.register(async instance => {
    // Bodies are kept as bytes, because the signature covers the bytes.
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      async (_: unknown, body: Buffer) => body,
    );
    // Hubs have no session; any credential is ignored.
    instance.addHook('onRequest', async (request, reply) =>
      admit({ access: 'public', cache: { public: 0 } }, request, reply),
    );

    instance.get('/websub/:id', async (request, reply) => {
      const answer = await verifyIntent(context.database, idIn(request), {
        mode: queryOf(request, 'hub.mode'),
        topic: queryOf(request, 'hub.topic'),
        challenge: queryOf(request, 'hub.challenge'),
        leaseSeconds: queryOf(request, 'hub.lease_seconds'),
      });
      if (answer === null) throw new Problem('not-found', 'This subscription was not requested.');
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(answer);
    });

    instance.post('/websub/:id', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const signature = request.headers['x-hub-signature'];
      const outcome = await receivePush(context, idIn(request), {
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        contentType: request.headers['content-type'] ?? '',
        signature: typeof signature === 'string' ? signature : undefined,
      });
      if (outcome === 'ignored') {
        const fields = { ...networkField(request.ip), reason: 'signature' };
        context.telemetry.log.warn('websub.push_refused', fields);
      }
      return reply
        .code(outcome === 'gone' ? 410 : 202)
        .header('cache-control', 'no-store')
        .send();
    });
  });
}

function idIn({ params }: FastifyRequest): string {
  const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
  return isUuid(id) ? id : NIL_UUID;
}

function queryOf({ query }: FastifyRequest, name: string): string {
  const found: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
  return typeof found === 'string' && !found.includes('\0') ? found : '';
}

/** Replaces malformed ids: it matches no subscription. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';
/** Larger feeds are left to polling. */
const MAX_BODY_BYTES = 4 * 1_048_576;
