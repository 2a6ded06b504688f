import { createHash } from 'node:crypto';

/**
 * VIEW-1: the name of a piece of derived state: a namespace, the version of its stored shape, and the parts
 * that distinguish its entries.
 *
 *   cacheKey('feed', 3, userId, 'page 2')   ->   feed:v3:0190...:page%00202
 *
 * A change of the stored shape is a new version: the old entries are never read again and expire, so no code
 * ever has to search for keys by pattern.
 *
 * Parts are escaped, so two different lists never give one key: other characters become `%` and the four
 * hexadecimal digits of their UTF-16 unit, which also covers text that is not well-formed. A long key (such as a
 * reader's search) ends in a digest instead, after a `#` that escaping never produces.
 */
export function cacheKey(namespace: string, version: number, ...parts: readonly string[]): CacheKey {
  if (!NAMESPACE.test(namespace)) throw new TypeError(`'${namespace}' is not a valid cache namespace`);
  if (!Number.isSafeInteger(version) || version < 0) throw new TypeError(`${version} is not a valid version`);
  const head = `${namespace}:v${version}`;
  const tail = parts.map(part => `:${escapePart(part)}`).join('');
  const key = tail.length <= MAX_TAIL_LENGTH ? head + tail : `${head}:#${digest(tail)}`;
  return key as CacheKey;
}

/** Only `cacheKey` creates one. */
export type CacheKey = string & { readonly [cacheKeyBrand]: true };

const NAMESPACE = /^[a-z][a-z0-9-]{0,39}$/;
const MAX_TAIL_LENGTH = 200;

function escapePart(part: string): string {
  return part.replace(/[^A-Za-z0-9_.~-]/g, unit => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

declare const cacheKeyBrand: unique symbol;
