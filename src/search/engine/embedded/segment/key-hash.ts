/**
 * A hash table of the keys of a dictionary. Binary search compares twenty keys in distant parts of memory, and a
 * query looks up dozens of words in each segment. A slot holds the number of a key plus one, or 0; a key is in the
 * first slot after its hash that was free. It is built when a dictionary is loaded and not part of its file.
 */
export function keySlots(dictionary: HashedKeys): SharedArrayBuffer {
  if (dictionary.size < MIN_KEYS) return new SharedArrayBuffer(0);
  const slots = new Uint32Array(new SharedArrayBuffer(4 * 2 ** Math.ceil(Math.log2(dictionary.size * 1.5))));
  for (let index = 0; index < dictionary.size; index++) {
    let slot = dictionary.hashAt(index) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = index + 1;
  }
  return slots.buffer;
}

/** FNV-1a. */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  // The low bits select the slot, and the high bits are mixed better.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Binary search is fast enough for fewer keys. */
const MIN_KEYS = 2_000;

interface HashedKeys {
  readonly size: number;
  hashAt(index: number): number;
}
