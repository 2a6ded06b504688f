import { hash } from 'node:crypto';

/**
 * The name of a content: the SHA-256 of its bytes as 64 lower-case hexadecimal digits. Only the two functions here
 * create one, so a path or an object's key never contains anything else.
 */
export type ContentAddress = string & { readonly [addressBrand]: true };

/** Null for text that is not an address. */
export function parseAddress(text: string): ContentAddress | null {
  return isAddress(text) ? text : null;
}

export function addressOf(bytes: Uint8Array): ContentAddress {
  const digest = hash('sha256', bytes, 'hex');
  if (!isAddress(digest)) throw new TypeError('SHA-256 has 64 digits');
  return digest;
}

function isAddress(text: string): text is ContentAddress {
  return /^[0-9a-f]{64}$/.test(text);
}

declare const addressBrand: unique symbol;
