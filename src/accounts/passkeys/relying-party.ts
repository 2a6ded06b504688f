import { COSEALG } from '@simplewebauthn/server/helpers';
import { idToBytes } from '../../lib/ids.ts';
import type { AccountsContext } from '../context.ts';

/** Our identity to an authenticator: the public host without its port. */
export function relyingParty(context: Pick<AccountsContext, 'origin'>): { id: string; origin: string } {
  return { id: new URL(context.origin).hostname, origin: context.origin };
}

/** Ed25519, P-256 and RSA: what authenticators support, in order of preference. */
export const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** The user handle that an authenticator stores: the 16 bytes of the user's id, meaningless elsewhere. */
export function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(idToBytes(userId));
}
