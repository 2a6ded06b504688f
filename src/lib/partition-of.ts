/**
 * Which partition a key belongs to: FNV-1a with 32 bits, one step for each UTF-16 code unit of the key, the result
 * mixed by the finisher of MurmurHash3 (FNV's low bits alone are weak), modulo the
 * number of partitions. It must never change: events of one key would be split between partitions.
 */
export function partitionOf(key: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % partitions;
}
