import { createHash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Random } from '../lib/random.ts';

/** 256 random bits as 43 characters of base64url: for sessions and one-time links. */
export function newSecret(random: Random): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
}

/** The stored form. The secret has 256 random bits, so salt and slow hashing would add nothing. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

export function looksLikeSecret(text: string): boolean {
  return SECRET_FORM.test(text);
}

/**
 * A personal API token:
 *
 *   bsht_ | 43 characters of base62: 256 random bits | 6 characters of base62: CRC-32 of all before them
 *
 * Secret scanners find it by its prefix, and the checksum rejects a mistyped or invented token without a query. Letters
 * and digits only: a double click selects the whole token.
 */
export function newApiToken(random: Random): string {
  const body = TOKEN_PREFIX + base62(toBigInt(random.bytes(SECRET_BYTES)), 43);
  return body + checksumOf(body);
}

export function looksLikeApiToken(text: string): boolean {
  return (
    TOKEN_FORM.test(text) && text.slice(-CHECKSUM_LENGTH) === checksumOf(text.slice(0, -CHECKSUM_LENGTH))
  );
}

function checksumOf(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function toBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = BASE62.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}

export const TOKEN_PREFIX = 'bsht_';
const SECRET_BYTES = 32;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;
const TOKEN_FORM = /^bsht_[0-9A-Za-z]{49}$/;
