import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Attributes, OpenSpan, Telemetry } from '../../platform/telemetry/port.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | null;
  }
}

/** OBS-1 for HTTP: each request continues its caller's trace, is counted and timed by route, and is one log line. */
export function observeRequests(app: FastifyInstance, telemetry: Telemetry): Observer {
  const durations = telemetry.metrics.histogram('http_request_duration_seconds');
  const inFlight: InFlight = { count: 0 };
  telemetry.metrics.onScrape(() =>
    telemetry.metrics.gauge('http_requests_in_flight').set({}, inFlight.count),
  );
  app.decorateRequest('span', null);
  return {
    inFlight,
    begin: request => {
      inFlight.count++;
      const route = routeOf(request);
      const span = telemetry.startSpan(
        `${request.method} ${route}`,
        { 'http.route': route },
        { kind: 'server', traceparent: header(request, 'traceparent') },
      );
      request.span = span;
      return span;
    },
    end: (request, reply) => {
      const status = reply.statusCode;
      const ms = reply.elapsedTime;
      durations.observe(
        { route: routeOf(request), method: request.method, status: String(status) },
        ms / 1_000,
      );
      finish(request, () => telemetry.log.known('request', requestFields(request, status, ms)), {
        'http.response.status_code': status,
      });
    },
    abandon: request => {
      const fields = { method: request.method, route: routeOf(request) };
      finish(request, () => telemetry.log.known('request given up by the client', fields), {});
    },
  };

  /** Once per request: a client that gave up and a late answer may both come. */
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

export interface Observer {
  readonly inFlight: InFlight;
  /** Opens the request's span; what belongs to the request runs in it. */
  begin(request: FastifyRequest): OpenSpan;
  end(request: FastifyRequest, reply: FastifyReply): void;
  /** The client went away before its answer: neither an error of ours nor a request that is still running. */
  abandon(request: FastifyRequest): void;
}

export interface InFlight {
  count: number;
}

/** The path without its query, which may hold what a person searched for or a one-time secret. */
function requestFields(request: FastifyRequest, status: number, ms: number) {
  return {
    method: request.method,
    route: routeOf(request),
    status,
    ms: Math.round(ms * 100) / 100,
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
