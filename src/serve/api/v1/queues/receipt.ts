import { Problem } from '../../../../errors.ts';
import type { Keys } from '../../../../lib/keys.ts';

/**
 * A receipt over HTTP carries a signature that binds it to its queue. The broker trusts every receipt; over
 * HTTP, a client could guess one or use it at another queue, and delete a message that it never received.
 */
export function sealReceipt(keys: Keys, queue: string, receipt: string): string {
  return `${receipt}~${keys.sign(PURPOSE, bound(queue, receipt))}`;
}

/** The broker's receipt; "not found" when it was not issued for this queue. */
export function openReceipt(
  keys: Keys,
  { queue, receipt: sealed }: { queue: string; receipt: string },
): string {
  const at = sealed.lastIndexOf('~');
  const receipt = sealed.slice(0, Math.max(0, at));
  if (at <= 0 || !keys.verify(PURPOSE, bound(queue, receipt), sealed.slice(at + 1)))
    throw new Problem('not-found', 'This receipt does not belong to this queue.');
  return receipt;
}

/** Queue names have no spaces, so no two pairs give the same text. */
function bound(queue: string, receipt: string): string {
  return `${queue} ${receipt}`;
}

const PURPOSE = 'receipt';
