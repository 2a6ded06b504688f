import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../app/context.ts';
import { Problem } from '../errors.ts';
import { receivePush } from '../ingest/websub/receive.ts';
import { verifyIntent } from '../ingest/websub/verify.ts';
import { isUuid } from '../lib/ids.ts';
import type { Admit } from './http/server.ts';

/** SRC-7: where hubs call: `GET` to ask whether a subscription is wanted, `POST` to deliver. */
export function registerWebSub(app: FastifyInstance, context: AppContext, admit: Admit): void {
  app.register(async instance => {
    // Whatever a hub sends is taken as bytes: the signature is over those.
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MOST_BYTES },
      async (_: unknown, body: Buffer) => body,
    );
    // A hub has no session, and what says it has one is none of ours.
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
      if (answer === null) throw new Problem('not-found', 'No such subscription was asked for.');
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(answer);
    });

    instance.post('/websub/:id', { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const signature = request.headers['x-hub-signature'];
      const outcome = await receivePush(context, idIn(request), {
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        contentType: request.headers['content-type'] ?? '',
        signature: typeof signature === 'string' ? signature : undefined,
      });
      if (outcome === 'ignored')
        context.telemetry.log.warn('a push was not signed by its hub', { address: request.ip });
      return reply
        .code(outcome === 'gone' ? 410 : 202)
        .header('cache-control', 'no-store')
        .send();
    });
  });
}

function idIn({ params }: FastifyRequest): string {
  const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
  return isUuid(id) ? id : NOBODYS;
}

function queryOf({ query }: FastifyRequest, name: string): string {
  const found: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
  return typeof found === 'string' && !found.includes('\0') ? found : '';
}

/** Whatever is no id is the id of nothing, and is answered as such. */
const NOBODYS = '00000000-0000-0000-0000-000000000000';
/** Larger feeds are left to polling. */
const MOST_BYTES = 4 * 1_048_576;
