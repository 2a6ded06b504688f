import { isIPv4, isIPv6 } from 'node:net';

/** The network of an address (IPv4 /24, IPv6 /48), or null when the text is not an address. */
export function networkOf(address: string): string | null {
  const parsed = parseAddress(address);
  if (!parsed) return null;
  if (parsed.family === 4) return `${parsed.parts.slice(0, 3).join('.')}.0/24`;
  return `${leadingGroups(parsed.parts, 3)}::/48`;
}

/**
 * The unit for counting attempts: an IPv4 address, or an IPv6 /64, from which one customer can pick addresses at will.
 * Text that is not an address counts as itself.
 */
export function neighbourhoodOf(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return address;
  return parsed.family === 4 ? parsed.parts.join('.') : `${leadingGroups(parsed.parts, 4)}::/64`;
}

/** Four bytes or eight groups. An IPv4-mapped address (`::ffff:192.0.2.1`) is IPv4. */
function parseAddress(address: string): ParsedAddress | null {
  const [bare = ''] = address.split('%', 1);
  if (isIPv4(bare)) return { family: 4, parts: bare.split('.').map(Number) };
  if (!isIPv6(bare)) return null;
  const groups = expand(bare);
  const mapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff;
  return mapped ? { family: 4, parts: groups.slice(6).flatMap(twoBytes) } : { family: 6, parts: groups };
}

function expand(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap(group => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function twoBytes(group: number): number[] {
  return [group >> 8, group & 0xff];
}

/** Trailing zeros are covered by the `::` that follows. */
function leadingGroups(groups: readonly number[], count: number): string {
  const leading = groups.slice(0, count).map(group => group.toString(16));
  while (leading.at(-1) === '0') leading.pop();
  return leading.join(':');
}

interface ParsedAddress {
  family: 4 | 6;
  parts: readonly number[];
}
