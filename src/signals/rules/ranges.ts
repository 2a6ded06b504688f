import {
  embeddedIpv4,
  type IpAddress,
  type IpRange,
  isWithin,
  parseAddress,
} from '../../platform/outbound/address.ts';

/**
 * IPv4 and IPv6 ranges. Two ranges of one family are either nested or disjoint, so without the nested ones a
 * binary search finds the only range that can contain an address.
 */
export class RangeSet {
  readonly #ipv4: readonly IpRange[];
  readonly #ipv6: readonly IpRange[];

  constructor(ranges: readonly IpRange[]) {
    this.#ipv4 = outermost(ranges.filter(({ family }) => family === 4));
    this.#ipv6 = outermost(ranges.filter(({ family }) => family === 6));
  }

  contains(address: IpAddress): boolean {
    const ranges = address.family === 4 ? this.#ipv4 : this.#ipv6;
    let [from, until] = [0, ranges.length];
    while (from < until) {
      const middle = (from + until) >>> 1;
      const range = ranges[middle];
      if (range !== undefined && compare(range, address) <= 0) from = middle + 1;
      else until = middle;
    }
    const nearest = ranges[from - 1];
    return nearest !== undefined && isWithin(address, nearest);
  }
}

/** The address of a client; an IPv4-mapped address (`::ffff:192.0.2.1`) is returned as IPv4. */
export function clientAddress(text: string): IpAddress | null {
  const address = parseAddress(text);
  if (address === null || address.family === 4) return address;
  const isMapped = address.groups.every((group, index) => index > 5 || group === (index === 5 ? 0xffff : 0));
  return isMapped ? embeddedIpv4(address) : address;
}

function outermost(ranges: readonly IpRange[]): IpRange[] {
  const sorted = ranges.map(normalised).sort((a, b) => compare(a, b) || a.bits - b.bits);
  const kept: IpRange[] = [];
  for (const range of sorted) {
    const last = kept.at(-1);
    if (last === undefined || !isWithin(range, last)) kept.push(range);
  }
  return kept;
}

/** `10.1.2.3/8` means `10.0.0.0/8`. */
function normalised(range: IpRange): IpRange {
  const groups = range.groups.map((group, index) => {
    const bits = Math.min(16, Math.max(0, range.bits - 16 * index));
    return group & (0xffff << (16 - bits)) & 0xffff;
  });
  return { ...range, groups };
}

function compare(a: IpAddress, b: IpAddress): number {
  for (let index = 0; index < a.groups.length; index++) {
    const difference = (a.groups[index] ?? 0) - (b.groups[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
