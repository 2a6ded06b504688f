/** FNV-1a over UTF-16 units, folded to the 24 bits that the stored form keeps. */
export function termOf(word: string): number {
  return termOfHash(hashOf(word));
}

export function termOfHash(hash: number): number {
  return (hash ^ (hash >>> 24)) & 0xffffff;
}

export function hashOf(text: string): number {
  let hash = START;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return mixed(hash);
}

/** The same for a word in a buffer of code units. */
export function hashOfUnits(units: Uint16Array, from: number, to: number): number {
  let hash = START;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (units[at] ?? 0), PRIME);
  return mixed(hash);
}

/** FNV leaves its high bits poorly mixed for short words. */
function mixed(hash: number): number {
  const value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

const START = 0x811c9dc5;
const PRIME = 0x01000193;
