/**
 * Functions that the platform's decoders lack: measuring how much of a text is UTF-8, reading stray bytes as Windows
 * Western letters (a quotation pasted into a UTF-8 page), and UTF-32.
 */
export function measureUtf8(bytes: Uint8Array): { sequences: number; strays: number } {
  let sequences = 0;
  let strays = 0;
  for (let index = 0; index < bytes.length; ) {
    const length = sequenceLength(bytes, index);
    if (length > 1) sequences++;
    if (length === 0) strays++;
    index += length || 1;
  }
  return { sequences, strays };
}

/** Whether any letter takes three bytes or more. */
export function hasLongSequences(bytes: Uint8Array): boolean {
  return bytes.some(byte => byte >= 0xe0);
}

/** The stray bytes are written as UTF-8, so that all can be decoded at once. */
export function decodeMixed(bytes: Uint8Array): string {
  const { strays } = measureUtf8(bytes);
  const mended = new Uint8Array(bytes.length + strays * 3);
  let length = 0;
  for (let index = 0; index < bytes.length; ) {
    const known = sequenceLength(bytes, index);
    if (known === 0) {
      // A sequence that is truncated by the end of the document is dropped; other stray bytes are Western letters.
      if (index < bytes.length - 3) length += writeWestern(mended, length, bytes[index] ?? 0);
      index++;
    }
    for (let end = index + known; index < end; index++) mended[length++] = bytes[index] ?? 0;
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(mended.subarray(0, length));
}

export function decodeUtf32(bytes: Uint8Array, bigEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const codes: number[] = [];
  let text = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, !bigEndian);
    codes.push(code > 0x10ffff ? 0xfffd : code);
    if (codes.length === CHUNK) text += String.fromCodePoint(...codes.splice(0));
  }
  return text + String.fromCodePoint(...codes);
}

function writeWestern(into: Uint8Array, at: number, byte: number): number {
  return new TextEncoder().encodeInto(WESTERN[byte - 0x80] ?? '', into.subarray(at)).written;
}

/** 1 for ASCII, 2 to 4 for other letters, 0 for a byte that starts no sequence. */
function sequenceLength(bytes: Uint8Array, index: number): number {
  const first = bytes[index] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : 4;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (let offset = 1; offset < length; offset++) {
    if (((bytes[index + offset] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  const second = bytes[index + 1] ?? 0;
  const overlong = (first === 0xe0 && second < 0xa0) || (first === 0xf0 && second < 0x90);
  const outside = (first === 0xed && second > 0x9f) || (first === 0xf4 && second > 0x8f);
  return overlong || outside ? 0 : length;
}

const CHUNK = 4_096;
const WESTERN = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, i) => 0x80 + i));
