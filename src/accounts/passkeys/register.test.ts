import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sql } from '../../platform/database/sql.ts';
import { type AuthenticatorForgery, FLAGS, SoftwareAuthenticator } from './authenticator.testing.ts';
import {
  assertFails,
  context,
  database,
  person,
  personWithPasskey,
  register,
  sessionOf,
  signIn,
} from './ceremonies.testing.ts';
import { CLIENT } from './context.testing.ts';
import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  finishPasskeyRegistration,
  listPasskeys,
} from './index.ts';

test('AUTH-1: registration requests a discoverable passkey with user verification', async () => {
  const { user } = await person();
  const { options } = await beginPasskeyRegistration(context, user.id);
  assert.deepEqual(options.rp, { id: 'news.example', name: 'The Daily Test' });
  assert.equal(options.authenticatorSelection?.residentKey, 'required');
  assert.equal(options.authenticatorSelection?.userVerification, 'required');
  assert.equal(options.attestation, 'none');
  assert.equal(Buffer.from(options.user.id, 'base64url').toString('hex'), user.id.replaceAll('-', ''));
  assert.ok(Buffer.from(options.challenge, 'base64url').length >= 32);
});

test('a self-attested passkey is accepted; certificates are ignored', async () => {
  const { user } = await person();
  const itself: AuthenticatorForgery = {
    attestation: signature => ({
      format: 'packed',
      statement: new Map<string, number | Buffer>([
        ['alg', -7],
        ['sig', signature],
      ]),
    }),
  };
  await register(user, new SoftwareAuthenticator(), itself);

  for (const format of ['packed', 'apple', 'android-key', 'tpm', 'fido-u2f', 'android-safetynet']) {
    const forgery: AuthenticatorForgery = {
      attestation: signature => ({
        format,
        statement: new Map<string, number | Buffer | Buffer[]>([
          ['alg', -7],
          ['sig', signature],
          ['x5c', [randomBytes(300)]],
        ]),
      }),
    };
    await assertFails('unusable-passkey', register(user, new SoftwareAuthenticator(), forgery));
    assert.match(JSON.stringify(context.telemetry.lines.at(-1)), /was not requested/);
  }
});

test('attacks on adding a passkey: other origin, other RP, frames, no verification, wrong ceremony', async () => {
  const { user } = await person();
  const attacks: AuthenticatorForgery[] = [
    { origin: 'https://news.example.evil.example' },
    { origin: 'http://news.example' },
    { origin: 'https://news.example:8443' },
    { rpId: 'evil.example' },
    { crossOrigin: true },
    { type: 'webauthn.get' },
    { flags: FLAGS.present | FLAGS.attested },
    { flags: FLAGS.verified | FLAGS.attested },
    { attestation: () => ({ format: 'none', statement: new Map([['sig', 1]]) }) },
    {
      attestation: () => ({
        format: 'packed',
        statement: new Map<string, number | Buffer>([
          ['alg', -7],
          ['sig', randomBytes(70)],
        ]),
      }),
    },
  ];
  for (const forgery of attacks)
    await assertFails('unusable-passkey', register(user, new SoftwareAuthenticator(), forgery));
  assert.deepEqual(await listPasskeys(context, user.id), []);
});

test('malformed attestation bytes are refused with a problem, not an exception', async () => {
  const { user } = await person();
  const good = new SoftwareAuthenticator();
  for (const attestationObject of ['', 'AAAA', '!!!!', Buffer.alloc(5_000, 0x9f).toString('base64url')]) {
    const { challengeId, options } = await beginPasskeyRegistration(context, user.id);
    const made = good.create(options);
    const response = { ...made, response: { ...made.response, attestationObject } };
    await assertFails(
      'unusable-passkey',
      finishPasskeyRegistration(context, await sessionOf(user), { challengeId, name: 'x', response }, CLIENT),
    );
  }
});

test('a registration challenge is valid once, for five minutes, for its user and purpose', async () => {
  const { user } = await person();
  const { user: other } = await person();
  const authenticator = new SoftwareAuthenticator();

  const first = await beginPasskeyRegistration(context, user.id);
  const response = authenticator.create(first.options);
  await assertFails(
    'unusable-passkey',
    finishPasskeyRegistration(context, await sessionOf(other), { ...first, name: 'x', response }, CLIENT),
  );
  await finishPasskeyRegistration(context, await sessionOf(user), { ...first, name: 'x', response }, CLIENT);
  await assertFails(
    'unusable-passkey',
    finishPasskeyRegistration(context, await sessionOf(user), { ...first, name: 'x', response }, CLIENT),
  );

  const late = await beginPasskeyRegistration(context, user.id);
  await context.clock.advance(5 * 60_000);
  const tooLate = new SoftwareAuthenticator().create(late.options);
  await assertFails(
    'unusable-passkey',
    finishPasskeyRegistration(
      context,
      await sessionOf(user),
      { ...late, name: 'x', response: tooLate },
      CLIENT,
    ),
  );

  const signIn = await beginPasskeySignIn(context, user.id);
  const crossed = new SoftwareAuthenticator().create({
    ...late.options,
    challenge: signIn.options.challenge,
  });
  await assertFails(
    'unusable-passkey',
    finishPasskeyRegistration(
      context,
      await sessionOf(user),
      { challengeId: signIn.challengeId, name: 'x', response: crossed },
      CLIENT,
    ),
  );
  await assertFails(
    'unusable-passkey',
    finishPasskeyRegistration(
      context,
      await sessionOf(user),
      { challengeId: "' or true --", name: 'x', response },
      CLIENT,
    ),
  );
});

test('a wrong response uses the challenge up', async () => {
  const { user } = await person();
  const { challengeId, options } = await beginPasskeyRegistration(context, user.id);
  const authenticator = new SoftwareAuthenticator();
  const finish = async (forgery?: AuthenticatorForgery) =>
    finishPasskeyRegistration(
      context,
      await sessionOf(user),
      { challengeId, name: 'x', response: authenticator.create(options, forgery) },
      CLIENT,
    );
  await assertFails('unusable-passkey', finish({ origin: 'https://evil.example' }));
  await assertFails('unusable-passkey', finish());
});

test('a session that ended in the meantime adds no passkey', async () => {
  const { user } = await person();
  const principal = await sessionOf(user);
  const { challengeId, options } = await beginPasskeyRegistration(context, user.id);
  const response = new SoftwareAuthenticator().create(options);
  await database.execute(sql`delete from sessions where id = ${principal.credential.id}`);
  await assertFails(
    'not-signed-in',
    finishPasskeyRegistration(context, principal, { challengeId, name: 'x', response }, CLIENT),
  );
  assert.deepEqual(await listPasskeys(context, user.id), []);
});

test('a credential is registered once, neither again by its owner nor by another user', async () => {
  const { user, authenticator } = await personWithPasskey();
  const { options } = await beginPasskeyRegistration(context, user.id);
  assert.deepEqual(
    options.excludeCredentials?.map(({ id }) => id),
    [authenticator.credentialId.toString('base64url')],
  );
  await assertFails('conflict', register(user, authenticator));
  const { user: attacker } = await person();
  await assertFails(
    'conflict',
    register(attacker, new SoftwareAuthenticator({ credentialId: authenticator.credentialId })),
  );
  await signIn(authenticator);
});

test('an account can have at most twenty passkeys', async () => {
  const { user } = await person();
  for (let n = 0; n < 20; n++) await register(user, new SoftwareAuthenticator({ algorithm: 'EdDSA' }));
  await assertFails('conflict', beginPasskeyRegistration(context, user.id));
});
