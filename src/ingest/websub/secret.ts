import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../lib/keys.ts';

/** The secret in the form that the hub gets, under 200 bytes. Null when another installation sealed it. */
export function secretText(keys: Keys, sealed: Uint8Array): string | null {
  return keys.open('websub', sealed)?.toString('base64url') ?? null;
}

/**
 * Whether `X-Hub-Signature: sha256=...` was made with the secret. An unknown method is not a signature; the comparison
 * takes constant time.
 */
export function isSignedBy(secret: string, body: Uint8Array, header: string | undefined): boolean {
  const [, method = '', digits = ''] =
    /^(sha1|sha256|sha384|sha512)=([0-9a-f]+)$/i.exec(header?.trim() ?? '') ?? [];
  if (method === '') return false;
  const expected = createHmac(method.toLowerCase(), secret).update(body).digest();
  const given = Buffer.from(digits, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
