import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { listAudit } from '../audit.ts';
import { type AuthenticatorForgery, FLAGS, SoftwareAuthenticator } from './authenticator.testing.ts';
import {
  actionsOf,
  assertFails,
  context,
  database,
  finish,
  flipByte,
  handleOf,
  person,
  personWithPasskey,
  provenAt,
  sessionOf,
  signIn,
} from './ceremonies.testing.ts';
import { CLIENT } from './context.testing.ts';
import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  finishPasskeySignIn,
  listPasskeys,
  proveWithPasskey,
} from './index.ts';

for (const algorithm of ['ES256', 'EdDSA'] as const) {
  test(`AUTH-1: a passkey (${algorithm}) is added and signs its owner in without a user name`, async () => {
    const { user, authenticator, passkey } = await personWithPasskey({ algorithm });
    assert.deepEqual(await listPasskeys(context, user.id), [passkey]);
    assert.deepEqual(passkey.transports, ['internal'], 'made-up transports are dropped');

    const { challengeId, options } = await beginPasskeySignIn(context);
    assert.deepEqual(options.allowCredentials, []);
    assert.equal(options.userVerification, 'required');
    const signedIn = await finishPasskeySignIn(context, {
      challengeId,
      response: authenticator.get(options),
      client: CLIENT,
    });
    assert.equal(signedIn.user.id, user.id);
    assert.match(signedIn.session.cookie, /^[0-9a-f-]{36}\./);
    assert.deepEqual(await actionsOf(user), ['sign-in.succeeded', 'passkey.added']);
    const [used] = await listPasskeys(context, user.id);
    assert.deepEqual(used?.lastUsedAt, new Date(context.clock.now()));
  });
}

test('attacks on signing in: each is refused with the same message and audited', async () => {
  const { user, authenticator } = await personWithPasskey();
  const { user: victim } = await person();
  const victimHandle = Buffer.from(victim.id.replaceAll('-', ''), 'hex').toString('base64url');
  const attacks: AuthenticatorForgery[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://news.example:444' },
    { rpId: 'evil.example' },
    { crossOrigin: true },
    { type: 'webauthn.create' },
    { flags: FLAGS.present },
    { flags: FLAGS.verified },
    { userHandle: victimHandle },
    { userHandle: undefined },
    { userHandle: '' },
    { tamper: signature => flipByte(signature, signature.length - 1) },
    { tamper: signature => flipByte(signature, 0) },
    { tamper: () => Buffer.alloc(0) },
    { tamper: () => randomBytes(64) },
  ];
  for (const forgery of attacks) await assertFails('invalid-credentials', signIn(authenticator, forgery));
  const stranger = new SoftwareAuthenticator({ credentialId: authenticator.credentialId });
  await assertFails('invalid-credentials', signIn(stranger, { userHandle: handleOf(user) }));
  await assertFails(
    'invalid-credentials',
    signIn(new SoftwareAuthenticator(), { userHandle: handleOf(user) }),
  );

  const actions = await actionsOf(user);
  assert.equal(actions.filter(action => action === 'sign-in.failed').length, attacks.length + 1);
  assert.ok(!actions.includes('sign-in.succeeded'));
  assert.ok(
    context.telemetry.metrics.value('sign_ins_total', { method: 'passkey', outcome: 'failed' }) !== undefined,
  );
  await signIn(authenticator);
});

test('a sign-in challenge is valid once, for five minutes, for its recipient only', async () => {
  const { user, authenticator } = await personWithPasskey();
  const { challengeId, options } = await beginPasskeySignIn(context);
  const response = { challengeId, response: authenticator.get(options), client: CLIENT };
  await finishPasskeySignIn(context, response);
  await assertFails('invalid-credentials', finishPasskeySignIn(context, response));

  const late = await beginPasskeySignIn(context);
  await context.clock.advance(5 * 60_000);
  await assertFails('invalid-credentials', finish(late, authenticator));

  const own = await beginPasskeySignIn(context, user.id);
  await assertFails('invalid-credentials', finish(own, authenticator));
  const forRegistration = await beginPasskeyRegistration(context, user.id);
  await assertFails(
    'invalid-credentials',
    finish(
      {
        challengeId: forRegistration.challengeId,
        options: { challenge: forRegistration.options.challenge, rpId: 'news.example' },
      },
      authenticator,
    ),
  );
  const mine = await beginPasskeySignIn(context);
  const other = await beginPasskeySignIn(context);
  await assertFails(
    'invalid-credentials',
    finish({ challengeId: mine.challengeId, options: other.options }, authenticator),
  );
});

