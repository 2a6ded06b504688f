import type { FastifyReply, FastifyRequest } from 'fastify';
import { neighbourhoodOf, type Resolved, requireRecentProof } from '../../accounts/index.ts';
import type { AppContext } from '../../app/context.ts';
import { Problem } from '../../errors.ts';
import { allows, type Principal } from '../../model/principal.ts';
import { type CacheKey, cacheKey } from '../../platform/cache/keys.ts';
import type { RateLimitResult } from '../../platform/cache/port.ts';
import { readCookie, type SessionCookies } from './cookies.ts';
import { refuseCrossSite } from './cross-site.ts';
import { createLeasedLimit } from './leased-limit.ts';
import type { Access, Route, RouteLimit } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    /** Whether its session still needs a second factor; `principal` is then null, except on routes for that. */
    awaitsSecondFactor: boolean;
    /** What remains of the general limit; null before it was checked. */
    unitsLeft: number | null;
    /** Whether its response has headers for this request only, such as a new session cookie. */
    hasMoreHeaders: boolean;
  }
}

/** Admits or refuses a request before its body is read: authentication, rate limits, authorisation. */
export function createAdmission(context: AppContext, cookies: SessionCookies) {
  const general: RouteLimit = { name: 'general', perMinutes: 1, count: context.config.rateLimit };
  const generalLimit = { limit: general.count, windowMs: general.perMinutes * 60_000 };
  // Users share one limit over all processes; networks of visitors have one for each process, which costs no statement.
  const leased = {
    user: createLeasedLimit(context.limits, generalLimit, context.clock, { localShare: true }),
    address: createLeasedLimit(context.cache, generalLimit, context.clock),
  };
  const keys = new Map<string, { readonly name: string; readonly key: CacheKey }>();

  /**
   * Returns a promise only when it has to wait. Nearly every request has a cached credential within its limit
   * and is admitted synchronously: four promises are a tenth of the time of a small response.
   */
  return function admit(
    route: Admitted,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> | undefined {
    const found = isForEveryone(route) ? ANONYMOUS : identify(route, request, reply);
    return found instanceof Promise
      ? found.then(identified => authorise(route, identified, request))
      : authorise(route, found, request);
  };

  function authorise(
    route: Admitted,
    { principal, invalid, awaits }: Identified,
    request: FastifyRequest,
  ): Promise<void> | undefined {
    request.principal = principal;
    request.awaitsSecondFactor = awaits;
    const authoriseRoute = () => {
      if (invalid && route.access !== 'public') throw new Problem('invalid-credentials');
      if (awaits && !principal && route.access !== 'public') throw new Problem('second-factor-required');
      check(route.access, principal);
    };
    const general = takeGeneral(request);
    if (general || route.limit) return takeLimits(general, route.limit, request).then(authoriseRoute);
    authoriseRoute();
    return undefined;
  }

  function identify(
    route: Admitted,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Identified> | Identified {
    const { authorization } = request.headers;
    const cookie = authorization === undefined ? readCookie(request.headers.cookie, cookies.name) : undefined;
    if (authorization === undefined && cookie === undefined) return ANONYMOUS;
    const accept = (resolved: Resolved): Identified => {
      if (resolved.rotatedCookie) {
        request.hasMoreHeaders = true;
        reply.header('set-cookie', cookies.set(resolved.rotatedCookie, context.config.sessionLength));
      }
      // After the credential was accepted: a visitor with an expired session can still post the sign-in form.
      if (cookie !== undefined && resolved.principal)
        refuseCrossSite(request.method, request.headers, context.origin);
      const awaits = isIncomplete(resolved.principal);
      const principal = awaits && !route.beforeSecondFactor ? null : resolved.principal;
      return { principal, invalid: resolved.principal === null, awaits };
    };
    const resolved = context.credentials.resolve(authorization, cookie, request.raw.socket);
    return resolved instanceof Promise
      ? resolved.then(accept).catch(asVisitor(route, request))
      : accept(resolved);
  }

  /** A few thousand visitors repeat; building their keys each time took longer than counting them. */
  function limitKey(name: string, kind: LimitSubject[0], id: string): CacheKey {
    let known = keys.get(id);
    if (known?.name !== name) {
      if (keys.size >= MAX_KEYS) keys.clear();
      known = { name, key: cacheKey('limit', 1, name, kind, kind === 'address' ? neighbourhoodOf(id) : id) };
      keys.set(id, known);
    }
    return known.key;
  }

  /** Users count by id, visitors and invalid credentials by network. */
  function subjectOf({ principal, ip }: FastifyRequest): LimitSubject {
    return principal ? ['user', principal.userId] : ['address', ip];
  }

  /** Runs for every request, so it spends from a lease, without waiting, whenever it has one. */
  function takeGeneral(request: FastifyRequest): Promise<void> | undefined {
    const [kind, id] = subjectOf(request);
    const key = limitKey(general.name, kind, id);
    const remaining = leased[kind].spend(key);
    if (remaining !== undefined) {
      request.unitsLeft = remaining;
      return undefined;
    }
    return leased[kind].take(key).then(taken => {
      request.unitsLeft = taken.remaining;
      refuseIfExceeded(general, taken);
    });
  }

  async function takeLimits(
    general: Promise<void> | undefined,
    limit: RouteLimit | undefined,
    request: FastifyRequest,
  ): Promise<void> {
    await general;
    if (limit) await take(limit, ['address', request.ip]);
  }

  async function take(limit: RouteLimit, subject: LimitSubject): Promise<void> {
    const key = limitKey(limit.name, ...subject);
    refuseIfExceeded(
      limit,
      await context.limits.take(key, { limit: limit.count, windowMs: limit.perMinutes * 60_000 }),
    );
  }

  function refuseIfExceeded(limit: RouteLimit, taken: RateLimitResult): void {
    if (taken.allowed) return;
    context.telemetry.metrics.counter('rate_limited_total').add({ limit: limit.name });
    throw new Problem('too-many-requests', undefined, {
      retryAfterSeconds: Math.max(1, Math.ceil(taken.retryAfterMs / 1_000)),
    });
  }

  function check(access: Access, principal: Principal | null): void {
    if (access === 'public') return;
    if (!principal) throw new Problem('not-signed-in');
    if (!allows(principal, access.scope))
      throw new Problem('scope-missing', `The token needs the scope ${access.scope}.`);
    if (access.role && !principal.roles.includes(access.role)) throw new Problem('forbidden');
    if (access.fresh) requireRecentProof(context, principal);
  }
}

/**
 * A shared-cacheable response cannot depend on the caller, so no credential is read: a new session cookie in
 * it could reach whatever client gets the cached copy, and the response needs no database.
 */
function isForEveryone({ cache }: Pick<Route, 'cache'>): boolean {
  return typeof cache === 'object';
}

/** AUTH-1: everywhere but on the routes for it, a session without its second factor is none. */
function isIncomplete(principal: Principal | null): boolean {
  return principal?.credential.kind === 'session' && principal.credential.awaits !== undefined;
}

/**
 * PG-4: while the database is unavailable, no credential can be resolved, and while it stores nothing, none that has to
 * be rotated. Public reads are then answered as
 * for a visitor instead of with an error.
 */
function asVisitor({ access, needsPerson }: Admitted, { method }: FastifyRequest) {
  return (error: unknown): Identified => {
    const isPublicRead = access === 'public' && !needsPerson && (method === 'GET' || method === 'HEAD');
    if (isPublicRead && error instanceof Problem && CREDENTIALS_UNKNOWN.has(error.code)) return ANONYMOUS;
    throw error;
  };
}

const CREDENTIALS_UNKNOWN: ReadonlySet<string> = new Set(['database-away', 'database-not-writable']);

const MAX_KEYS = 10_000;

const ANONYMOUS: Identified = { principal: null, invalid: false, awaits: false };

/** The input of admission. A page for signed-in people is public and asks visitors to sign in. */
type Admitted = Pick<Route, 'access' | 'limit' | 'cache' | 'beforeSecondFactor'> & {
  readonly needsPerson?: boolean;
};

/** The unit of a limit: a user by id, a visitor by network. */
type LimitSubject = readonly [kind: 'user' | 'address', id: string];

interface Identified {
  principal: Principal | null;
  /** A credential was presented and is invalid. */
  invalid: boolean;
  /** The session still needs a second factor. */
  awaits: boolean;
}
