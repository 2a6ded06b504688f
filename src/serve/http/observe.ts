import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../accounts/index.ts';
import type { LabelsOf } from '../../metrics.ts';
import type { Principal } from '../../model/principal.ts';
import {
  type EncodedFields,
  encodeFields,
  encodeNumber,
  joinFields,
} from '../../platform/telemetry/encoded.ts';
import type { Attributes, OpenSpan, Telemetry } from '../../platform/telemetry/port.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before the request was observed and after its end was reported. */
    observed: Observed | null;
  }
}

/** OBS-1 for HTTP: each request continues its caller's trace, is counted and timed by route, and logs one line. */
export function observeRequests(app: FastifyInstance, telemetry: Telemetry): Observer {
  const durations = telemetry.metrics.histogram('http_request_duration_seconds');
  const inFlight: InFlight = { count: 0 };
  telemetry.metrics.onScrape(() =>
    telemetry.metrics.gauge('http_requests_in_flight').set({}, inFlight.count),
  );
  app.decorateRequest('observed', null);
  const kindOf = createKinds();
  const clientFields = createClientFields();
  return {
    inFlight,
    begin: request => {
      inFlight.count++;
      const kind = kindOf(request);
      const traceparent = header(request, 'traceparent');
      const span = telemetry.startSpan(kind.name, kind.attributes, { kind: 'server', traceparent });
      request.observed = { kind, span };
      return span;
    },
    end: (request, reply) => {
      const observed = finish(request);
      if (!observed) return;
      const { kind, span } = observed;
      const ms = performance.now() - reply.begunAt;
      const { labels, attributes, fields } = kind.answeredWith(reply.statusCode);
      durations.observe(labels, ms / 1_000);
      telemetry.log.known(
        'http.request',
        joinFields(joinFields(fields, encodeNumber('ms', Math.round(ms * 100) / 100)), clientFields(request)),
        span.traceId,
      );
      span.set(attributes);
      span.end();
    },
    abandon: request => {
      const observed = finish(request);
      if (!observed) return;
      telemetry.log.known('http.request_abandoned', observed.kind.fields, observed.span.traceId);
      observed.span.end();
    },
  };

  /** Once per request: a disconnect and a late response may both occur. */
  function finish(request: FastifyRequest): Observed | null {
    const { observed } = request;
    if (observed) inFlight.count--;
    request.observed = null;
    return observed;
  }
}

/**
 * The common fields of all requests of a method and route, computed once. It has the route pattern, not the URL: labels
 * must not grow with visitors' input, and a query may contain a search or a one-time secret.
 */
class RequestKind {
  readonly name: string;
  readonly attributes: Attributes;
  readonly fields: EncodedFields;
  readonly #method: string;
  readonly #route: string;
  readonly #answers = new Map<number, AnswerKind>();

  constructor(method: string, route: string) {
    this.name = `${method} ${route}`;
    this.attributes = { 'http.route': route };
    this.fields = encodeFields({ method, route });
    this.#method = method;
    this.#route = route;
  }

  answeredWith(status: number): AnswerKind {
    let kind = this.#answers.get(status);
    if (kind === undefined) {
      kind = {
        labels: { route: this.#route, method: this.#method, status: String(status) },
        attributes: { 'http.response.status_code': status },
        fields: joinFields(this.fields, encodeNumber('status', status)),
      };
      this.#answers.set(status, kind);
    }
    return kind;
  }
}

/** The parser limits methods, and routes are patterns, so the number of entries is bounded. */
function createKinds(): (request: FastifyRequest) => RequestKind {
  const byMethod = new Map<string, Map<string, RequestKind>>();
  return ({ method, routeOptions }) => {
    const route = routeOptions.url ?? 'unknown';
    return byMethod.get(method)?.get(route) ?? remember(method, route);
  };

  function remember(method: string, route: string): RequestKind {
    const kind = new RequestKind(method, route);
    byMethod.set(method, new Map(byMethod.get(method)).set(route, kind));
    return kind;
  }
}

/**
 * The client fields of a line, reused for all requests of one person on one connection. AUTH-5: of the address only the
 * network, as in the audit log.
 */
function createClientFields(): (request: FastifyRequest) => EncodedFields {
  const known = new WeakMap<
    object,
    { address: string; principal: Principal | null; fields: EncodedFields }
  >();
  return ({ raw, ip: address, principal }) => {
    const last = known.get(raw.socket);
    // A closed connection has no address, so both may be undefined.
    if (last && last.address === address && last.principal === principal) return last.fields;
    const fields = encodeFields({
      ...networkField(address),
      ...(principal ? { userId: principal.userId, credential: principal.credential.kind } : {}),
    });
    known.set(raw.socket, { address, principal, fields });
    return fields;
  };
}

/** Nothing when the connection is closed, or a proxy sends text that is not an address. */
export function networkField(address: string | undefined): { network?: string } {
  const network = networkOf(address ?? '');
  return network === null ? {} : { network };
}

export interface Observer {
  readonly inFlight: InFlight;
  /** Opens the request's span and runs the request in it. */
  begin(request: FastifyRequest): OpenSpan;
  end(request: FastifyRequest, reply: FastifyReply): void;
  /** The client disconnected before the response: neither our error nor a running request. */
  abandon(request: FastifyRequest): void;
}

export interface InFlight {
  count: number;
}

interface Observed {
  readonly kind: RequestKind;
  readonly span: OpenSpan;
}

interface AnswerKind {
  readonly labels: LabelsOf<'http_request_duration_seconds'>;
  readonly attributes: Attributes;
  readonly fields: EncodedFields;
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
