import {
  embeddedIpv4,
  type IpAddress,
  type IpRange,
  isWithin,
  parseAddress,
} from '../../platform/outbound/address.ts';

/**
 * Ranges of addresses of both versions. Of two ranges of one version one contains the other or they are apart,
 * so without those contained in others they can be searched like words in a dictionary.
 */
export class RangeSet {
  readonly #four: readonly IpRange[];
  readonly #six: readonly IpRange[];

  constructor(ranges: readonly IpRange[]) {
    this.#four = widest(ranges.filter(({ family }) => family === 4));
    this.#six = widest(ranges.filter(({ family }) => family === 6));
  }

  contains(address: IpAddress): boolean {
    const ranges = address.family === 4 ? this.#four : this.#six;
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

/** The address a request came from; one of version 4 inside version 6 (`::ffff:192.0.2.1`) is of version 4. */
export function clientAddress(text: string): IpAddress | null {
  const address = parseAddress(text);
  if (address === null || address.family === 4) return address;
  const isMapped = address.groups.every((group, index) => index > 5 || group === (index === 5 ? 0xffff : 0));
  return isMapped ? embeddedIpv4(address) : address;
}

function widest(ranges: readonly IpRange[]): IpRange[] {
  const sorted = ranges.map(fromItsStart).sort((a, b) => compare(a, b) || a.bits - b.bits);
  const kept: IpRange[] = [];
  for (const range of sorted) {
    const last = kept.at(-1);
    if (last === undefined || !isWithin(range, last)) kept.push(range);
  }
  return kept;
}

/** `10.1.2.3/8` means `10.0.0.0/8`. */
function fromItsStart(range: IpRange): IpRange {
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
