import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Transaction } from '../../platform/database/port.ts';
import { bool, bytea, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';
import { takeChallenge } from './challenges.ts';
import { refuseForeignFrame } from './register.ts';
import { relyingParty, userHandle } from './relying-party.ts';

/** The holder of a passkey, proved by its signature over our challenge. Uses the challenge up. */
export async function verifyAssertion(
  context: AccountsContext,
  { challengeId, response }: PasskeyAnswer,
  challengedUserId: string | null,
): Promise<AssertionResult> {
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
      // The library compares counters before it verifies the signature, so that anyone could make a passkey look cloned.
      // `advanceCounter` compares ours afterwards.
      credential: { id: response.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    const { id: passkeyId, userId } = passkey;
    return verified
      ? { verified, passkeyId, userId, counter: newCounter, backedUp: credentialBackedUp }
      : refused;
  } catch (error) {
    context.telemetry.log.info('passkey.refused', { passkeyId: passkey.id, error });
    return refused;
  }
}

/**
 * False when the stored counter is already higher: a copy of the passkey exists. Passkeys without a counter stay at 0.
 * The update compares and sets, so of two assertions with the same counter the second loses.
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

/** Call it outside the transaction of the sign-in that it refuses. */
export function reportClone(
  context: AccountsContext,
  { passkeyId, counter }: VerifiedAssertion,
  client: ClientInfo,
): Promise<void> {
  context.telemetry.log.warn('passkey.cloned', { passkeyId });
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

/** For a visitor the passkey must name the user; for a signed-in person it need not. */
function isMeantFor(
  { response }: PasskeyAssertion,
  userId: string,
  challengedUserId: string | null,
): boolean {
  if (response.userHandle === undefined) return challengedUserId === userId;
  return Buffer.from(response.userHandle, 'base64url').equals(userHandle(userId));
}

const SignInPasskey = row({ id: uuid, user_id: uuid, public_key: bytea, active: bool });

export type AssertionResult =
  | VerifiedAssertion
  | { readonly verified: false; readonly userId: string | undefined };

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

/** `PublicKeyCredential.toJSON()` of a passkey that was used, reduced to the parts used here. Strings are base64url. */
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
