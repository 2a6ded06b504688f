import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { ClientInfo } from '../../accounts/context.ts';
import type { AppContext } from '../../app/context.ts';
import type { EncodedBody } from '../../app/encoded-body.ts';
import { answerOnce, checkKey } from '../../app/idempotency.ts';
import { localeFor } from '../../app/markup/locale.ts';
import { Problem } from '../../errors.ts';
import type { Encoding } from '../../lib/compression.ts';
import type { createAdmission } from './admit.ts';
import { readCookie } from './cookies.ts';
import type { DirectSend } from './direct.ts';
import { cacheControl, isFresh, isWorthCompressing, JSON_TYPE, sendTagged, sendText } from './headers.ts';
import type { Answer, Cache, Call, Route } from './route.ts';

/** Registers a route of the table: admission, validation, handler, response. */
export function registerRoute(
  app: FastifyInstance,
  context: AppContext,
  { admit, sendDirect }: RouteGate,
  route: Route,
): void {
  const cache = route.cache ?? 'no-store';
  const responseOptions: ResponseOptions = { cache, serialize: createSerialize(route), sendDirect };
  const options: RouteShorthandOptions = {
    schema: fastifySchema(route),
    onRequest: (request, reply, done) => {
      const waiting = admit(route, request, reply);
      if (waiting) return waiting.then(() => refuseForms(request));
      refuseForms(request);
      return done();
    },
  };
  app.route({
    ...options,
    method: route.method,
    url: fastifyPath(route.path),
    // Returns nothing: Fastify would wait for a promise a second time.
    handler: (request, reply) => {
      const fail = (error: unknown) => reply.send(error);
      const leave = (answer: Answer) => {
        try {
          send(request, reply, answer, responseOptions);
        } catch (error) {
          fail(error);
        }
      };
      try {
        const answer = answerFor(context, route, request);
        if (answer instanceof Promise) answer.then(leave, fail);
        else leave(answer);
      } catch (error) {
        fail(error);
      }
    },
  });
}

/**
 * Accepts only JSON: any site can make a visitor's browser send a form (and sign them in to a foreign
 * account), but JSON only after this server has allowed it (CORS).
 */
function refuseForms({ headers }: FastifyRequest): void {
  const type = headers['content-type'];
  if (type !== undefined && !/^application\/json *(?:;|$)/i.test(type))
    throw new Problem('unsupported-media-type', 'Send the body as application/json.');
}

/** OpenAPI writes `/users/{id}`, Fastify `/users/:id`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function answerFor(context: AppContext, route: Route, request: FastifyRequest): Promise<Answer> | Answer {
  const key = request.headers['idempotency-key'];
  const call = (joined: AppContext) => route.handler(new RequestCall(joined, request));
  if (!route.idempotent || typeof key !== 'string') return call(context);
  const owner = request.principal ? `user ${request.principal.userId}` : `address ${request.ip}`;
  const fingerprint = `${route.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`;
  return answerOnce(context, { owner, key: checkKey(key), fingerprint }, async joined => call(joined));
}

/** A class, because creating an object literal with a getter takes fifteen times as long. */
class RequestCall implements Call {
  readonly context: AppContext;
  readonly principal: Call['principal'];
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly request: FastifyRequest;

  constructor(context: AppContext, request: FastifyRequest) {
    this.context = context;
    this.principal = request.principal;
    this.params = request.params;
    this.query = request.query;
    this.body = request.body;
    this.request = request;
  }

  /** Lazy: most handlers do not need it, and reading the connection takes longer than the rest. */
  get client(): ClientInfo {
    return clientOf(this.request);
  }
}

export function clientOf(request: FastifyRequest): ClientInfo {
  const { cookie, 'user-agent': userAgent = '', 'accept-language': accepted } = request.headers;
  const chosen = readCookie(cookie, '__Host-language') ?? readCookie(cookie, 'language');
  const language = localeFor(chosen, accepted).code;
  return { address: request.ip, userAgent: userAgent.slice(0, 400), language };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  { cache, serialize, sendDirect }: ResponseOptions,
): void {
  if (answer.ready) {
    sendReady(request, reply, answer.ready, { cache, sendDirect });
    return;
  }
  const text = answer.body === undefined || isStream(answer.body) ? undefined : serialize(reply, answer);
  const isPlain = answer.headers === undefined && answer.cookies === undefined && !request.hasMoreHeaders;
  if (isPlain && text !== undefined && cache === 'no-store' && !isWorthCompressing(text)) {
    sendDirect(request, reply, answer.status, text);
    return;
  }
  reply.code(answer.status).header('cache-control', cacheControl(cache));
  if (answer.headers) reply.headers({ ...answer.headers });
  if (answer.cookies) reply.header('set-cookie', [...answer.cookies]);
  if (text === undefined) {
    reply.send(answer.body);
    return;
  }
  reply.type(JSON_TYPE);
  if (cache === 'no-store') sendText(reply, text);
  else sendTagged(request, reply, text);
}

/** Answers 304 to a client with the same bytes; others get the bytes without serialising them again. */
function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: EncodedBody,
  { cache, sendDirect }: Pick<ResponseOptions, 'cache' | 'sendDirect'>,
): void {
  const leave = (status: number, body: Buffer, encoding?: Encoding) => {
    const own = ready.headers(cacheControl(cache), encoding);
    if (!request.hasMoreHeaders && status === 200) return sendDirect(request, reply, status, body, own);
    for (let at = 0; at < own.length; at += 2) reply.header(own[at] ?? '', own[at + 1]);
    return status === 304 ? reply.code(304).send() : reply.type(JSON_TYPE).send(body);
  };
  if (isFresh(request.headers['if-none-match'], ready.etag)) return void leave(304, NOTHING);
  const fitting = ready.for(request.headers['accept-encoding']);
  if (fitting instanceof Promise)
    fitting.then(
      ({ body, encoding }) => leave(200, body, encoding),
      error => reply.send(error),
    );
  else leave(200, fitting.body, fitting.encoding);
}

const NOTHING = Buffer.alloc(0);

/** Serialises by the schema of the response status. Compiled with its first response: most of them are never sent. */
function createSerialize({ responses }: Route): ResponseOptions['serialize'] {
  const known = new Map<number, (body: { [key: string]: unknown }) => string>();
  return (reply, { body, status }) => {
    if (!isObject(body)) return JSON.stringify(body);
    let bySchema = known.get(status);
    if (bySchema === undefined) {
      const { schema } = responses[status] ?? {};
      bySchema = schema ? reply.compileSerializationSchema({ ...schema }, String(status)) : JSON.stringify;
      known.set(status, bySchema);
    }
    return bySchema(body);
  };
}

/** Whether the body is chunked and has not arrived completely. */
export function isStream(body: unknown): boolean {
  return isObject(body) && 'pipe' in body;
}

function fastifySchema(route: Route): Record<string, unknown> {
  return {
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
  };
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

interface ResponseOptions {
  readonly cache: Cache;
  readonly serialize: (reply: FastifyReply, answer: Answer) => string;
  readonly sendDirect: DirectSend;
}

/** Everything between a route and the network, in both directions. */
interface RouteGate {
  readonly admit: ReturnType<typeof createAdmission>;
  readonly sendDirect: DirectSend;
}
