/**
 * The `most` highest of the places by a column, best first. Of many, a bound is guessed from a sample, and only what lies
 * above it is sorted.
 */
export function bestBy(places: Iterable<number>, column: Column, most: number): number[] {
  const all = [...places];
  const some = all.length > most * 4 ? above(all, column, most) : all;
  return some.sort(byColumn(column)).slice(0, most);
}

/** Higher first; of equals the lower place, so that there is one order. */
export function byColumn(column: Column): (a: number, b: number) => number {
  return (a, b) => (column[b] ?? 0) - (column[a] ?? 0) || a - b;
}

function above(places: readonly number[], column: Column, most: number): number[] {
  const step = Math.ceil(places.length / SAMPLE);
  const sample: number[] = [];
  for (let index = 0; index < places.length; index += step) sample.push(column[places[index] ?? 0] ?? 0);
  sample.sort((a, b) => b - a);
  // Lets about twice as many through as are wanted; where it was too high, all are sorted.
  const bound = sample[Math.ceil((sample.length * most * 2) / places.length)] ?? Number.NEGATIVE_INFINITY;
  const found = places.filter(place => (column[place] ?? 0) >= bound);
  return found.length >= most ? found : [...places];
}

const SAMPLE = 1_000;

type Column = Float32Array | Float64Array;
