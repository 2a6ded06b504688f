import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, TLSSocket } from 'node:tls';
import type { AddressGuard } from './address-guard.ts';
import { codeOf, isLocalTrouble, Reason } from './failure.ts';
import type { Names } from './names.ts';
import type { Limits, TlsFacts } from './port.ts';
import type { StandIns } from './stand-ins.ts';
import type { Target } from './target.ts';
import type { Watch } from './watch.ts';

/**
 * FETCH-3: opens a connection to an address that was looked at. The name is resolved here and the socket is
 * given addresses, never the name, so nothing can be resolved a second time to something else; the address
 * that answered is looked at once more when the connection stands.
 */
export async function openSocket(target: Target, watch: Watch, deps: OpeningDeps): Promise<Opened> {
  const beganAt = performance.now();
  const standIn = target.secure ? null : (deps.standIns?.of(target.host) ?? null);
  const addresses = standIn ? [standIn.address] : await openAddresses(target, watch, deps);
  const resolvedAt = performance.now();
  const socket = await connected(
    standIn ? { ...target, port: standIn.port } : target,
    addresses,
    watch,
    deps,
  );
  const remoteAddress = socket.remoteAddress ?? '';
  const refusal = standIn ? null : deps.guard.judgeAddress(remoteAddress, target.host);
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

async function openAddresses(target: Target, watch: Watch, deps: OpeningDeps): Promise<string[]> {
  const { guard, names, limits } = deps;
  const refusedName = target.isAddress ? null : guard.judgeName(target.host);
  if (refusedName !== null) throw refused(refusedName);
  const all = target.isAddress
    ? [target.host]
    : await watch.during('timeout-dns', limits.dnsMs, names.addressesOf(target.host));
  const reasons = all.map(address => guard.judgeAddress(address, target.host));
  const open = all.filter((_, index) => reasons[index] === null);
  if (open.length === 0) throw refused(reasons[0] ?? 'no address');
  return open.slice(0, MOST_ADDRESSES);
}

function refused(reason: string): Reason {
  return new Reason('refused-address', `is not asked: its address is not a public one (${reason})`);
}

function connected(
  target: Target,
  addresses: readonly string[],
  watch: Watch,
  deps: OpeningDeps,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let hasConnected = false;
    const socket = start(target, addresses, deps);
    const fail = (reason: Reason) => {
      socket.destroy();
      reject(reason);
    };
    // Stays for as long as the socket lives: an error without a listener would end the process.
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

function start(target: Target, addresses: readonly string[], deps: OpeningDeps): Socket {
  const [first = ''] = addresses;
  const to = {
    port: target.port,
    noDelay: true,
    // With one address there is nothing to look up; with more the socket tries one after the other.
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

function explained(error: Error, hasConnected: boolean): Reason {
  if (isLocalTrouble(error))
    return new Reason('local-trouble', `could not be asked from here (${codeOf(error)})`, { cause: error });
  const code = codeOf(error);
  if (!hasConnected) return new Reason('connect', `could not be connected to (${code})`, { cause: error });
  if (code.includes('CERT') || code.includes('VERIFY') || code.includes('ISSUER'))
    return new Reason('certificate', `has a certificate that does not hold (${code})`, { cause: error });
  return new Reason('tls', `could not agree on a secure connection (${code})`, { cause: error });
}

function factsOf(socket: TLSSocket): TlsFacts {
  return { version: socket.getProtocol() ?? '', cipher: socket.getCipher().name };
}

const MOST_ADDRESSES = 4;

export interface OpeningDeps {
  readonly names: Names;
  readonly guard: AddressGuard;
  /** Made when it is first needed: reading the certificates of all authorities takes a while. */
  readonly secureContext: () => SecureContext;
  readonly http2: boolean;
  readonly limits: Pick<Limits, 'dnsMs' | 'connectMs'>;
  readonly standIns: StandIns | undefined;
}

export interface Opened {
  readonly socket: Socket;
  readonly remoteAddress: string;
  readonly isHttp2: boolean;
  readonly tls: TlsFacts | null;
  readonly dnsMs: number;
  readonly connectMs: number;
}
