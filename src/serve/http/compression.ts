import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The encoding a client gets: the first of ours that it takes, whatever order it names them in. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const accepted = new Map(acceptEncoding.toLowerCase().split(',').map(readChoice));
  return ENCODINGS.find(encoding => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0);
}

/** Quality and level that answers made at the moment can afford; on the thread pool, not in between requests. */
export function encode(text: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : zip(text, { level: 6 });
}

/** `gzip;q=0.5` is gzip with a weight; a weight of nought refuses it. */
function readChoice(choice: string): [name: string, weight: number] {
  const [name = '', ...parameters] = choice.split(';').map(part => part.trim());
  const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight) || 0];
}

const ENCODINGS = ['br', 'gzip'] as const;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = (typeof ENCODINGS)[number];
