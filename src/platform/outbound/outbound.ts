import { readFile } from 'node:fs/promises';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { parseAddress } from './address.ts';
import { createAddressGuard, normalizeHost } from './address-guard.ts';
import { ClientRequest } from './client-request.ts';
import { ConnectionPool } from './connection-pool.ts';
import { decodeStream } from './decoding/stream.ts';
import { createDnsResolver } from './dns-resolver.ts';
import { createFetch } from './fetch.ts';
import type { Transport } from './hop.ts';
import { DEFAULT_BOUNDS, DEFAULT_DNS, DEFAULT_LIMITS, type OutboundDeps, TICK_MS } from './options.ts';
import type { Outbound, OutboundRequest } from './port.ts';
import { Watchdogs } from './watchdogs.ts';

/**
 * The only module that opens outgoing connections; a test enforces it. A request passes through
 *
 *   client-request.ts   the request and its redirects     hop.ts              one server
 *   target.ts           may this URL be requested?        dns-resolver.ts     name to addresses
 *   connection-pool.ts  an idle connection, or            open-socket.ts      a new one, to a checked address
 *   http1/ http2        the exchange                      response-reader.ts  buffers and counts the response
 *   decoding/           decompresses the body             watchdogs.ts        ends phases that take too long
 */
export function createOutbound(deps: OutboundDeps): Outbound {
  const { clock, options } = deps;
  const transport = createTransport(deps);
  const watchdogs = new Watchdogs(clock, options.tickMs ?? TICK_MS, now => transport.pool.closeExpired(now));
  const start = (request: OutboundRequest) => new ClientRequest(request, { ...deps, transport, watchdogs });
  const outbound: Outbound = {
    request: request => start(request).readAll(),
    async stream(request) {
      const running = start(request);
      const { head, wire, codings, limits, cancel } = await running.openStream();
      return { ...head, cancel, body: running.translateErrors(decodeStream(wire, codings, limits), cancel) };
    },
    fetchFor: (purpose, limits) => createFetch(outbound, purpose, limits),
    usage: () => ({ exchanges: watchdogs.size, ...transport.pool.usage }),
    async close() {
      watchdogs.close();
      transport.pool.close();
      transport.resolver.close();
    },
  };
  return outbound;
}

function createTransport({ clock, options }: OutboundDeps): Transport {
  const bounds = { ...DEFAULT_BOUNDS, ...options.connections };
  const { hostsFile, ...settings } = { ...DEFAULT_DNS, ...options.dns };
  const guard = createAddressGuard(options.allow);
  const addressesOf = async (host: string) =>
    guard.isAllowedName(host) ? addressesInHostsFile(hostsFile, host) : [];
  return {
    pool: new ConnectionPool(bounds),
    resolver: createDnsResolver({ clock, settings: { ...settings, addressesOf } }),
    guard,
    secureContext: once(() => trust(options.trustedCertificates)),
    http2: options.http2 ?? true,
    bounds,
    exampleHosts: options.exampleHosts,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  };
}

/** Created at the first TLS request and shared: loading the certificates of all authorities takes a while. */
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

/** The addresses of a name in this machine's hosts file. A file that cannot be read counts as empty. */
async function addressesInHostsFile(file: string, host: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const name = normalizeHost(host);
  const found: string[] = [];
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (parseAddress(address) !== null && names.some(other => normalizeHost(other) === name))
      found.push(address);
  }
  return found;
}
