/**
 * Where keys are, by their hash: a search by halves looks at twenty keys in as many places of memory, and a query asks
 * for dozens of words in each segment. A slot holds the number of a key plus one, or 0; a key is in the first slot
 * behind its hash that was free. Made when a dictionary is loaded, and no part of its file.
 */
export function keySlots(dictionary: HashedKeys): SharedArrayBuffer {
  if (dictionary.size < FEWEST) return new SharedArrayBuffer(0);
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
  // The low bits choose the slot, and the high ones know more.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A few steps find a key among less. */
const FEWEST = 2_000;

interface HashedKeys {
  readonly size: number;
  hashAt(index: number): number;
}
