import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a password is in lists of passwords from break-ins, in any case. The file has the first five bytes of the
 * SHA-256 of each, sorted (see models/README.md): one of 23 million other passwords is refused by mistake.
 */
export function isBreachedPassword(password: string): boolean {
  hashes ??= readFileSync(FILE);
  const wanted = breachedPasswordHash(password);
  let low = 0;
  let high = hashes.length / BREACHED_HASH_BYTES;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = middle * BREACHED_HASH_BYTES;
    const order = hashes.compare(wanted, 0, BREACHED_HASH_BYTES, at, at + BREACHED_HASH_BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

export function breachedPasswordHash(password: string): Buffer {
  const text = password.normalize('NFKC').toLowerCase();
  return createHash('sha256').update(text).digest().subarray(0, BREACHED_HASH_BYTES);
}

export const BREACHED_HASH_BYTES = 5;
const FILE = join(import.meta.dirname, '../../models/breached-passwords.bin');
/** Read at the first use: most processes never check a password. */
let hashes: Buffer | undefined;
