/**
 * Whether bytes of ASCII or UTF-8 hold a control character other than tab and line breaks. Four bytes at a
 * time, because nearly every document holds none and all of it has to be looked at.
 */
export function hasControlBytes(bytes: Uint8Array): boolean {
  const head = (4 - (bytes.byteOffset % 4)) % 4;
  const words = Math.max(0, Math.floor((bytes.length - head) / 4));
  if (hasControlBetween(bytes, 0, Math.min(head, bytes.length))) return true;
  const view = new Int32Array(bytes.buffer, bytes.byteOffset + head, words);
  for (let index = 0; index < words; index++) {
    const word = view[index] ?? 0;
    // The high bit of each byte that is below 32; line breaks set it too and are then looked at one by one.
    const low = ((word - 0x20202020) | 0) & ~word;
    const deletes = word ^ 0x7f7f7f7f;
    if (((low | (((deletes - 0x01010101) | 0) & ~deletes)) & HIGH_BITS) === 0) continue;
    const from = head + index * 4;
    if (hasControlBetween(bytes, from, from + 4)) return true;
  }
  return hasControlBetween(bytes, head + words * 4, bytes.length);
}

function hasControlBetween(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const byte = bytes[index] ?? 0;
    if ((byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 127) return true;
  }
  return false;
}

const HIGH_BITS = 0x80808080 | 0;
