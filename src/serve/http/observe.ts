import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
    /** Null before its beginning was seen and after its end was told. */
    observed: Observed | null;
  }
}

/** OBS-1 for HTTP: each request continues its caller's trace, is counted and timed by route, and is one log line. */
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
        'request',
        joinFields(joinFields(fields, encodeNumber('ms', Math.round(ms * 100) / 100)), clientFields(request)),
        span.traceId,
      );
      span.set(attributes);
      span.end();
    },
    abandon: request => {
      const observed = finish(request);
      if (!observed) return;
      telemetry.log.known('request given up by the client', observed.kind.fields, observed.span.traceId);
      observed.span.end();
    },
  };

  /** Once per request: a client that gave up and a late answer may both come. */
  function finish(request: FastifyRequest): Observed | null {
    const { observed } = request;
    if (observed) inFlight.count--;
    request.observed = null;
    return observed;
  }
}

/**
 * What requests of one method and route have in common, written out once. It is the pattern of the route, not
 * the address: labels must not grow with what visitors type, and a query may hold what a person searched for or
 * a one-time secret.
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

/** Methods are those the parser knows and routes are patterns, so there are never many. */
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

/** What a line says of the client: the same for every request on its connection, as long as it is the same person. */
function createClientFields(): (request: FastifyRequest) => EncodedFields {
  const known = new WeakMap<
    object,
    { address: string; principal: Principal | null; fields: EncodedFields }
  >();
  return ({ raw, ip: address, principal }) => {
    const last = known.get(raw.socket);
    // A connection that is gone has no address any more, so both may be undefined.
    if (last && last.address === address && last.principal === principal) return last.fields;
    const fields = encodeFields({
      address,
      ...(principal ? { userId: principal.userId, credential: principal.credential.kind } : {}),
    });
    known.set(raw.socket, { address, principal, fields });
    return fields;
  };
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
