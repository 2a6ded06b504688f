import type { Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import {
  type Coding,
  type DecodingLimits,
  decodingFailure,
  hasZlibHeader,
  maxDecodedBytes,
  tooLargeDecoded,
  ZSTD_OPTIONS,
} from './codings.ts';

/** Decompresses a body while it arrives, at the reader's pace. Throws a FailureReason. */
export async function* decodeStream(
  wire: AsyncIterable<Uint8Array>,
  codings: readonly Coding[],
  limits: DecodingLimits,
): AsyncGenerator<Uint8Array> {
  const counted = { wireBytes: 0, decodedBytes: 0 };
  let pieces = counting(wire, counted);
  for (const coding of codings) pieces = decoded(pieces, coding);
  for await (const piece of pieces) {
    counted.decodedBytes += piece.length;
    if (counted.decodedBytes > maxDecodedBytes(counted.wireBytes, limits)) throw tooLargeDecoded();
    yield piece;
  }
}

async function* counting(
  wire: AsyncIterable<Uint8Array>,
  counted: { wireBytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of wire) {
    counted.wireBytes += piece.length;
    yield piece;
  }
}

async function* decoded(pieces: AsyncGenerator<Uint8Array>, coding: Coding): AsyncGenerator<Uint8Array> {
  const first = await pieces.next();
  if (first.done === true) return;
  const decoder = decoderFor(coding, first.value);
  // Fails through the loop below, which reads from the decoder.
  void feed(decoder, first.value, pieces).catch(error => decoder.destroy(error));
  try {
    for await (const piece of decoder) yield piece;
  } catch (error) {
    throw decodingFailure(error);
  } finally {
    // feed() then fails to write and stops; the caller closes the wire.
    decoder.destroy();
  }
}

async function feed(decoder: Transform, first: Uint8Array, rest: AsyncGenerator<Uint8Array>): Promise<void> {
  await written(decoder, first);
  for await (const piece of rest) await written(decoder, piece);
  decoder.end();
}

function written(decoder: Transform, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    decoder.write(piece, error => (error ? reject(error) : resolve()));
  });
}

function decoderFor(coding: Coding, first: Uint8Array): Transform {
  if (coding === 'gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  if (coding === 'zstd') return createZstdDecompress(ZSTD_OPTIONS);
  return hasZlibHeader(first) ? createInflate() : createInflateRaw();
}
