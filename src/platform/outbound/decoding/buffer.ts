import {
  brotliDecompress,
  brotliDecompressSync,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';
import { codeOf } from '../failure.ts';
import {
  type Coding,
  type DecodingLimits,
  decodingFailure,
  hasZlibHeader,
  maxDecodedBytes,
  tooLargeDecoded,
  ZSTD_OPTIONS,
} from './codings.ts';

/**
 * Decompresses a complete body. The decoders stop when the limit is passed, so a bomb costs nothing beyond it. Small
 * bodies are decompressed synchronously, in a third of the time that handing them to another thread takes; a body
 * that turns out larger is decompressed asynchronously after all.
 */
export async function decodeBuffer(
  bytes: Bytes,
  codings: readonly Coding[],
  limits: DecodingLimits,
): Promise<Bytes> {
  const maxBytes = maxDecodedBytes(bytes.length, limits);
  let decoded = bytes;
  for (const coding of codings) if (decoded.length > 0) decoded = await decodeOne(decoded, coding, maxBytes);
  if (decoded.length > limits.decodedBytes) throw tooLargeDecoded();
  return decoded;
}

async function decodeOne(bytes: Bytes, coding: Coding, maxBytes: number): Promise<Bytes> {
  try {
    return (
      (bytes.length <= SYNC_INPUT_BYTES ? decodeSync(bytes, coding, maxBytes) : null) ??
      (await decodeAsync(bytes, coding, maxBytes))
    );
  } catch (error) {
    throw decodingFailure(error);
  }
}

/** Null when the output is too large for the event loop. */
function decodeSync(bytes: Bytes, coding: Coding, maxBytes: number): Bytes | null {
  const maxOutputLength = Math.min(maxBytes, SYNC_OUTPUT_BYTES);
  try {
    if (coding === 'gzip') return gunzipSync(bytes, { maxOutputLength });
    if (coding === 'br') return brotliDecompressSync(bytes, { maxOutputLength });
    if (coding === 'zstd') return zstdDecompressSync(bytes, { ...ZSTD_OPTIONS, maxOutputLength });
    return hasZlibHeader(bytes)
      ? inflateSync(bytes, { maxOutputLength })
      : inflateRawSync(bytes, { maxOutputLength });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE' && maxOutputLength < maxBytes) return null;
    throw error;
  }
}

function decodeAsync(bytes: Bytes, coding: Coding, maxOutputLength: number): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, decoded: Bytes) => (error === null ? resolve(decoded) : reject(error));
    if (coding === 'gzip') gunzip(bytes, { maxOutputLength }, done);
    else if (coding === 'br') brotliDecompress(bytes, { maxOutputLength }, done);
    else if (coding === 'zstd') zstdDecompress(bytes, { ...ZSTD_OPTIONS, maxOutputLength }, done);
    else if (hasZlibHeader(bytes)) inflate(bytes, { maxOutputLength }, done);
    else inflateRaw(bytes, { maxOutputLength }, done);
  });
}

const SYNC_INPUT_BYTES = 32_768;
const SYNC_OUTPUT_BYTES = 524_288;

type Bytes = Uint8Array;
