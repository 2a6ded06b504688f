import { embeddedIpv4, type IpAddress, type IpRange, isWithin, parseAddress, parseRange } from './address.ts';

/**
 * FETCH-3: which addresses and names may be connected to. A pure function of its input.
 *
 * IPv4 is open except for the ranges below. IPv6 is closed except for the public range (2000::/3), minus the parts of
 * it that hold no publishers: a range that is reserved next year is then blocked from the start. Forms that embed an
 * IPv4 address are blocked, with one exception: on networks without IPv4 the NAT64 prefix is the only way to reach
 * it, and there the embedded address is checked.
 */
export function createAddressGuard(allow: readonly string[] = []): AddressGuard {
  const ranges: IpRange[] = [];
  const names: string[] = [];
  for (const entry of allow) {
    const range = parseRange(entry.replace(/^\[(.*)\]$/, '$1'));
    if (range !== null) ranges.push(range);
    else if (NAME.test(entry)) names.push(normalizeHost(entry));
    else throw new TypeError(`'${entry}' is neither an address range nor a host name`);
  }
  const isAllowedName = (host: string) => names.some(name => matchesName(normalizeHost(host), name));
  return {
    isAllowedName,
    refusalOfName(host) {
      if (isAllowedName(host)) return null;
      const name = normalizeHost(host);
      return PRIVATE_NAMES.some(inner => matchesName(name, inner) || matchesName(name, `*.${inner}`))
        ? 'a private name'
        : null;
    },
    refusalOfAddress(text, host) {
      const address = parseAddress(text);
      if (address === null) return 'not an IP address';
      if (ranges.some(range => isWithin(address, range)) || (host !== undefined && isAllowedName(host)))
        return null;
      return refusalOf(address);
    },
  };
}

function refusalOf(address: IpAddress): string | null {
  if (address.family === 4) return reasonIn(BLOCKED_IPV4, address);
  if (isWithin(address, NAT64)) return refusalOf(embeddedIpv4(address));
  return reasonIn(BLOCKED_IPV6, address) ?? (isWithin(address, PUBLIC_IPV6) ? null : 'reserved');
}

function reasonIn(table: readonly (readonly [IpRange, string])[], address: IpAddress): string | null {
  return table.find(([range]) => isWithin(address, range))?.[1] ?? null;
}

/** In lower case and without the trailing root dot, which does not change the name. */
export function normalizeHost(host: string): string {
  return host.toLowerCase().replace(/\.+$/, '');
}

/** `*.example.org` matches everything below example.org, but not example.org itself. */
function matchesName(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

function blocked(table: Readonly<Record<string, string>>): readonly (readonly [IpRange, string])[] {
  return Object.entries(table).map(([text, reason]) => [range(text), reason] as const);
}

function range(text: string): IpRange {
  const parsed = parseRange(text);
  if (parsed === null) throw new TypeError(`'${text}' is not an address range`);
  return parsed;
}

/** The registries of special-purpose addresses, and the metadata services that clouds put at public ones. */
const BLOCKED_IPV4 = blocked({
  '0.0.0.0/8': 'this network',
  '10.0.0.0/8': 'private',
  '100.64.0.0/10': 'carrier-grade NAT',
  '127.0.0.0/8': 'loopback',
  '168.63.129.16/32': 'cloud metadata',
  '169.254.0.0/16': 'link-local',
  '172.16.0.0/12': 'private',
  '192.0.0.0/24': 'reserved',
  '192.0.2.0/24': 'documentation',
  '192.88.99.0/24': '6to4 relays',
  '192.168.0.0/16': 'private',
  '198.18.0.0/15': 'benchmarks',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '224.0.0.0/4': 'multicast',
  '255.255.255.255/32': 'broadcast',
  '240.0.0.0/4': 'reserved',
});

const BLOCKED_IPV6 = blocked({
  '::/128': 'unspecified',
  '::1/128': 'loopback',
  '::ffff:0:0/96': 'IPv4-mapped',
  '::ffff:0:0:0/96': 'IPv4-translated',
  '::/96': 'IPv4-compatible',
  '64:ff9b:1::/48': 'IPv4-translated',
  '100::/64': 'discarded',
  '2001::/32': 'Teredo',
  '2001::/23': 'reserved',
  '2001:db8::/32': 'documentation',
  '2002::/16': '6to4',
  '3fff::/20': 'documentation',
  'fc00::/7': 'private',
  'fe80::/10': 'link-local',
  'fec0::/10': 'site-local',
  'ff00::/8': 'multicast',
});

const PUBLIC_IPV6 = range('2000::/3');
const NAT64 = range('64:ff9b::/96');

/** Names that no public DNS server resolves; some lead to this machine or to a cloud's metadata service. */
const PRIVATE_NAMES = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'localdomain',
  'onion',
  'test',
  'invalid',
];
const NAME = /^(\*\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;

export interface AddressGuard {
  /** Null when the name may be resolved, otherwise the reason. */
  refusalOfName(host: string): string | null;
  /** Null when the address may be connected to on behalf of `host`, otherwise the reason. */
  refusalOfAddress(address: string, host?: string): string | null;
  isAllowedName(host: string): boolean;
}
