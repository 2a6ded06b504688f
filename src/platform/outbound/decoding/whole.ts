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
  mostDecoded,
  tooLargeDecoded,
  ZSTD_OPTIONS,
} from './codings.ts';

/**
 * Unfolds a body that has come whole. The decoders stop as soon as the limit is passed, so what a body could
 * become beyond it costs nothing. Small bodies are unfolded at once, which takes a third of the time that
 * handing them to another thread does; what turns out larger than it looked goes the other way after all.
 */
export async function decodeWhole(
  bytes: Bytes,
  codings: readonly Coding[],
  limits: DecodingLimits,
): Promise<Bytes> {
  const most = mostDecoded(bytes.length, limits);
  let decoded = bytes;
  for (const coding of codings) if (decoded.length > 0) decoded = await decodeOne(decoded, coding, most);
  if (decoded.length > limits.decodedBytes) throw tooLargeDecoded();
  return decoded;
}

async function decodeOne(bytes: Bytes, coding: Coding, most: number): Promise<Bytes> {
  try {
    return (bytes.length <= SMALL ? atOnce(bytes, coding, most) : null) ?? (await aside(bytes, coding, most));
  } catch (error) {
    throw decodingFailure(error);
  }
}

/** Null when it is larger than should be done in the middle of everything. */
function atOnce(bytes: Bytes, coding: Coding, most: number): Bytes | null {
  const maxOutputLength = Math.min(most, MOST_AT_ONCE);
  try {
    if (coding === 'gzip') return gunzipSync(bytes, { maxOutputLength });
    if (coding === 'br') return brotliDecompressSync(bytes, { maxOutputLength });
    if (coding === 'zstd') return zstdDecompressSync(bytes, { ...ZSTD_OPTIONS, maxOutputLength });
    return hasZlibHeader(bytes)
      ? inflateSync(bytes, { maxOutputLength })
      : inflateRawSync(bytes, { maxOutputLength });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE' && maxOutputLength < most) return null;
    throw error;
  }
}

function aside(bytes: Bytes, coding: Coding, maxOutputLength: number): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, decoded: Bytes) => (error === null ? resolve(decoded) : reject(error));
    if (coding === 'gzip') gunzip(bytes, { maxOutputLength }, done);
    else if (coding === 'br') brotliDecompress(bytes, { maxOutputLength }, done);
    else if (coding === 'zstd') zstdDecompress(bytes, { ...ZSTD_OPTIONS, maxOutputLength }, done);
    else if (hasZlibHeader(bytes)) inflate(bytes, { maxOutputLength }, done);
    else inflateRaw(bytes, { maxOutputLength }, done);
  });
}

const SMALL = 32_768;
const MOST_AT_ONCE = 524_288;

type Bytes = Uint8Array;
