import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { invalidInput, Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import { sql } from '../../platform/database/sql.ts';
import { reason } from '../../reasons.ts';
import { audit } from '../audit.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';
import { cleanName } from '../names.ts';
import { lockProven } from '../proof.ts';
import { findUser } from '../users.ts';
import { CHALLENGE_LIFETIME_MS, giveChallenge, takeChallenge } from './challenges.ts';
import { countPasskeys, credentialsOf, PASSKEY_COLUMNS, type Passkey, PasskeyRow } from './manage.ts';
import { ALGORITHMS, relyingParty, userHandle } from './relying-party.ts';

/**
 * AUTH-1: first half of adding a passkey: the options for `navigator.credentials.create`. The passkey must be
 * discoverable without a user name and must verify the person itself (PIN, finger, face): it replaces the password.
 */
export async function beginPasskeyRegistration(
  context: AccountsContext,
  userId: string,
): Promise<PasskeyRegistrationStart> {
  const user = await findUser(context.database, userId);
  if (!user) throw new Problem('not-found');
  const known = await credentialsOf(context, userId);
  if (known.length >= MAX_PASSKEYS) throw tooMany();
  const { id, challenge } = await giveChallenge(context, { purpose: 'passkey-registration', userId });
  const options = await generateRegistrationOptions({
    rpName: context.config.name,
    rpID: relyingParty(context).id,
    userID: userHandle(userId),
    userName: user.email,
    userDisplayName: user.displayName,
    challenge,
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { challengeId: id, options };
}

/** Second half: verifies the browser's response and stores the passkey. */
export async function finishPasskeyRegistration(
  context: AccountsContext,
  principal: Principal,
  { challengeId, name, response }: PasskeyRegistrationFinish,
  client: ClientInfo,
): Promise<Passkey> {
  const called = cleanName(name);
  if (called === null) throw invalidInput('/name', reason('visible-length-between', { min: 1, max: 80 }));
  const { userId } = principal;
  const challenge = await takeChallenge(context, challengeId, { purpose: 'passkey-registration', userId });
  if (challenge === null) throw new Problem('unusable-passkey', reason('passkey-expired'));
  const credential = await verified(context, challenge, response);
  return store(context, principal, called, credential, client);
}

async function verified(
  context: AccountsContext,
  expectedChallenge: string,
  response: PasskeyAttestation,
): Promise<NewCredential> {
  const { id, origin } = relyingParty(context);
  try {
    refuseCertificates(response);
    refuseForeignFrame(response);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) throw new Error('The attestation is not valid');
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      id: Buffer.from(credential.id, 'base64url'),
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: (response.response.transports ?? []).filter(transport => TRANSPORTS.has(transport)),
      backedUp: credentialBackedUp,
    };
  } catch (error) {
    context.telemetry.log.info('passkey.refused', { error });
    throw new Problem('unusable-passkey', undefined, { cause: error });
  }
}

/**
 * We request no attestation, so an honest browser sends none, or a self-attestation. Certificates name addresses of
 * revocation lists, which the library would fetch: addresses chosen by a stranger.
 */
function refuseCertificates({ response }: PasskeyAttestation): void {
  const attestation = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
  );
  const format = attestation.get('fmt');
  const aboutItself = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !aboutItself)
    throw new Error(`Attestation of the form '${format}' was not requested`);
}

/** The library accepts cross-origin frames; our pages are never framed. */
export function refuseForeignFrame({ response }: { response: { clientDataJSON: string } }): void {
  if (decodeClientDataJSON(response.clientDataJSON).crossOrigin === true)
    throw new Error("The passkey was used inside another site's frame");
}

function store(
  context: AccountsContext,
  principal: Principal,
  name: string,
  credential: NewCredential,
  client: ClientInfo,
): Promise<Passkey> {
  return context.database.transaction(async tx => {
    const { id: userId } = await lockProven(tx, principal);
    if ((await countPasskeys(tx, userId)) >= MAX_PASSKEYS) throw tooMany();
    const stored = await tx.maybe(
      PasskeyRow,
      sql`
        insert into passkeys
          (id, user_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
        values (
          ${context.newId()}, ${userId}, ${credential.id}, ${credential.publicKey}, ${credential.counter},
          ${credential.transports}::text[], ${name}, ${credential.backedUp}, ${new Date(context.clock.now())}
        )
        on conflict (credential_id) do nothing
        returning ${PASSKEY_COLUMNS}
      `,
    );
    if (!stored) throw new Problem('conflict', reason('passkey-registered'));
    await audit(tx, context, {
      actor: { kind: 'user', id: userId },
      action: 'passkey.added',
      subject: { kind: 'passkey', id: stored.id },
      client,
    });
    return stored;
  });
}

function tooMany(): Problem {
  return new Problem('conflict', reason('too-many-passkeys', { max: MAX_PASSKEYS }));
}

const MAX_PASSKEYS = 20;
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

interface NewCredential {
  readonly id: Buffer;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backedUp: boolean;
}

export interface PasskeyRegistrationStart {
  readonly challengeId: string;
  readonly options: PublicKeyCredentialCreationOptionsJSON;
}

export interface PasskeyRegistrationFinish {
  readonly challengeId: string;
  readonly name: string;
  readonly response: PasskeyAttestation;
}

/** `PublicKeyCredential.toJSON()` of a new passkey, reduced to the parts used here. Strings are base64url. */
export interface PasskeyAttestation {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: string[];
  };
}
