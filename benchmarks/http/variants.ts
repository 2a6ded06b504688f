import type { Metrics, Telemetry } from '../../src/platform/telemetry/port.ts';
import type { ServeContext } from '../../src/serve/context.ts';
import type { Route } from '../../src/serve/http/route.ts';

/**
 * Ours whole, and ours with one part left out each: the difference is what that part costs. What is left when
 * all of them are out is routing, headers, compression's look at each answer, and the frame around handlers.
 */
export const VARIANTS = {
  whole: { says: 'ours, whole', route: same, adapt: same },
  'no log': { says: 'without the log line', route: same, adapt: withTelemetry(withoutLog) },
  'no metrics, no spans': {
    says: 'without metrics and spans',
    route: same,
    adapt: withTelemetry(withoutMetrics),
  },
  'no credential': { says: 'without a credential', route: open, adapt: same },
  'no rate limit': { says: 'without the rate limit', route: same, adapt: withoutLimit },
  'no validation': { says: 'without schemas', route: withoutSchemas, adapt: same },
  'none of them': {
    says: 'without all of these',
    route: (route: Route) => open(withoutSchemas(route)),
    adapt: withoutAll,
  },
} as const satisfies Record<string, Variant>;

export type VariantName = keyof typeof VARIANTS | 'bare';

function same<T>(thing: T): T {
  return thing;
}

function open(route: Route): Route {
  return { ...route, access: 'public' };
}

function withoutSchemas({ params: _params, query: _query, ...route }: Route): Route {
  return { ...route, responses: { 200: { description: '' } } };
}

function withoutLimit(context: ServeContext): ServeContext {
  const decision = Promise.resolve({ allowed: true, remaining: 1, retryAfterMs: 0, resetMs: 0 });
  return { ...context, views: { ...context.views, take: () => decision } };
}

function withoutAll(context: ServeContext): ServeContext {
  return withTelemetry(withoutLog)(withTelemetry(withoutMetrics)(withoutLimit(context)));
}

function withTelemetry(change: (telemetry: Telemetry) => Telemetry) {
  return (context: ServeContext): ServeContext => ({ ...context, telemetry: change(context.telemetry) });
}

function withoutLog(telemetry: Telemetry): Telemetry {
  return { ...telemetry, log: { ...telemetry.log, info: () => undefined, known: () => undefined } };
}

function withoutMetrics(telemetry: Telemetry): Telemetry {
  const silent = { observe: () => undefined };
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
  readonly says: string;
  readonly route: (route: Route) => Route;
  readonly adapt: (context: ServeContext) => ServeContext;
}
