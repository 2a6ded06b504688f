import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { addressOfImage } from '../../app/output/image-address.ts';
import { Problem } from '../../errors.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Admit } from '../http/server.ts';
import type { ImageAnswer } from './answer.ts';
import { openDiskCache } from './disk-cache.ts';
import { createImageProxy, type ImageProxy } from './proxy.ts';

/** `GET /image/{signature}/{address}`: see `imageUrlFor`. */
export async function registerImages(app: FastifyInstance, context: AppContext, admit: Admit): Promise<void> {
  const { config, telemetry, outbound, random, keys } = context;
  const cache = await openDiskCache({
    directory: join(config.data, 'images'),
    maxBytes: config.imageCache,
    random,
  });
  // It measures timeouts, so it uses the system clock even where a test controls time.
  const proxy = createImageProxy({
    outbound,
    cache,
    clock: systemClock,
    log: telemetry.log,
    metrics: telemetry.metrics,
    size: { longestSide: config.imageSide, maxPixels: config.imagePixels },
    limits: { wireBytes: config.imageSize, decodedBytes: config.imageSize },
  });
  serveImages(app, { keys, proxy }, admit);
}

function serveImages(
  app: FastifyInstance,
  { keys, proxy }: Pick<AppContext, 'keys'> & { readonly proxy: ImageProxy },
  admit: Admit,
): void {
  const addressIn = ({ params }: ImageRequest) => addressOfImage(keys, params.signature, params['*']);
  app.route<ImageRoute>({
    method: 'GET',
    url: '/image/:signature/*',
    // Signed addresses are not rate-limited, like style sheets: a front page has forty pictures, and whole
    // offices share an address. No credential is read, because the response is cacheable by anyone.
    onRequest: async (request, reply) => {
      if (addressIn(request) === null)
        await admit({ access: 'public', cache: { public: YEAR_SECONDS } }, request, reply);
    },
    handler: async (request, reply) => {
      const address = addressIn(request);
      if (address === null) throw new Problem('not-found', 'This address was not made by this site.');
      return send(request, reply, await proxy.get(address));
    },
  });
}

/** The headers let a browser render the bytes only as a picture. */
function send(request: ImageRequest, reply: FastifyReply, answer: ImageAnswer): FastifyReply {
  reply.header('content-security-policy', "default-src 'none'; sandbox").type('text/plain; charset=utf-8');
  if (answer.kind === 'none')
    return reply.code(404).header('cache-control', 'public, max-age=600').send('There is no picture.\n');
  if (answer.kind === 'away')
    return reply
      .code(502)
      .header('cache-control', 'public, max-age=60')
      .send('The picture’s host is away.\n');
  if (answer.kind === 'busy')
    return reply
      .code(503)
      .headers({ 'cache-control': 'no-store', 'retry-after': String(answer.retryAfterSeconds) })
      .send('Try again in a moment.\n');
  const etag = `"${hash('sha1', answer.content, 'base64url')}"`;
  reply.headers({ 'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`, etag }).type(answer.type);
  return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(answer.content);
}

const YEAR_SECONDS = 31_536_000;

interface ImageRoute {
  Params: { signature: string; '*': string };
}

type ImageRequest = FastifyRequest<ImageRoute>;
