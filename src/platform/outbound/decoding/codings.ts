import { constants } from 'node:zlib';
import { FailureReason } from '../failure.ts';

/** FETCH-1: the codings that requests accept. */
export const ACCEPTED = 'gzip, deflate, br, zstd';

/**
 * The codings of a body, in the order in which to decode them. Browsers ignore names that are no coding (`utf-8`,
 * `none`), and so does this. A body compressed more than twice is an attack.
 */
export function codingsOf(header: string | null): readonly Coding[] {
  if (header === null || header === '') return [];
  const codings: Coding[] = [];
  for (const word of header.split(',')) {
    const coding = NAMES.get(word.trim().toLowerCase());
    if (coding !== undefined) codings.push(coding);
  }
  if (codings.length > MAX_CODINGS)
    throw new FailureReason('bad-encoding', `sent a body that is compressed ${codings.length} times`);
  return codings.reverse();
}

/**
 * Servers send two formats as "deflate". The first two bytes distinguish them: the header of RFC 1950 (method 8, and
 * a number divisible by 31) or raw data.
 */
export function hasZlibHeader(first: Uint8Array): boolean {
  const [method = 0, flags = 0] = first;
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}

/** The error codes of the decoders distinguish a truncated body from an invalid one. */
export function decodingFailure(cause: unknown): FailureReason {
  if (cause instanceof FailureReason) return cause;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLargeDecoded();
  if (code === 'Z_BUF_ERROR')
    return new FailureReason('truncated', 'sent a truncated compressed body', { cause });
  return new FailureReason('bad-encoding', `sent a body that cannot be decompressed (${code})`, { cause });
}

export function tooLargeDecoded(): FailureReason {
  return new FailureReason('too-large-decoded', 'sent a body that decompresses to more than the limit');
}

/**
 * The size limit for a body of this wire size. The ratio does not apply to small bodies: a page of spaces is no
 * attack.
 */
export function maxDecodedBytes(wireBytes: number, limits: DecodingLimits): number {
  return Math.min(limits.decodedBytes, Math.max(RATIO_FROM_BYTES, wireBytes * limits.ratio));
}

/** A frame may request a window of 128 MiB; RFC 9659 limits it to 8 MiB on the web. */
export const ZSTD_OPTIONS = { params: { [constants.ZSTD_d_windowLogMax]: 23 } } as const;

const NAMES = new Map<string, Coding>([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
]);
const MAX_CODINGS = 2;
const RATIO_FROM_BYTES = 1_048_576;

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

export interface DecodingLimits {
  readonly decodedBytes: number;
  readonly ratio: number;
}
