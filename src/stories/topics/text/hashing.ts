/** A 32-bit hash of a word; the seed separates kinds of features. */
export function hashOf(word: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let index = 0; index < word.length; index++)
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return mixed(hash);
}

/** The same for a word in a buffer of code units. */
export function hashOfUnits(units: Uint16Array, from: number, to: number, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ (units[index] ?? 0), 0x01000193);
  return mixed(hash);
}

/** A 32-bit hash of an ordered pair. */
export function hashOfPair(first: number, second: number): number {
  return mixed(Math.imul(first, 0x9e3779b1) ^ (second + 0x7f4a7c15));
}

/** Every bit of the input reaches the low bits, which choose the bucket. */
function mixed(hash: number): number {
  let value = hash ^ (hash >>> 16);
  value = Math.imul(value, 0x7feb352d);
  value ^= value >>> 15;
  value = Math.imul(value, 0x846ca68b);
  return (value ^ (value >>> 16)) >>> 0;
}
