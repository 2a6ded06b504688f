import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Attributes, OpenSpan, Telemetry } from '../../platform/telemetry/port.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | null;
  }
}

/** OBS-1 for HTTP: each request continues its caller's trace, is counted and timed by route, and is one log line. */
export function observeRequests(app: FastifyInstance, telemetry: Telemetry): InFlight {
  const durations = telemetry.metrics.histogram('http_request_duration_seconds');
  const inFlight: InFlight = { count: 0 };
  telemetry.metrics.onScrape(() =>
    telemetry.metrics.gauge('http_requests_in_flight').set({}, inFlight.count),
  );
  app.decorateRequest('span', null);

  app.addHook('onRequest', (request, _reply, done) => {
    inFlight.count++;
    const route = routeOf(request);
    const traceparent = header(request, 'traceparent');
    const span = telemetry.startSpan(
      `${request.method} ${route}`,
      { 'http.route': route },
      { kind: 'server', traceparent },
    );
    request.span = span;
    span.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode;
    durations.observe(
      { route: routeOf(request), method: request.method, status: String(status) },
      reply.elapsedTime / 1_000,
    );
    finish(request, () => telemetry.log.known('request', requestFields(request, reply)), {
      'http.response.status_code': status,
    });
    done();
  });
  // A client that goes away before its answer: neither an error of ours nor a request that is still running.
  app.addHook('onRequestAbort', (request, done) => {
    finish(
      request,
      () =>
        telemetry.log.info('request given up by the client', {
          method: request.method,
          route: routeOf(request),
        }),
      {},
    );
    done();
  });
  return inFlight;

  /** Once per request: an abort and a late answer may both come. */
  function finish(request: FastifyRequest, tell: () => void, attributes: Attributes): void {
    const { span } = request;
    if (!span) return;
    request.span = null;
    inFlight.count--;
    span.run(tell);
    span.set(attributes);
    span.end();
  }
}

export interface InFlight {
  count: number;
}

/** The path without its query, which may hold what a person searched for or a one-time secret. */
function requestFields(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 100) / 100,
    address: request.ip,
    ...(request.principal
      ? { userId: request.principal.userId, credential: request.principal.credential.kind }
      : {}),
  };
}

/** The pattern, not the address: labels must not grow with what visitors type. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
