import type { Size } from './picture.ts';

/** RIFF with one of three first chunks: lossy, lossless, or extended with a canvas. */
export function readWebp(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const chunk = bytes.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8L') return lossless(bytes);
  return chunk === 'VP8 ' ? lossy(bytes) : null;
}

/** A byte, then 14 bits of width and 14 of height, each minus one. */
function lossless(bytes: Buffer): Size | null {
  if (bytes[20] !== 0x2f) return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** The frame's tag, its start code, then 14 bits of each dimension below two bits of scale. */
function lossy(bytes: Buffer): Size | null {
  if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}
