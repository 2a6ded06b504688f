import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Random } from './random.ts';

/**
 * All keys of an installation are derived from its one secret, by purpose (HKDF-SHA-256): a leaked key reveals
 * nothing about the others, and only one secret must be kept safe.
 */
export interface Keys {
  /** 16 bytes of HMAC-SHA-256 over the message under the purpose's key, as base64url. */
  sign(purpose: KeyPurpose, message: string): string;
  /** Compares in constant time. */
  verify(purpose: KeyPurpose, message: string, signature: string): boolean;
  /** AES-256-GCM; `open` returns null when the sealed bytes were changed or belong to another secret. */
  seal(purpose: KeyPurpose, plain: Uint8Array): Buffer;
  open(purpose: KeyPurpose, sealed: Uint8Array): Buffer | null;
}

export type KeyPurpose =
  | 'fingerprint'
  | 'cursor'
  | 'signing-keys'
  | 'idempotency'
  | 'receipt'
  | 'second-factor'
  | 'source-secrets'
  | 'image'
  | 'websub'
  | 'visitor'
  | 'device'
  | 'digest'
  | 'mail-stop'
  | 'saved-search-mail'
  | 'saved-search-webhook'
  | 'webhook-challenge';

export function createKeys(secret: string, random: Random): Keys {
  const known = new Map<KeyPurpose, Buffer>();
  const keyFor = (purpose: KeyPurpose) => {
    let key = known.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', secret, 'broadsheet', purpose, 32));
      known.set(purpose, key);
    }
    return key;
  };
  const mac = (purpose: KeyPurpose, message: string) =>
    createHmac('sha256', keyFor(purpose)).update(message).digest().subarray(0, 16);

  return {
    sign: (purpose, message) => mac(purpose, message).toString('base64url'),
    verify: (purpose, message, signature) => {
      const given = Buffer.from(signature, 'base64url');
      // Several texts decode to the same bytes; only the one that `sign` writes is the signature.
      const asWritten = given.length === 16 && given.toString('base64url') === signature;
      return asWritten && timingSafeEqual(given, mac(purpose, message));
    },
    seal: (purpose, plain) => {
      const nonce = random.bytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open: (purpose, sealed) => {
      if (sealed.length < 28) return null;
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
