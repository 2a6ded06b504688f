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

/** The encoding a client gets: the first of ours that it takes, whatever order it names them in. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const accepted = new Map(acceptEncoding.toLowerCase().split(',').map(readChoice));
  return ENCODINGS.find(encoding => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0);
}

/**
 * Quality and level that answers made at the moment can afford. A page is compressed at once: handing it to the thread pool
 * and hearing of it costs as much as doing it, and what waits there holds memory for its whole window, so that a crowd
 * keeps the garbage collector busier than the answers do. What is longer goes to the pool, not in between requests.
 */
export function encode(text: Buffer, encoding: Encoding, effort = EFFORT): Promise<Buffer> | Buffer {
  const isPage = text.length <= MOST_AT_ONCE;
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

/** Of what `encode` made. */
export function decode(bytes: Buffer, encoding: Encoding): Buffer {
  return encoding === 'gzip' ? gunzipSync(bytes) : brotliDecompressSync(bytes);
}

/** `gzip;q=0.5` is gzip with a weight; a weight of nought refuses it. */
function readChoice(choice: string): [name: string, weight: number] {
  const [name = '', ...parameters] = choice.split(';').map(part => part.trim());
  const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight) || 0];
}

const ENCODINGS = ['br', 'gzip'] as const;
/** A page of twenty stories that many tell, and a millisecond or two. */
const MOST_AT_ONCE = 256 * 1024;
const EFFORT = { brotli: 4, gzip: 6 };
/** For what one person gets once or twice: a few percent longer, and a third of the work. */
export const LITTLE_EFFORT: typeof EFFORT = { brotli: 1, gzip: 4 };
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = (typeof ENCODINGS)[number];
