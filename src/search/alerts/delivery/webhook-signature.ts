import { createHmac } from 'node:crypto';
import type { Keys } from '../../../lib/keys.ts';

/** The key of a webhook's signature. It is derived, so nothing has to be stored. */
export function webhookSecret(keys: Keys, searchId: string, webhookKey: number): string {
  return keys.sign('saved-search-webhook', `${searchId} ${webhookKey}`);
}

/** `t=<seconds>,v1=<hex>`: HMAC-SHA-256 over the time, a dot and the body, so that neither can be exchanged. */
export function signatureOf(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
