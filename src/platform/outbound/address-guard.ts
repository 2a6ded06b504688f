import { type Address, embeddedFour, isWithin, parseAddress, parseRange, type Range } from './address.ts';

/**
 * FETCH-3: which addresses and names may be connected to. Pure: it looks at text and asks nobody.
 *
 * Version 4 is open but for the ranges below. Version 6 is closed but for what is handed out for the public
 * (2000::/3), less the parts of it that are not hosts of publishers: a range that somebody reserves next year
 * is then closed from the start. Forms that carry a version 4 address inside are closed, with one exception:
 * on networks without version 4 the translator's prefix is the only way to reach it, and there the address
 * inside is looked at.
 */
export function createAddressGuard(allow: readonly string[] = []): AddressGuard {
  const ranges: Range[] = [];
  const names: string[] = [];
  for (const entry of allow) {
    const range = parseRange(entry.replace(/^\[(.*)\]$/, '$1'));
    if (range !== null) ranges.push(range);
    else if (NAME.test(entry)) names.push(plainName(entry));
    else throw new TypeError(`'${entry}' is neither an address range nor a host name`);
  }
  const isAllowedName = (host: string) => names.some(name => matchesName(plainName(host), name));
  return {
    isAllowedName,
    judgeName(host) {
      if (isAllowedName(host)) return null;
      const name = plainName(host);
      return INNER_NAMES.some(inner => matchesName(name, inner) || matchesName(name, `*.${inner}`))
        ? 'a name for inner use'
        : null;
    },
    judgeAddress(text, host) {
      const address = parseAddress(text);
      if (address === null) return 'no plain address';
      if (ranges.some(range => isWithin(address, range)) || (host !== undefined && isAllowedName(host)))
        return null;
      return judge(address);
    },
  };
}

function judge(address: Address): string | null {
  if (address.family === 4) return reasonIn(CLOSED_FOUR, address);
  if (isWithin(address, TRANSLATED)) return judge(embeddedFour(address));
  return reasonIn(CLOSED_SIX, address) ?? (isWithin(address, PUBLIC_SIX) ? null : 'reserved');
}

function reasonIn(table: readonly (readonly [Range, string])[], address: Address): string | null {
  return table.find(([range]) => isWithin(address, range))?.[1] ?? null;
}

/** Without the dot of the root, which changes nothing about whose name it is. */
export function plainName(host: string): string {
  return host.toLowerCase().replace(/\.+$/, '');
}

/** `*.example.org` stands for everything below example.org and not for itself. */
function matchesName(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

function closed(table: Readonly<Record<string, string>>): readonly (readonly [Range, string])[] {
  return Object.entries(table).map(([text, reason]) => [range(text), reason] as const);
}

function range(text: string): Range {
  const parsed = parseRange(text);
  if (parsed === null) throw new TypeError(`'${text}' is no address range`);
  return parsed;
}

/** The registries of special-purpose addresses, and what the clouds put at public ones. */
const CLOSED_FOUR = closed({
  '0.0.0.0/8': 'this network',
  '10.0.0.0/8': 'private',
  '100.64.0.0/10': 'shared by a carrier',
  '127.0.0.0/8': 'loopback',
  '168.63.129.16/32': 'metadata of a cloud',
  '169.254.0.0/16': 'link-local',
  '172.16.0.0/12': 'private',
  '192.0.0.0/24': 'reserved',
  '192.0.2.0/24': 'documentation',
  '192.88.99.0/24': 'relays of 6to4',
  '192.168.0.0/16': 'private',
  '198.18.0.0/15': 'benchmarks',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '224.0.0.0/4': 'multicast',
  '255.255.255.255/32': 'broadcast',
  '240.0.0.0/4': 'reserved',
});

const CLOSED_SIX = closed({
  '::/128': 'unspecified',
  '::1/128': 'loopback',
  '::ffff:0:0/96': 'mapped from version 4',
  '::ffff:0:0:0/96': 'translated from version 4',
  '::/96': 'compatible with version 4',
  '64:ff9b:1::/48': 'translated from version 4',
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

const PUBLIC_SIX = range('2000::/3');
const TRANSLATED = range('64:ff9b::/96');

/** Names that no public server of names hands out; some resolve to this machine or to a cloud's metadata. */
const INNER_NAMES = [
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
  /** Null when the name may be resolved, else why not. */
  judgeName(host: string): string | null;
  /** Null when the address may be connected to for the sake of `host`, else why not. */
  judgeAddress(address: string, host?: string): string | null;
  isAllowedName(host: string): boolean;
}
