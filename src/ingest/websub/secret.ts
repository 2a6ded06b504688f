import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../lib/keys.ts';

/** As the hub gets it: text of less than 200 bytes. Null when it belongs to another installation. */
export function secretText(keys: Keys, sealed: Uint8Array): string | null {
  return keys.open('websub', sealed)?.toString('base64url') ?? null;
}

/**
 * `X-Hub-Signature: sha256=...`: whether the hub that knows the secret sent these bytes. A method that is not known is
 * no signature; the comparison takes the same time wherever the two part.
 */
export function isSignedBy(secret: string, body: Uint8Array, header: string | undefined): boolean {
  const [, method = '', digits = ''] =
    /^(sha1|sha256|sha384|sha512)=([0-9a-f]+)$/i.exec(header?.trim() ?? '') ?? [];
  if (method === '') return false;
  const expected = createHmac(method.toLowerCase(), secret).update(body).digest();
  const given = Buffer.from(digits, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
