import { createServer as createNodeServer, type RequestListener, type Server } from 'node:http';
import { finished } from 'node:stream';
import cors from '@fastify/cors';
import formbody from '@fastify/formbody';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import type { Config } from '../../config.ts';
import { Problem } from '../../errors.ts';
import { createAdmission } from './admit.ts';
import { isStream, registerRoute } from './api.ts';
import { sessionCookies } from './cookies.ts';
import { createDirectSend } from './direct.ts';
import { createDrain } from './drain.ts';
import { headersForAll } from './headers.ts';
import { registerHealth } from './health.ts';
import { createHostCheck } from './host-check.ts';
import { networkField, observeRequests } from './observe.ts';
import { boundPipelines } from './pipeline.ts';
import { logProblem, sendProblem, toProblem } from './problem.ts';
import { refuseClient, refuseForeignHosts } from './refuse.ts';
import type { Route } from './route.ts';
import { watchRunning } from './running.ts';
import { closeStalledConnections } from './stalled.ts';
import { createValidatorCompiler } from './validation.ts';

/** The bare server, with the limits that apply before a request is parsed. */
export function createHttpServer({ requestTimeout }: Config): Server {
  const server = createNodeServer({
    maxHeaderSize: 16_384,
    headersTimeout: requestTimeout,
    requestTimeout,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.min(requestTimeout, 5_000),
    // We refuse it ourselves, as in HTTP/1.0 and with the same response as any other wrong Host.
    requireHostHeader: false,
  });
  server.on('clientError', refuseClient);
  closeStalledConnections(server, Math.min(requestTimeout, MAX_STALL_MS));
  return server;
}

/** Long enough for a phone in a tunnel. */
const MAX_STALL_MS = 60_000;

/** The HTTP server with everything common to all requests. The caller passes in what it serves. */
export async function createServer(context: AppContext, server: Server, parts: ServerParts) {
  const { config, telemetry } = context;
  const secure = context.origin.startsWith('https:');
  let handler: RequestListener = () => undefined;
  const app = Fastify({
    logger: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: config.requestBodyLimit,
    serverFactory: routing => {
      const check = createHostCheck(context);
      handler = boundPipelines(refuseForeignHosts(routing, { check, secure, log: telemetry.log }));
      return server;
    },
    routerOptions: { maxParamLength: 200 },
    // We drain ourselves: requests on open connections are still answered while the program stops.
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // An unparsable URL skips all hooks, so this repeats what they do for every response.
    frameworkErrors: (error, { method, ip }, reply) => {
      sendProblem(reply.headers(headersForAll(secure)), toProblem(error), undefined);
      const status = reply.statusCode;
      telemetry.log.info('http.request', { method, route: 'unknown', status, ...networkField(ip) });
    },
  });

  app.decorateRequest('principal', null);
  app.decorateRequest('awaitsSecondFactor', false);
  app.decorateRequest('unitsLeft', null);
  app.decorateRequest('hasMoreHeaders', config.corsOrigins.length > 0);
  const observer = observeRequests(app, telemetry);
  const running = watchRunning(app, config.requestTimeout, observer.abandon);
  const drain = createDrain(app, observer.inFlight);
  const fixedHeaders = Object.entries(headersForAll(secure)).flat();
  const headersOf = (request: FastifyRequest): string[] => {
    const headers = fixedHeaders.slice();
    if (request.unitsLeft !== null) headers.push('ratelimit-remaining', String(request.unitsLeft));
    if (drain.draining) headers.push('connection', 'close');
    return headers;
  };
  const end = (request: FastifyRequest, reply: FastifyReply) => {
    running.delete(reply);
    observer.end(request, reply);
  };
  const sendDirect = createDirectSend({ headersOf, onEnd: end });
  // One hook at each end for everything common: each further hook costs every request.
  app.addHook('onRequest', (request, reply, done) => {
    const span = observer.begin(request);
    running.add(reply);
    span.run(isEncoded(request) ? () => done(encodedRefused()) : done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const headers = headersOf(request);
    for (let at = 0; at < headers.length; at += 2) {
      const name = headers[at] ?? '';
      // Pages have their own content security policy.
      if (!reply.hasHeader(name)) reply.header(name, headers[at + 1]);
    }
    // Text and bytes are sent in one write; an end-of-response hook costs more than all of this.
    if (isStream(payload)) finished(reply.raw, () => end(request, reply));
    else end(request, reply);
    done(null, payload);
  });
  const methodsAt = collectMethods(app);
  app.setValidatorCompiler(createValidatorCompiler());
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    logProblem(telemetry.log, problem, request);
    return parts.showProblem(request, reply, problem) ?? sendProblem(reply, problem, telemetry.traceId());
  });
  await app.register(formbody, { bodyLimit: Math.min(config.requestBodyLimit, 65_536) });
  if (config.corsOrigins.length > 0) await app.register(cors, corsOptions(config.corsOrigins));

  const admit = createAdmission(context, sessionCookies(secure));
  for (const route of parts.routes) registerRoute(app, context, { admit, sendDirect }, route);
  registerHealth(app, context, () => !drain.draining);
  await parts.register(app, admit);
  app.setNotFoundHandler(
    {
      preHandler: async (request: FastifyRequest, reply: FastifyReply) =>
        admit({ access: 'public' }, request, reply),
    },
    (request, reply) => {
      const allowed = methodsAt(request.url);
      if (allowed.length > 0) reply.header('allow', allowed.join(', '));
      throw new Problem(allowed.length > 0 ? 'method-not-allowed' : 'not-found');
    },
  );
  return { app, drain, handler };
}

/** Other origins may use tokens; cookies never cross origins. */
function corsOptions(origins: readonly string[]) {
  return {
    origin: [...origins],
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'traceparent'],
    exposedHeaders: ['etag', 'idempotency-replayed', 'location', 'ratelimit-remaining', 'retry-after'],
    maxAge: 600,
  };
}

/** Compressed bodies are refused: a small one could expand without bound. */
function isEncoded({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}

function encodedRefused(): Problem {
  return new Problem('unsupported-media-type', 'Send the body without a Content-Encoding.');
}

export type Admit = ReturnType<typeof createAdmission>;

export interface ServerParts {
  readonly routes: readonly Route[];
  /** Pages and assets: everything outside the table of API routes. */
  readonly register: (app: FastifyInstance, admit: Admit) => Promise<void>;
  /** Renders a problem as a page for browsers; undefined falls back to problem+json. */
  readonly showProblem: (
    request: FastifyRequest,
    reply: FastifyReply,
    problem: Problem,
  ) => FastifyReply | undefined;
}

/** The methods of each path, collected as routes are registered: for `Allow`. */
function collectMethods(app: FastifyInstance): (url: string) => string[] {
  const paths = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const path = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    paths.set(url, path);
    for (const name of [method].flat()) path.methods.add(name);
  });
  return url => {
    const path = url.split('?', 1)[0] ?? '';
    return [...paths.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ methods }) => [...methods]);
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
}
