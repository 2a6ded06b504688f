/** The count at this rank, from 1 for the largest; reorders `counts`. */
export function nthLargest(counts: Float64Array, rank: number): number {
  let from = 0;
  let to = counts.length - 1;
  const wanted = rank - 1;
  // Three parts around a pivot, since most counts of a busy second are equal.
  while (from < to) {
    const pivot = counts[(from + to) >>> 1] ?? 0;
    let larger = from;
    let smaller = to;
    for (let at = from; at <= smaller; ) {
      const count = counts[at] ?? 0;
      if (count > pivot) swap(counts, at++, larger++);
      else if (count < pivot) swap(counts, at, smaller--);
      else at++;
    }
    if (wanted < larger) to = larger - 1;
    else if (wanted > smaller) from = smaller + 1;
    else return pivot;
  }
  return counts[wanted] ?? 0;
}

function swap(counts: Float64Array, a: number, b: number): void {
  const kept = counts[a] ?? 0;
  counts[a] = counts[b] ?? 0;
  counts[b] = kept;
}

/**
 * The largest number of items per list so that all lists together keep at most `total`. Smaller lists keep
 * all their items, and the others share the remaining room: a small list stays exact beside a large one.
 */
export function fairShare(sizes: Uint32Array, total: number): number {
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    let sum = 0;
    for (const size of sizes) sum += Math.min(size, middle);
    if (sum <= total) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The number of items that each list keeps. Half of the room is shared fairly; the other half goes to the
 * lists with the largest totals, up to `enough` for each, because most readers see those.
 */
export function sharesOf(
  sizes: Uint32Array,
  totals: Float64Array,
  room: number,
  enough: number,
): Uint32Array {
  const share = fairShare(sizes, Math.floor(room / 2));
  const shares = sizes.map(size => Math.min(size, share));
  let left = room - shares.reduce((sum, size) => sum + size, 0);
  const byTotal = Array.from(sizes.keys()).sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0));
  for (const list of byTotal) {
    const has = shares[list] ?? 0;
    const more = Math.max(0, Math.min(left, (sizes[list] ?? 0) - has, enough - has));
    shares[list] = has + more;
    left -= more;
  }
  return shares;
}
