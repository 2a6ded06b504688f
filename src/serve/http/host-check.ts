import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Config } from '../../config.ts';
import type { ProblemCode } from '../../errors.ts';
import { isLocalHost } from '../../lib/loopback.ts';

/**
 * Which requests are meant for this installation. A page of another site can let its own name lead to our address (DNS
 * rebinding): for the browser, an installation on loopback or in a private network is then part of that site, which can
 * read it. But the Host of such a request still is the name of that site.
 *
 * Ports are ignored: proxies and port mappings change them, and an attacker chooses them anyway. Addresses cannot be
 * rebound, but a request for another machine's address went astray.
 */
export function createHostCheck({ origin, config }: HostCheckOptions): HostCheck {
  const isAllowed = createAllowed(origin, config);
  const known = new Map<string, HostVerdict>();
  const verdictOf = (authority: string): HostVerdict => {
    let verdict = known.get(authority);
    if (verdict === undefined) {
      if (known.size >= MAX_KNOWN) known.clear();
      verdict = judge(authority, isAllowed);
      known.set(authority, verdict);
    }
    return verdict;
  };
  return request => {
    const { url = '' } = request;
    const authorities = [onlyHost(request.rawHeaders)];
    // An absolute target takes precedence over Host (RFC 9112).
    if (!url.startsWith('/')) authorities.push(/^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? authorities[0]);
    for (const authority of authorities) {
      const verdict = authority === undefined ? 'malformed-request' : verdictOf(authority);
      if (typeof verdict === 'string') return verdict;
      if (verdict.address !== null && verdict.address !== canonical(request.socket.localAddress ?? ''))
        return 'misdirected-request';
    }
    return null;
  };
}

/** Null when Host is missing or occurs more than once: of several, each reader could pick another one. */
function onlyHost(rawHeaders: readonly string[]): string | undefined {
  let found: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (found !== undefined) return undefined;
    found = rawHeaders[at + 1];
  }
  return found;
}

function judge(authority: string, isAllowed: (host: string) => boolean): HostVerdict {
  const [, literal, name] = AUTHORITY.exec(authority) ?? [];
  if (literal === undefined ? name === undefined : !isIPv6(literal)) return 'malformed-request';
  const host = canonical(literal ?? name ?? '');
  if (isLocalHost(host) || isAllowed(host)) return { address: null };
  return isIP(host) === 0 ? 'misdirected-request' : { address: host };
}

function createAllowed(origin: string, { host, allowedHosts }: HostConfig): (host: string) => boolean {
  const names = new Set([canonical(new URL(origin).hostname)]);
  // A name to listen on is a name of ours; an address may represent all of them.
  if (isIP(host) === 0) names.add(canonical(host));
  const suffixes: string[] = [];
  const networks = new BlockList();
  for (const entry of allowedHosts) {
    const [base = '', prefix] = entry.split('/');
    const family = isIP(base) === 4 ? 'ipv4' : 'ipv6';
    if (isIP(base) !== 0) networks.addSubnet(base, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
    else if (entry.startsWith('*.')) suffixes.push(canonical(entry.slice(1)));
    else names.add(canonical(entry));
  }
  return name => {
    if (names.has(name)) return true;
    const family = isIP(name);
    if (family !== 0) return networks.check(name, family === 4 ? 'ipv4' : 'ipv6');
    return suffixes.some(suffix => name.endsWith(suffix));
  };
}

/** In lower case, without the root dot; IPv6 in its shortest form, without brackets and zone, or the IPv4 within it. */
function canonical(host: string): string {
  const [bare = ''] = host.replace(/^\[(.*)\]$/, '$1').split('%', 1);
  if (isIPv6(bare)) return mappedIpv4(bare) ?? new URL(`http://[${bare}]`).hostname.slice(1, -1);
  return bare.toLowerCase().replace(/\.$/, '');
}

/** How a socket for both families shows IPv4 clients and itself. */
function mappedIpv4(address: string): string | undefined {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
}

/** An IPv6 address in brackets, or a name or IPv4 address; then perhaps a port. */
const AUTHORITY = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{0,5})?$/i;
/** Anyone can send any Host. */
const MAX_KNOWN = 1_000;

/** A refusal; or allowed, if this is the address of the connection when there is one. */
type HostVerdict = ProblemCode | { readonly address: string | null };

type HostConfig = Pick<Config, 'host' | 'allowedHosts'>;

interface HostCheckOptions {
  readonly origin: string;
  readonly config: HostConfig;
}

/** Returns why a request is refused; null when it is not. */
export type HostCheck = (
  request: Pick<IncomingMessage, 'rawHeaders' | 'url'> & {
    readonly socket: { readonly localAddress?: string | undefined };
  },
) => ProblemCode | null;
