import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, TLSSocket } from 'node:tls';
import type { AddressGuard } from './address-guard.ts';
import type { DnsResolver } from './dns-resolver.ts';
import type { ExampleHosts } from './example-hosts.ts';
import { codeOf, FailureReason, isLocalFault } from './failure.ts';
import type { Limits, TlsFacts } from './port.ts';
import type { RequestTarget } from './target.ts';
import type { Watchdog } from './watchdogs.ts';

/**
 * FETCH-3: connects to an address that was checked. The name is resolved here and the socket is given addresses,
 * never the name, so nothing can resolve it a second time to another address; the address actually connected to is
 * checked again.
 */
export async function openSocket(
  target: RequestTarget,
  watch: Watchdog,
  deps: OpenSocketDeps,
): Promise<OpenedSocket> {
  const beganAt = performance.now();
  const exampleServer = target.secure ? null : (deps.exampleHosts?.serverOf(target.host) ?? null);
  const addresses = exampleServer ? [exampleServer.address] : await openAddresses(target, watch, deps);
  const resolvedAt = performance.now();
  const socket = await connected(
    exampleServer ? { ...target, port: exampleServer.port } : target,
    addresses,
    watch,
    deps,
  );
  const remoteAddress = socket.remoteAddress ?? '';
  const refusal = exampleServer ? null : deps.guard.refusalOfAddress(remoteAddress, target.host);
  if (refusal !== null) {
    socket.destroy();
    throw refused(refusal);
  }
  return {
    socket,
    remoteAddress,
    isHttp2: socket instanceof TLSSocket && socket.alpnProtocol === 'h2',
    tls: socket instanceof TLSSocket ? factsOf(socket) : null,
    dnsMs: resolvedAt - beganAt,
    connectMs: performance.now() - resolvedAt,
  };
}

async function openAddresses(
  target: RequestTarget,
  watch: Watchdog,
  deps: OpenSocketDeps,
): Promise<string[]> {
  const { guard, resolver, limits } = deps;
  const refusedName = target.isAddress ? null : guard.refusalOfName(target.host);
  if (refusedName !== null) throw refused(refusedName);
  const all = target.isAddress
    ? [target.host]
    : await watch.during('timeout-dns', limits.dnsMs, resolver.addressesOf(target.host));
  const reasons = all.map(address => guard.refusalOfAddress(address, target.host));
  const open = all.filter((_, index) => reasons[index] === null);
  if (open.length === 0) throw refused(reasons[0] ?? 'no address');
  return open.slice(0, MAX_ADDRESSES);
}

function refused(reason: string): FailureReason {
  return new FailureReason('refused-address', `is a private address (${reason}); allow it with crawl-allow`);
}

function connected(
  target: RequestTarget,
  addresses: readonly string[],
  watch: Watchdog,
  deps: OpenSocketDeps,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let hasConnected = false;
    const socket = start(target, addresses, deps);
    const fail = (reason: FailureReason) => {
      socket.destroy();
      reject(reason);
    };
    // Stays for the socket's whole life: an error without a listener would end the process.
    socket.on('error', error => fail(explained(error, hasConnected)));
    socket.once('connect', () => {
      hasConnected = true;
    });
    socket.once(target.secure ? 'secureConnect' : 'connect', () => {
      watch.leave();
      resolve(socket);
    });
    watch.enter('timeout-connect', deps.limits.connectMs, fail);
  });
}

function start(target: RequestTarget, addresses: readonly string[], deps: OpenSocketDeps): Socket {
  const [first = ''] = addresses;
  const to = {
    port: target.port,
    noDelay: true,
    // With one address nothing is looked up; with several the socket tries one after the other.
    ...(addresses.length === 1 ? { host: first } : { host: target.host, lookup: lookupOf(addresses) }),
  };
  if (!target.secure) return connectTcp(to);
  return connectTls({
    ...to,
    servername: target.isAddress ? '' : target.host,
    secureContext: deps.secureContext(),
    ALPNProtocols: deps.http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
  });
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_name, options, done) => {
    if (options.all === true) done(null, all);
    else done(null, all[0]?.address ?? '', all[0]?.family);
  };
}

function explained(error: Error, hasConnected: boolean): FailureReason {
  if (isLocalFault(error))
    return new FailureReason('local-trouble', `could not be reached from this machine (${codeOf(error)})`, {
      cause: error,
    });
  const code = codeOf(error);
  if (!hasConnected)
    return new FailureReason('connect', `could not be connected to (${code})`, { cause: error });
  if (code.includes('CERT') || code.includes('VERIFY') || code.includes('ISSUER'))
    return new FailureReason('certificate', `has an invalid certificate (${code})`, { cause: error });
  return new FailureReason('tls', `could not agree on a secure connection (${code})`, { cause: error });
}

function factsOf(socket: TLSSocket): TlsFacts {
  return { version: socket.getProtocol() ?? '', cipher: socket.getCipher().name };
}

const MAX_ADDRESSES = 4;

export interface OpenSocketDeps {
  readonly resolver: DnsResolver;
  readonly guard: AddressGuard;
  /** Created on first use: loading the certificates of all authorities takes a while. */
  readonly secureContext: () => SecureContext;
  readonly http2: boolean;
  readonly limits: Pick<Limits, 'dnsMs' | 'connectMs'>;
  readonly exampleHosts: ExampleHosts | undefined;
}

export interface OpenedSocket {
  readonly socket: Socket;
  readonly remoteAddress: string;
  readonly isHttp2: boolean;
  readonly tls: TlsFacts | null;
  readonly dnsMs: number;
  readonly connectMs: number;
}
