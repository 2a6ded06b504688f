import { createHmac } from 'node:crypto';
import { sameHash } from '../secrets.ts';

/** One-time codes by time (RFC 6238): six digits, HMAC-SHA-1, a step of 30 s, as every authenticator app supports them. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

export function stepAt(now: number): number {
  return Math.floor(now / STEP_MS);
}

/**
 * The step of a code, or null when it is wrong or was used. The step before and the one after count too, for clocks that
 * differ and codes typed slowly.
 */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | null {
  const current = stepAt(now);
  const matches = [current - 1, current, current + 1].filter(step =>
    sameHash(Buffer.from(codeAt(secret, step)), Buffer.from(code)),
  );
  return matches.find(step => step > lastStep) ?? null;
}

/** What an authenticator app reads from a QR code. */
export function otpauthUri(
  secret: Uint8Array,
  { issuer, account }: { issuer: string; account: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32.charAt((held >> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + BASE32.charAt((held << (5 - bits)) & 31) : text;
}

export const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
