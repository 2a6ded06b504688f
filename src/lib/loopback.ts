import { BlockList, isIP } from 'node:net';

/** Whether an address is this machine's own, also as IPv4 within IPv6 (`::ffff:127.0.0.1`). */
export function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** `localhost`, every name below it (RFC 6761), and loopback addresses; IPv6 without brackets. */
export function isLocalHost(host: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(host) || isLoopback(host);
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
