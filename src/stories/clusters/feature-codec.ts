import type { ClusterFeatures } from './features.ts';
import { DIMENSIONS, hasMeaning, NO_MEANING } from './word-vectors.ts';

/**
 * The stored form of an article's features, 15 bytes, four for each word, and 64 where the meaning is known:
 *
 *   version (1) | language (3, filled with blanks) | milliseconds (6, all ones: unknown) | source (4)
 *   | words n (1) | n terms (3 each) | n weights (1 each) | meaning (64 or none)
 *
 * Numbers are little-endian. Version 1, which is still read, had no meaning.
 */
export function encodeFeatures(features: ClusterFeatures): Uint8Array {
  const { language, publishedAt, source, terms, weights, meaning } = features;
  const known = hasMeaning(meaning);
  const bytes = Buffer.alloc(HEAD + terms.length * 4 + (known ? DIMENSIONS : 0));
  bytes[0] = VERSION;
  bytes.write(language.slice(0, 3).padEnd(3), 1, 'latin1');
  bytes.writeUIntLE(Number.isNaN(publishedAt) ? UNKNOWN_TIME : clamp(publishedAt), 4, 6);
  bytes.writeUInt32LE(source, 10);
  bytes[14] = terms.length;
  for (const [at, term] of terms.entries()) bytes.writeUIntLE(term, HEAD + at * 3, 3);
  bytes.set(weights, HEAD + terms.length * 3);
  if (known) bytes.set(meaning, HEAD + terms.length * 4);
  return bytes;
}

/** Undefined when the bytes are of another version or truncated. */
export function decodeFeatures(stored: Uint8Array): ClusterFeatures | undefined {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const count = bytes[14] ?? 0;
  const [without, withMeaning] = [HEAD + count * 4, HEAD + count * 4 + DIMENSIONS];
  const known = bytes[0] === VERSION && bytes.length === withMeaning;
  if (!known && !((bytes[0] === VERSION || bytes[0] === 1) && bytes.length === without)) return undefined;
  const time = bytes.readUIntLE(4, 6);
  const weightsAt = HEAD + count * 3;
  return {
    language: bytes.toString('latin1', 1, 4).trimEnd(),
    publishedAt: time === UNKNOWN_TIME ? Number.NaN : time,
    source: bytes.readUInt32LE(10),
    terms: termsFrom(bytes, count),
    weights: new Uint8Array(bytes.subarray(weightsAt, weightsAt + count)),
    meaning: known ? new Int8Array(new Uint8Array(bytes.subarray(without)).buffer) : NO_MEANING,
  };
}

function termsFrom(bytes: Uint8Array, count: number): Uint32Array {
  const terms = new Uint32Array(count);
  for (let at = 0, from = HEAD; at < count; at++, from += 3)
    terms[at] = (bytes[from] ?? 0) | ((bytes[from + 1] ?? 0) << 8) | ((bytes[from + 2] ?? 0) << 16);
  return terms;
}

/** Times before 1970 or after the year 10000 are clamped. */
function clamp(time: number): number {
  return Math.min(Math.max(0, Math.round(time)), UNKNOWN_TIME - 1);
}

const VERSION = 2;
const HEAD = 15;
const UNKNOWN_TIME = 2 ** 48 - 1;
