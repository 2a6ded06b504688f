import type { AppContext } from '../../src/app/context.ts';
import type { Metrics, Telemetry } from '../../src/platform/telemetry/port.ts';
import type { Route } from '../../src/serve/http/route.ts';

/** The peers: a route with its response, and the same with the schemas of our route. */
export const PEERS = {
  bare: { description: 'bare Fastify', hasSchemas: false },
  'bare with schemas': { description: "bare Fastify with the route's schemas", hasSchemas: true },
} as const;

/** Ours, and ours without its parts, which leaves routing, headers and the handler wrapper. */
export const VARIANTS = {
  whole: { description: 'ours, whole', route: same, adapt: same },
  stripped: {
    description: 'ours without schemas, credential, limit, log, metrics and spans',
    route: (route: Route) => open(withoutSchemas(route)),
    adapt: withoutAll,
  },
} as const satisfies Record<string, Variant>;

export type ServerName = keyof typeof VARIANTS | keyof typeof PEERS;

function same<T>(thing: T): T {
  return thing;
}

function open(route: Route): Route {
  return { ...route, access: 'public' };
}

function withoutSchemas({ params: _params, query: _query, ...route }: Route): Route {
  return { ...route, responses: { 200: { description: '' } } };
}

function withoutLimit(context: AppContext): AppContext {
  const decision = Promise.resolve({ allowed: true, remaining: 1, retryAfterMs: 0, resetMs: 0 });
  return { ...context, cache: { ...context.cache, take: () => decision } };
}

function withoutAll(context: AppContext): AppContext {
  return { ...withoutLimit(context), telemetry: withoutMetrics(withoutLog(context.telemetry)) };
}

function withoutLog(telemetry: Telemetry): Telemetry {
  return { ...telemetry, log: { ...telemetry.log, info: () => undefined, known: () => undefined } };
}

function withoutMetrics(telemetry: Telemetry): Telemetry {
  const silent = { observe: () => undefined, counts: () => new Float64Array() };
  const metrics: Metrics = { ...telemetry.metrics, histogram: () => silent };
  const span = {
    traceId: '',
    run: <T>(work: () => T) => work(),
    set: () => undefined,
    fail: () => undefined,
    end: () => undefined,
  };
  return { ...telemetry, metrics, startSpan: () => span };
}

export interface Variant {
  readonly description: string;
  readonly route: (route: Route) => Route;
  readonly adapt: (context: AppContext) => AppContext;
}
