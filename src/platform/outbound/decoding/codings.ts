import { constants } from 'node:zlib';
import { Reason } from '../failure.ts';

/** FETCH-1: what we ask for. */
export const ACCEPTED = 'gzip, deflate, br, zstd';

/**
 * The codings of a body in the order they are undone. A word that is no coding (`utf-8`, `none`) is a mistake
 * of the server that browsers read past, and so do we. A body folded more than twice is nobody's mistake.
 */
export function codingsOf(header: string | null): readonly Coding[] {
  if (header === null || header === '') return [];
  const codings: Coding[] = [];
  for (const word of header.split(',')) {
    const coding = NAMES.get(word.trim().toLowerCase());
    if (coding !== undefined) codings.push(coding);
  }
  if (codings.length > MOST_CODINGS)
    throw new Reason('bad-encoding', `sent a body that is compressed ${codings.length} times`);
  return codings.reverse();
}

/**
 * Two things are called deflate, and only the beginning tells which it is: with the two bytes of RFC 1950
 * (method 8, and a number that 31 divides) or without.
 */
export function hasZlibHeader(first: Uint8Array): boolean {
  const [method = 0, flags = 0] = first;
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}

/** Broken off or never right: the decoders' codes tell the two apart. */
export function decodingFailure(cause: unknown): Reason {
  if (cause instanceof Reason) return cause;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLargeDecoded();
  if (code === 'Z_BUF_ERROR')
    return new Reason('truncated', 'sent a compressed body that breaks off', { cause });
  return new Reason('bad-encoding', `sent a body that cannot be decompressed (${code})`, { cause });
}

export function tooLargeDecoded(): Reason {
  return new Reason('too-large-decoded', 'sent a body that unfolds to more than is taken');
}

/**
 * How large a body of this wire size may become. The ratio says nothing about small bodies: a page of blanks is
 * no attack.
 */
export function mostDecoded(wireBytes: number, limits: DecodingLimits): number {
  return Math.min(limits.decodedBytes, Math.max(RATIO_FROM_BYTES, wireBytes * limits.ratio));
}

/** A frame may ask for a window of 128 MiB; RFC 9659 lets those for the web ask for 8. */
export const ZSTD_OPTIONS = { params: { [constants.ZSTD_d_windowLogMax]: 23 } } as const;

const NAMES = new Map<string, Coding>([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
]);
const MOST_CODINGS = 2;
const RATIO_FROM_BYTES = 1_048_576;

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

export interface DecodingLimits {
  readonly decodedBytes: number;
  readonly ratio: number;
}
