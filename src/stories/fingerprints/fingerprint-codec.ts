import type { Fingerprint } from './fingerprint.ts';
import { SKETCH_WORDS } from './sketch.ts';

/**
 * A fingerprint in 144 bytes, little-endian. A change to how texts are read, hashed or folded needs a new version:
 * fingerprints of different versions cannot be compared.
 *
 *   version (1) | shingles (3) | SimHash low (4) | SimHash high (4) | title (4) | sketch (128)
 */
export const FINGERPRINT_BYTES = 16 + 4 * SKETCH_WORDS;
const FINGERPRINT_VERSION = 1;

export function encodeFingerprint(fingerprint: Fingerprint): Uint8Array {
  const bytes = new Uint8Array(FINGERPRINT_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, FINGERPRINT_VERSION | (fingerprint.shingles << 8), true);
  view.setInt32(4, fingerprint.simhashLow, true);
  view.setInt32(8, fingerprint.simhashHigh, true);
  view.setInt32(12, fingerprint.title, true);
  for (const [index, word] of fingerprint.sketch.entries()) view.setUint32(16 + 4 * index, word, true);
  return bytes;
}

/** Null for bytes of another version or length: the article must be fingerprinted again. */
export function decodeFingerprint(bytes: Uint8Array): Fingerprint | null {
  if (bytes.length !== FINGERPRINT_BYTES || bytes[0] !== FINGERPRINT_VERSION) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    sketch: Uint32Array.from({ length: SKETCH_WORDS }, (_, index) => view.getUint32(16 + 4 * index, true)),
    simhashLow: view.getInt32(4, true),
    simhashHigh: view.getInt32(8, true),
    shingles: view.getUint32(0, true) >>> 8,
    title: view.getInt32(12, true),
  };
}
