import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Transaction } from '../../platform/database/port.ts';
import { bool, bytea, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, Client } from '../context.ts';
import { takeChallenge } from './challenges.ts';
import { refuseForeignFrame } from './register.ts';
import { relyingParty, userHandle } from './relying-party.ts';

/** Who holds a passkey, as shown by its signature over a challenge of ours. Uses the challenge up. */
export async function verifyAssertion(
  context: AccountsContext,
  { challengeId, response }: PasskeyAnswer,
  challengedUserId: string | null,
): Promise<Verdict> {
  const challenge = await takeChallenge(context, challengeId, {
    purpose: 'passkey-sign-in',
    userId: challengedUserId,
  });
  const passkey = await findPasskey(context, response.id);
  const refused = { verified: false, userId: passkey?.userId } as const;
  if (challenge === null || !passkey?.active || !isMeantFor(response, passkey.userId, challengedUserId))
    return refused;
  try {
    refuseForeignFrame(response);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty(context).origin,
      expectedRPID: relyingParty(context).id,
      // The library compares counters before it has seen a good signature: anybody could then make a passkey
      // look cloned. Ours is compared afterwards, by `advanceCounter`.
      credential: { id: response.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    const { id: passkeyId, userId } = passkey;
    return verified
      ? { verified, passkeyId, userId, counter: newCounter, backedUp: credentialBackedUp }
      : refused;
  } catch (error) {
    context.telemetry.log.info('passkey refused', { passkeyId: passkey.id, error });
    return refused;
  }
}

/**
 * False when the passkey has counted further before: then there are two of it. Passkeys that do not count
 * stay at 0. The row is compared as it is changed, so of two answers with one number the second loses.
 */
export async function advanceCounter(
  tx: Transaction,
  context: AccountsContext,
  { passkeyId, counter, backedUp }: VerifiedAssertion,
): Promise<boolean> {
  const advanced = await tx.execute(sql`
    update passkeys
    set counter = ${counter}, backed_up = ${backedUp}, last_used_at = ${new Date(context.clock.now())}
    where id = ${passkeyId} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))
  `);
  return advanced === 1;
}

/** To be written outside the transaction of the sign-in that it ends. */
export function reportClone(
  context: AccountsContext,
  { passkeyId, counter }: VerifiedAssertion,
  client: Client,
): Promise<void> {
  context.telemetry.log.warn('a passkey counted backwards', { passkeyId });
  return audit(context.database, context, {
    actor: { kind: 'visitor' },
    action: 'passkey.cloned',
    subject: { kind: 'passkey', id: passkeyId },
    client,
    detail: { counter },
  });
}

function findPasskey({ database }: AccountsContext, credentialId: string) {
  return database.maybe(
    SignInPasskey,
    sql`
      select passkeys.id, user_id, public_key, disabled_at is null and erased_at is null as active
      from passkeys
      join users on users.id = user_id
      where credential_id = ${Buffer.from(credentialId, 'base64url')}
    `,
  );
}

/** A visitor has not said who they are, so the passkey must; for somebody who is signed in it need not. */
function isMeantFor(
  { response }: PasskeyAssertion,
  userId: string,
  challengedUserId: string | null,
): boolean {
  if (response.userHandle === undefined) return challengedUserId === userId;
  return Buffer.from(response.userHandle, 'base64url').equals(userHandle(userId));
}

const SignInPasskey = row({ id: uuid, user_id: uuid, public_key: bytea, active: bool });

export type Verdict = VerifiedAssertion | { readonly verified: false; readonly userId: string | undefined };

export interface VerifiedAssertion {
  readonly verified: true;
  readonly passkeyId: string;
  readonly userId: string;
  readonly counter: number;
  readonly backedUp: boolean;
}

export interface PasskeyAnswer {
  readonly challengeId: string;
  readonly response: PasskeyAssertion;
}

/** `PublicKeyCredential.toJSON()` of a passkey that was used, as far as it is used here. Texts are base64url. */
export interface PasskeyAssertion {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string;
  };
}
