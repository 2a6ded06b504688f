/**
 * IP addresses as numbers. Only the canonical forms are parsed: four decimal numbers, or the groups of RFC 4291
 * without a zone. The URL parser has already normalised other spellings (`0x7f.1`, `017700000001`); anything else is
 * not an address.
 */
export function parseAddress(text: string): IpAddress | null {
  const four = parseIpv4(text);
  if (four !== null) return { family: 4, groups: [four >>> 16, four & 0xffff] };
  const six = parseIpv6(text);
  return six === null ? null : { family: 6, groups: six };
}

/** `10.0.0.0/8`, `fd00::/8`, or a single address. Null when it is neither. */
export function parseRange(text: string): IpRange | null {
  const [base = '', bits, ...rest] = text.split('/');
  const address = parseAddress(base);
  if (address === null || rest.length > 0) return null;
  const maxBits = address.family === 4 ? 32 : 128;
  if (bits === undefined) return { ...address, bits: maxBits };
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > maxBits) return null;
  return { ...address, bits: Number(bits) };
}

export function isWithin(address: IpAddress, range: IpRange): boolean {
  if (address.family !== range.family) return false;
  let left = range.bits;
  for (let index = 0; left > 0; index++, left -= 16) {
    const mask = left >= 16 ? 0xffff : (0xffff << (16 - left)) & 0xffff;
    if (((address.groups[index] ?? 0) & mask) !== ((range.groups[index] ?? 0) & mask)) return false;
  }
  return true;
}

/** The IPv4 address in the last 32 bits of an IPv6 address. */
export function embeddedIpv4(address: IpAddress): IpAddress {
  return { family: 4, groups: address.groups.slice(-2) };
}

function parseIpv4(text: string): number | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return null;
  let value = 0;
  for (const part of match.slice(1)) {
    // Parsers disagree whether a leading zero means octal, so it is rejected.
    if (Number(part) > 255 || (part.length > 1 && part.startsWith('0'))) return null;
    value = value * 256 + Number(part);
  }
  return value >>> 0;
}

function parseIpv6(text: string): number[] | null {
  const halves = text.split('::');
  if (halves.length > 2 || !text.includes(':')) return null;
  const [head, tail] = [groupsOf(halves[0] ?? '', halves.length === 1), groupsOf(halves[1] ?? '', true)];
  if (head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

function groupsOf(text: string, mayEndInIpv4: boolean): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const four = mayEndInIpv4 && index === parts.length - 1 ? parseIpv4(part) : null;
    if (four !== null) groups.push(four >>> 16, four & 0xffff);
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

export interface IpAddress {
  readonly family: 4 | 6;
  /** Two groups of 16 bits for IPv4, eight for IPv6. */
  readonly groups: readonly number[];
}

export interface IpRange extends IpAddress {
  readonly bits: number;
}
