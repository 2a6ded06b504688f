import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';
import { markProven } from '../sessions.ts';
import { completeSignIn, refuseSignIn, type SignedIn } from '../sign-in.ts';
import { advanceCounter, type PasskeyAnswer, reportClone, verifyAssertion } from './assertion.ts';
import { CHALLENGE_LIFETIME_MS, giveChallenge } from './challenges.ts';
import { credentialsOf } from './manage.ts';
import { relyingParty } from './relying-party.ts';

/**
 * AUTH-1: the options for `navigator.credentials.get`. A visitor may use any passkey of this site, which reveals nothing
 * about existing accounts; a signed-in person must use one of their own.
 */
export async function beginPasskeySignIn(
  context: AccountsContext,
  userId: string | null = null,
): Promise<PasskeySignInStart> {
  const { id, challenge } = await giveChallenge(context, { purpose: 'passkey-sign-in', userId });
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context).id,
    challenge,
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
    allowCredentials: userId === null ? [] : await credentialsOf(context, userId),
  });
  return { challengeId: id, options };
}

export async function finishPasskeySignIn(
  context: AccountsContext,
  { client, ...answer }: PasskeyAnswer & { client: ClientInfo },
): Promise<SignedIn> {
  const method = 'passkey';
  const assertion = await verifyAssertion(context, answer, null);
  const { userId } = assertion;
  if (!assertion.verified) return refuseSignIn(context, { method, userId, client });
  const signedIn = await context.database.transaction(async tx =>
    (await advanceCounter(tx, context, assertion))
      ? completeSignIn(tx, context, { userId: assertion.userId, method, client })
      : null,
  );
  if (signedIn) return signedIn;
  await reportClone(context, assertion, client);
  return refuseSignIn(context, { method, userId, client });
}

/** Lets a signed-in person confirm their identity. The challenge must have been issued to them. */
export async function proveWithPasskey(
  context: AccountsContext,
  { userId, credential }: Principal,
  { client, ...answer }: PasskeyAnswer & { client: ClientInfo },
): Promise<void> {
  if (credential.kind !== 'session') throw new Problem('forbidden');
  const actor = { kind: 'user', id: userId } as const;
  const subject = { kind: 'session', id: credential.id } as const;
  const assertion = await verifyAssertion(context, answer, userId);
  const proven =
    assertion.verified &&
    assertion.userId === userId &&
    (await context.database.transaction(async tx => {
      if (!(await advanceCounter(tx, context, assertion))) return false;
      await markProven(tx, context, { userId, sessionId: credential.id });
      await audit(tx, context, { actor, action: 'proof.renewed', subject, client });
      return true;
    }));
  if (proven) return;
  if (assertion.verified && assertion.userId === userId) await reportClone(context, assertion, client);
  await audit(context.database, context, { actor, action: 'proof.failed', subject, client });
  throw new Problem('invalid-credentials');
}

export interface PasskeySignInStart {
  readonly challengeId: string;
  readonly options: PublicKeyCredentialRequestOptionsJSON;
}
