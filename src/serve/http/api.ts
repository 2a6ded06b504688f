import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { Problem } from '../../errors.ts';
import type { ServeContext } from '../context.ts';
import type { createAdmission } from './admit.ts';
import { cacheControl, sendTagged, sendText } from './headers.ts';
import { answerOnce, checkKey } from './idempotency.ts';
import type { Answer, Cache, Call, Route } from './route.ts';

/** Puts a route of the table on the server: admission, validation, handler, answer. */
export function registerRoute(
  app: FastifyInstance,
  context: ServeContext,
  admit: Admission,
  route: Route,
): void {
  const cache = route.cache ?? 'no-store';
  const options: RouteShorthandOptions = {
    schema: fastifySchema(route),
    onRequest: async (request, reply) => {
      await admit(route, request, reply);
      refuseForms(request);
    },
  };
  app.route({
    ...options,
    method: route.method,
    url: fastifyPath(route.path),
    handler: async (request, reply) => {
      const answer = await answerFor(context, route, request);
      return send(request, reply, answer, cache);
    },
  });
}

/**
 * JSON and nothing else: any site can make a visitor's browser send a form here (and so sign them in to an
 * account that is not theirs), but JSON only after this server has agreed to it (CORS).
 */
function refuseForms({ headers }: FastifyRequest): void {
  const type = headers['content-type'];
  if (type !== undefined && !/^application\/json *(?:;|$)/i.test(type))
    throw new Problem('unsupported-media-type', 'Send JSON, as application/json.');
}

/** OpenAPI writes `/users/{id}`, Fastify `/users/:id`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function answerFor(context: ServeContext, route: Route, request: FastifyRequest): Promise<Answer> {
  const key = request.headers['idempotency-key'];
  const call = (joined: ServeContext) => route.handler(callOf(joined, request));
  if (!route.idempotent || typeof key !== 'string') return call(context);
  const owner = request.principal ? `user ${request.principal.userId}` : `address ${request.ip}`;
  const fingerprint = `${route.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`;
  return answerOnce(context, { owner, key: checkKey(key), fingerprint }, call);
}

function callOf(context: ServeContext, request: FastifyRequest): Call {
  const { principal, params, query, body } = request;
  return { context, principal, client: clientOf(request), params, query, body, request };
}

export function clientOf(request: FastifyRequest) {
  return { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 400) };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer, cache: Cache): FastifyReply {
  reply.code(answer.status).header('cache-control', cacheControl(cache));
  if (answer.headers) reply.headers({ ...answer.headers });
  if (answer.cookies) reply.header('set-cookie', [...answer.cookies]);
  if (answer.body === undefined) return reply.send();
  if (isStream(answer.body)) return reply.send(answer.body);
  const text = serialize(reply, answer);
  // A string would be sent as it is, but only after Fastify had looked for a serialiser again.
  reply.type('application/json; charset=utf-8').serializer(asItIs);
  return cache === 'no-store' ? sendText(reply, text) : sendTagged(request, reply, text);
}

function asItIs(payload: string): string {
  return payload;
}

/** By the schema of this status, as Fastify would. */
function serialize(reply: FastifyReply, { body, status }: Answer): string {
  const bySchema = reply.getSerializationFunction(String(status));
  return bySchema && isObject(body) ? bySchema(body) : JSON.stringify(body);
}

function isStream(body: unknown): boolean {
  return isObject(body) && 'pipe' in body;
}

function fastifySchema(route: Route): Record<string, unknown> {
  const response: Record<string, unknown> = {};
  for (const [status, { schema }] of Object.entries(route.responses)) if (schema) response[status] = schema;
  return {
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
    ...(Object.keys(response).length > 0 ? { response } : {}),
  };
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

type Admission = ReturnType<typeof createAdmission>;
