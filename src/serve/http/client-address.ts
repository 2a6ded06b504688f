import { isIPv4, isIPv6 } from 'node:net';

/**
 * Whom a limit counts: an IPv4 address, or the /64 of an IPv6 address, because one household or one attacker
 * has all of a /64 to choose from.
 */
export function limitedAddress(address: string): string {
  const plain = address.startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address;
  if (!isIPv6(plain)) return plain;
  return `${expand(plain).slice(0, 4).join(':')}::/64`;
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

/** The eight groups of an IPv6 address. */
function expand(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...back].map(group =>
    group.replace(/^0+(?=.)/, '').toLowerCase(),
  );
}
