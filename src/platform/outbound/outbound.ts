import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { createAddressGuard } from './address-guard.ts';
import { Course } from './course.ts';
import { decodePieces } from './decoding/pieces.ts';
import { fetchOver } from './fetch.ts';
import type { Way } from './hop.ts';
import { addressesInHostsFile } from './hosts-file.ts';
import { createNames } from './names.ts';
import { DEFAULT_BOUNDS, DEFAULT_DNS, DEFAULT_LIMITS, type OutboundDeps, TICK_MS } from './options.ts';
import { Pool } from './pool.ts';
import type { Outbound, OutboundRequest } from './port.ts';
import { Watchers } from './watch.ts';

/**
 * The one module that opens outgoing connections; a test keeps it the only one. A request runs through
 *
 *   course.ts     the request and its redirects        hop.ts       one server
 *   target.ts     may this URL be asked?               names.ts     name to addresses
 *   pool.ts       a connection that rests, or          opening.ts   a new one, to a guarded address
 *   http1/ http2  the exchange                         answer.ts    hears and counts the answer
 *   decoding/     unfolds the body                     watch.ts     ends whatever takes too long
 */
export function createOutbound(deps: OutboundDeps): Outbound {
  const { clock, options } = deps;
  const way = wayOut(deps);
  const watchers = new Watchers(clock, options.tickMs ?? TICK_MS, now => way.pool.closeRested(now));
  const course = (request: OutboundRequest) => new Course(request, { ...deps, way, watchers });
  const outbound: Outbound = {
    request: request => course(request).whole(),
    async stream(request) {
      const running = course(request);
      const { head, wire, codings, limits, cancel } = await running.pieces();
      return { ...head, cancel, body: running.guarded(decodePieces(wire, codings, limits), cancel) };
    },
    fetchFor: (purpose, limits) => fetchOver(outbound, purpose, limits),
    usage: () => ({ exchanges: watchers.size, ...way.pool.usage }),
    async close() {
      watchers.close();
      way.pool.close();
      way.names.close();
    },
  };
  return outbound;
}

function wayOut({ clock, options }: OutboundDeps): Way {
  const bounds = { ...DEFAULT_BOUNDS, ...options.connections };
  const { hostsFile, ...settings } = { ...DEFAULT_DNS, ...options.dns };
  const guard = createAddressGuard(options.allow);
  const addressesOf = async (host: string) =>
    guard.isAllowedName(host) ? addressesInHostsFile(hostsFile, host) : [];
  return {
    pool: new Pool(bounds),
    names: createNames({ clock, settings: { ...settings, addressesOf } }),
    guard,
    secureContext: once(() => trust(options.trustedCertificates)),
    http2: options.http2 ?? true,
    bounds,
    standIns: options.standIns,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  };
}

/** Made at the first secure request and shared: reading the certificates of all authorities takes a while. */
function trust(more: readonly string[] = []): SecureContext {
  const ca = more.length === 0 ? undefined : [...getCACertificates('default'), ...more];
  return createSecureContext({ minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) });
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
