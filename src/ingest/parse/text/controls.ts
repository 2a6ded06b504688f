/**
 * Counts control characters other than tab and line breaks in ASCII or UTF-8, up to about `max`. Reads four bytes at a
 * time, because nearly every document has none and all of it must be scanned.
 */
export function countControlBytes(bytes: Uint8Array, max: number): number {
  const head = (4 - (bytes.byteOffset % 4)) % 4;
  const words = Math.max(0, Math.floor((bytes.length - head) / 4));
  let count = countBetween(bytes, 0, Math.min(head, bytes.length));
  const view = new Int32Array(bytes.buffer, bytes.byteOffset + head, words);
  for (let index = 0; index < words && count < max; index++) {
    const word = view[index] ?? 0;
    // Sets the high bit of each byte below 32; line breaks set it too and are then checked one by one.
    const low = ((word - 0x20202020) | 0) & ~word;
    const deletes = word ^ 0x7f7f7f7f;
    if (((low | (((deletes - 0x01010101) | 0) & ~deletes)) & HIGH_BITS) === 0) continue;
    const from = head + index * 4;
    count += countBetween(bytes, from, from + 4);
  }
  return count + countBetween(bytes, head + words * 4, bytes.length);
}

/** The same for a string, including code units that are never characters. */
export function countControls(text: string, max: number): number {
  let count = 0;
  for (let index = 0; index < text.length && count < max; index++) {
    const code = text.charCodeAt(index);
    if (code < 32 ? code !== 10 && code !== 13 && code !== 9 : code === 127 || code >= 0xfffe) count++;
  }
  return count + (text.isWellFormed() ? 0 : 1);
}

function countBetween(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index++) {
    const byte = bytes[index] ?? 0;
    if ((byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 127) count++;
  }
  return count;
}

const HIGH_BITS = 0x80808080 | 0;
