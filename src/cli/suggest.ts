/** The most likely intended word, or undefined when none is close enough. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  // Up to a third of the letters may differ, at least one.
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** `; did you mean x?`, or nothing. */
export function didYouMean(word: string, known: Iterable<string>, show = (found: string) => found): string {
  const found = nearest(word, known);
  return found === undefined ? '' : `; did you mean ${show(found)}?`;
}

/**
 * Insertions, deletions, replacements and transpositions between two words (optimal string alignment): `prot` is one step
 * from `port`, not two.
 */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(beforePrevious, j - 2) + 1 : replaced;
      current.push(Math.min(replaced, swapped, at(previous, j) + 1, at(current, j - 1) + 1));
    }
    [beforePrevious, previous] = [previous, current];
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
