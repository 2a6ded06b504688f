import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
} from 'node:zlib';

/** The first of our encodings that the client accepts, whatever its order. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const accepted = new Map(acceptEncoding.toLowerCase().split(',').map(readChoice));
  return ENCODINGS.find(encoding => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0);
}

/**
 * Quality and level for responses that are compressed on the fly. Pages are compressed synchronously: a round trip to the
 * thread pool costs as much as the work, and queued jobs hold their window memory, which keeps the garbage collector busy
 * under load. Longer texts go to the pool, so that they do not block other requests.
 */
export function encode(text: Buffer, encoding: Encoding, effort = EFFORT): Promise<Buffer> | Buffer {
  const isPage = text.length <= MAX_SYNC_LENGTH;
  if (encoding === 'gzip') {
    const options = { level: effort.gzip };
    return isPage ? gzipSync(text, options) : zip(text, options);
  }
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort.brotli,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  };
  return isPage ? brotliCompressSync(text, options) : brotli(text, options);
}

/** Reverses `encode`. */
export function decode(bytes: Buffer, encoding: Encoding): Buffer {
  return encoding === 'gzip' ? gunzipSync(bytes) : brotliDecompressSync(bytes);
}

/** `gzip;q=0.5` has a weight; a weight of zero refuses the encoding. */
function readChoice(choice: string): [name: string, weight: number] {
  const [name = '', ...parameters] = choice.split(';').map(part => part.trim());
  const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight) || 0];
}

const ENCODINGS = ['br', 'gzip'] as const;
/** A page of twenty large stories, which takes a millisecond or two. */
const MAX_SYNC_LENGTH = 256 * 1024;
const EFFORT = { brotli: 4, gzip: 6 };
/** For responses that are sent once or twice: a few percent larger at a third of the work. */
export const LOW_EFFORT: typeof EFFORT = { brotli: 1, gzip: 4 };
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = (typeof ENCODINGS)[number];