test('of many concurrent responses to one challenge one is accepted', async () => {
  const { authenticator } = await personWithPasskey();
  const start = await beginPasskeySignIn(context);
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => finish(start, authenticator)));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('a counter that does not move forward is a cloned passkey: refused and audited', async () => {
  const { user, authenticator, passkey } = await personWithPasskey({ counter: 5 });
  authenticator.counter = 7;
  await signIn(authenticator);
  for (const counter of [7, 6, 0]) {
    authenticator.counter = counter;
    await assertFails('invalid-credentials', signIn(authenticator));
  }
  const clones = await listAudit(context, { limit: 100, action: 'passkey.cloned' });
  assert.deepEqual(
    clones.map(({ subjectId }) => subjectId),
    [passkey.id, passkey.id, passkey.id],
  );
  assert.deepEqual(
    clones.map(({ detail }) => detail),
    [{ counter: 0 }, { counter: 6 }, { counter: 7 }],
  );
  authenticator.counter = 8;
  assert.equal((await signIn(authenticator)).user.id, user.id);
});

test('a bad signature never makes a passkey look cloned', async () => {
  const { authenticator, passkey } = await personWithPasskey({ counter: 5 });
  authenticator.counter = 1;
  await assertFails('invalid-credentials', signIn(authenticator, { tamper: () => randomBytes(70) }));
  const clones = await listAudit(context, { limit: 100, action: 'passkey.cloned' });
  assert.ok(!clones.some(({ subjectId }) => subjectId === passkey.id));
});

test('of two concurrent responses with one counter value one is accepted, the other counts as a clone', async () => {
  const { authenticator, passkey } = await personWithPasskey({ counter: 1 });
  authenticator.counter = 2;
  const starts = await Promise.all([beginPasskeySignIn(context), beginPasskeySignIn(context)]);
  const outcomes = await Promise.allSettled(starts.map(start => finish(start, authenticator)));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  const clones = await listAudit(context, { limit: 100, action: 'passkey.cloned' });
  assert.ok(clones.some(({ subjectId }) => subjectId === passkey.id));
});

test('a disabled user cannot sign in with a passkey', async () => {
  const { user, authenticator } = await personWithPasskey();
  await database.execute(sql`update users set disabled_at = ${TEST_EPOCH} where id = ${user.id}`);
  await assertFails('invalid-credentials', signIn(authenticator));
  assert.equal((await actionsOf(user))[0], 'sign-in.failed');
});

test('a signed-in user re-authenticates with their own passkey and no other', async () => {
  const { user, authenticator } = await personWithPasskey();
  const { authenticator: foreign } = await personWithPasskey();
  const principal = await sessionOf(user);
  const signedInAt = context.clock.now();
  await context.clock.advance(60_000);
  const prove = async (
    which: SoftwareAuthenticator,
    forgery?: AuthenticatorForgery,
    challengedUserId: string | null = user.id,
  ) => {
    const { challengeId, options } = await beginPasskeySignIn(context, challengedUserId);
    await proveWithPasskey(context, principal, {
      challengeId,
      response: which.get(options, forgery),
      client: CLIENT,
    });
  };
  const { options } = await beginPasskeySignIn(context, user.id);
  assert.deepEqual(
    options.allowCredentials?.map(({ id }) => id),
    [authenticator.credentialId.toString('base64url')],
  );

  await assertFails('invalid-credentials', prove(foreign));
  await assertFails('invalid-credentials', prove(foreign, { userHandle: undefined }));
  await assertFails('invalid-credentials', prove(authenticator, {}, null));
  await assertFails('invalid-credentials', prove(authenticator, { origin: 'https://evil.example' }));
  assert.equal(await provenAt(principal), signedInAt);
  await prove(authenticator);
  assert.equal(await provenAt(principal), context.clock.now());
  await prove(authenticator, { userHandle: undefined });
  const actions = await actionsOf(user);
  assert.equal(actions.filter(action => action === 'proof.failed').length, 4);
  assert.equal(actions.filter(action => action === 'proof.renewed').length, 2);
});

test('used challenges are deleted', async () => {
  await database.execute(sql`delete from sign_in_challenges`);
  const { authenticator } = await personWithPasskey();
  await signIn(authenticator);
  await assertFails('invalid-credentials', signIn(authenticator, { origin: 'https://evil.example' }));
  const { count } = await database.one(row({ count: int8 }), sql`select count(*) from sign_in_challenges`);
  assert.equal(count, 0);
});
