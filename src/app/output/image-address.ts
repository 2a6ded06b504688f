import type { Keys } from '../../lib/keys.ts';

/**
 * PARSE-5: the address of a foreign picture on our pages. It is signed, so that the proxy fetches only pictures of our own
 * pages and is useless to others. Null when the picture cannot be fetched.
 */
export function imageUrlFor(keys: Keys, absolute: string): string | null {
  if (absolute.length > MAX_ADDRESS_LENGTH || !/^https?:\/\//i.test(absolute)) return null;
  const encoded = Buffer.from(absolute, 'utf8').toString('base64url');
  return `/image/${keys.sign('image', encoded)}/${encoded}`;
}

/** The signed address, or null when the signature is not ours. */
export function addressOfImage(keys: Keys, signature: string, encoded: string): string | null {
  if (encoded.length > 2 * MAX_ADDRESS_LENGTH || !keys.verify('image', encoded, signature)) return null;
  return Buffer.from(encoded, 'base64url').toString('utf8');
}

/** Longer addresses carry data instead of locating a picture. */
const MAX_ADDRESS_LENGTH = 4_000;
