import type { Keys } from '../../lib/keys.ts';

/**
 * PARSE-5: the address under which a page of ours shows a picture of somebody else. It is signed, so that the proxy
 * fetches only what our own pages name and is of no use to anybody else. Null for what is no picture to fetch.
 */
export function imageUrlFor(keys: Keys, absolute: string): string | null {
  if (absolute.length > LONGEST || !/^https?:\/\//i.test(absolute)) return null;
  const encoded = Buffer.from(absolute, 'utf8').toString('base64url');
  return `/image/${keys.sign('image', encoded)}/${encoded}`;
}

/** The address that was signed, or null when it was not us who did. */
export function addressOfImage(keys: Keys, signature: string, encoded: string): string | null {
  if (encoded.length > 2 * LONGEST || !keys.verify('image', encoded, signature)) return null;
  return Buffer.from(encoded, 'base64url').toString('utf8');
}

/** Longer ones are no addresses of pictures but data in disguise. */
const LONGEST = 4_000;
