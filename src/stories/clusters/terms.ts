/** FNV-1a over UTF-16 units, folded to the 24 bits that the stored form keeps. */
export function termOf(word: string): number {
  const hash = hashOf(word);
  return (hash ^ (hash >>> 24)) & 0xffffff;
}

export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // FNV leaves its high bits poorly mixed for short words.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
