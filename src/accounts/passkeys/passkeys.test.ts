import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { Problem, type ProblemCode } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { type AuditAction, listAudit } from '../audit.ts';
import { createSession } from '../sessions.ts';
import type { User } from '../users.ts';
import { FLAGS, type Lies, SoftwareAuthenticator } from './authenticator.testing.ts';
import { addUser, CLIENT, testAccounts } from './context.testing.ts';
import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  finishPasskeyRegistration,
  finishPasskeySignIn,
  listPasskeys,
  proveWithPasskey,
  removePasskey,
  renamePasskey,
} from './index.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);

test('AUTH-1: a passkey is asked for that is found without a name and checks the person', async () => {
  const { user } = await person();
  const { options } = await beginPasskeyRegistration(context, user.id);
  assert.deepEqual(options.rp, { id: 'news.example', name: 'The Daily Test' });
  assert.equal(options.authenticatorSelection?.residentKey, 'required');
  assert.equal(options.authenticatorSelection?.userVerification, 'required');
  assert.equal(options.attestation, 'none');
  assert.equal(Buffer.from(options.user.id, 'base64url').toString('hex'), user.id.replaceAll('-', ''));
  assert.ok(Buffer.from(options.challenge, 'base64url').length >= 32);
});

for (const algorithm of ['ES256', 'EdDSA'] as const) {
  test(`AUTH-1: a passkey (${algorithm}) is added and signs its owner in without a name`, async () => {
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

test('a passkey that its maker vouches for with its own signature is fine; certificates are not looked at', async () => {
  const { user } = await person();
  const itself: Lies = {
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
    const lies: Lies = {
      attestation: signature => ({
        format,
        statement: new Map<string, number | Buffer | Buffer[]>([
          ['alg', -7],
          ['sig', signature],
          ['x5c', [randomBytes(300)]],
        ]),
      }),
    };
    await fails('unusable-passkey', register(user, new SoftwareAuthenticator(), lies));
    assert.match(JSON.stringify(context.telemetry.lines.at(-1)), /was not asked for/);
  }
});

test('attacks on adding a passkey: other origin, other RP, frames, no verification, wrong ceremony', async () => {
  const { user } = await person();
  const attacks: Lies[] = [
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
  for (const lies of attacks)
    await fails('unusable-passkey', register(user, new SoftwareAuthenticator(), lies));
  assert.deepEqual(await listPasskeys(context, user.id), []);
});

test('bytes that are no attestation are refused, not thrown', async () => {
  const { user } = await person();
  const good = new SoftwareAuthenticator();
  for (const attestationObject of ['', 'AAAA', '!!!!', Buffer.alloc(5_000, 0x9f).toString('base64url')]) {
    const { challengeId, options } = await beginPasskeyRegistration(context, user.id);
    const made = good.create(options);
    const response = { ...made, response: { ...made.response, attestationObject } };
    await fails(
      'unusable-passkey',
      finishPasskeyRegistration(context, await sessionOf(user), { challengeId, name: 'x', response }, CLIENT),
    );
  }
});

test('a challenge for adding a passkey is good once, for five minutes, for its person and purpose', async () => {
  const { user } = await person();
  const { user: other } = await person();
  const authenticator = new SoftwareAuthenticator();

  const first = await beginPasskeyRegistration(context, user.id);
  const response = authenticator.create(first.options);
  await fails(
    'unusable-passkey',
    finishPasskeyRegistration(context, await sessionOf(other), { ...first, name: 'x', response }, CLIENT),
  );
  await finishPasskeyRegistration(context, await sessionOf(user), { ...first, name: 'x', response }, CLIENT);
  await fails(
    'unusable-passkey',
    finishPasskeyRegistration(context, await sessionOf(user), { ...first, name: 'x', response }, CLIENT),
  );

  const late = await beginPasskeyRegistration(context, user.id);
  await context.clock.advance(5 * 60_000);
  const tooLate = new SoftwareAuthenticator().create(late.options);
  await fails(
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
  await fails(
    'unusable-passkey',
    finishPasskeyRegistration(
      context,
      await sessionOf(user),
      { challengeId: signIn.challengeId, name: 'x', response: crossed },
      CLIENT,
    ),
  );
  await fails(
    'unusable-passkey',
    finishPasskeyRegistration(
      context,
      await sessionOf(user),
      { challengeId: "' or true --", name: 'x', response },
      CLIENT,
    ),
  );
});

test('a wrong answer uses the challenge up', async () => {
  const { user } = await person();
  const { challengeId, options } = await beginPasskeyRegistration(context, user.id);
  const authenticator = new SoftwareAuthenticator();
  const finish = async (lies?: Lies) =>
    finishPasskeyRegistration(
      context,
      await sessionOf(user),
      { challengeId, name: 'x', response: authenticator.create(options, lies) },
      CLIENT,
    );
  await fails('unusable-passkey', finish({ origin: 'https://evil.example' }));
  await fails('unusable-passkey', finish());
});

test('a credential is registered once: neither twice by its owner nor taken over by another', async () => {
  const { user, authenticator } = await personWithPasskey();
  const { options } = await beginPasskeyRegistration(context, user.id);
  assert.deepEqual(
    options.excludeCredentials?.map(({ id }) => id),
    [authenticator.credentialId.toString('base64url')],
  );
  await fails('conflict', register(user, authenticator));
  const { user: attacker } = await person();
  await fails(
    'conflict',
    register(attacker, new SoftwareAuthenticator({ credentialId: authenticator.credentialId })),
  );
  await signIn(authenticator);
});

test('attacks on signing in: each is refused in the same words and audited', async () => {
  const { user, authenticator } = await personWithPasskey();
  const { user: victim } = await person();
  const victimHandle = Buffer.from(victim.id.replaceAll('-', ''), 'hex').toString('base64url');
  const attacks: Lies[] = [
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
    { tamper: signature => flipped(signature, signature.length - 1) },
    { tamper: signature => flipped(signature, 0) },
    { tamper: () => Buffer.alloc(0) },
    { tamper: () => randomBytes(64) },
  ];
  for (const lies of attacks) await fails('invalid-credentials', signIn(authenticator, lies));
  const stranger = new SoftwareAuthenticator({ credentialId: authenticator.credentialId });
  await fails('invalid-credentials', signIn(stranger, { userHandle: handleOf(user) }));
  await fails('invalid-credentials', signIn(new SoftwareAuthenticator(), { userHandle: handleOf(user) }));

  const actions = await actionsOf(user);
  assert.equal(actions.filter(action => action === 'sign-in.failed').length, attacks.length + 1);
  assert.ok(!actions.includes('sign-in.succeeded'));
  assert.ok(
    context.telemetry.metrics.value('sign_ins_total', { method: 'passkey', outcome: 'failed' }) !== undefined,
  );
  await signIn(authenticator);
});

test('a challenge for signing in is good once, for five minutes, and only for whom it was given', async () => {
  const { user, authenticator } = await personWithPasskey();
  const { challengeId, options } = await beginPasskeySignIn(context);
  const answer = { challengeId, response: authenticator.get(options), client: CLIENT };
  await finishPasskeySignIn(context, answer);
  await fails('invalid-credentials', finishPasskeySignIn(context, answer));

  const late = await beginPasskeySignIn(context);
  await context.clock.advance(5 * 60_000);
  await fails('invalid-credentials', finish(late, authenticator));

  const own = await beginPasskeySignIn(context, user.id);
  await fails('invalid-credentials', finish(own, authenticator));
  const forRegistration = await beginPasskeyRegistration(context, user.id);
  await fails(
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
  await fails(
    'invalid-credentials',
    finish({ challengeId: mine.challengeId, options: other.options }, authenticator),
  );
});

test('of many answers to one challenge at the same time one is taken', async () => {
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
    await fails('invalid-credentials', signIn(authenticator));
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
  await fails('invalid-credentials', signIn(authenticator, { tamper: () => randomBytes(70) }));
  const clones = await listAudit(context, { limit: 100, action: 'passkey.cloned' });
  assert.ok(!clones.some(({ subjectId }) => subjectId === passkey.id));
});

test('two answers with one number at the same time: one is taken, the other is a clone', async () => {
  const { authenticator, passkey } = await personWithPasskey({ counter: 1 });
  authenticator.counter = 2;
  const starts = await Promise.all([beginPasskeySignIn(context), beginPasskeySignIn(context)]);
  const outcomes = await Promise.allSettled(starts.map(start => finish(start, authenticator)));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  const clones = await listAudit(context, { limit: 100, action: 'passkey.cloned' });
  assert.ok(clones.some(({ subjectId }) => subjectId === passkey.id));
});

test('somebody who is disabled cannot sign in with a passkey', async () => {
  const { user, authenticator } = await personWithPasskey();
  await database.execute(sql`update users set disabled_at = ${TEST_EPOCH} where id = ${user.id}`);
  await fails('invalid-credentials', signIn(authenticator));
  assert.equal((await actionsOf(user))[0], 'sign-in.failed');
});

test('somebody signed in proves again who they are with a passkey of their own, and no other', async () => {
  const { user, authenticator } = await personWithPasskey();
  const { authenticator: foreign } = await personWithPasskey();
  const principal = await sessionOf(user);
  const signedInAt = context.clock.now();
  await context.clock.advance(60_000);
  const prove = async (
    which: SoftwareAuthenticator,
    lies?: Lies,
    challengedUserId: string | null = user.id,
  ) => {
    const { challengeId, options } = await beginPasskeySignIn(context, challengedUserId);
    await proveWithPasskey(context, principal, {
      challengeId,
      response: which.get(options, lies),
      client: CLIENT,
    });
  };
  const { options } = await beginPasskeySignIn(context, user.id);
  assert.deepEqual(
    options.allowCredentials?.map(({ id }) => id),
    [authenticator.credentialId.toString('base64url')],
  );

  await fails('invalid-credentials', prove(foreign));
  await fails('invalid-credentials', prove(foreign, { userHandle: undefined }));
  await fails('invalid-credentials', prove(authenticator, {}, null));
  await fails('invalid-credentials', prove(authenticator, { origin: 'https://evil.example' }));
  assert.equal(await provenAt(principal), signedInAt);
  await prove(authenticator);
  assert.equal(await provenAt(principal), context.clock.now());
  await prove(authenticator, { userHandle: undefined });
  const actions = await actionsOf(user);
  assert.equal(actions.filter(action => action === 'proof.failed').length, 4);
  assert.equal(actions.filter(action => action === 'proof.renewed').length, 2);
});

test('passkeys are renamed and removed by their owner alone', async () => {
  const { user, passkey } = await personWithPasskey();
  const { user: other } = await personWithPasskey();
  const renamed = await renamePasskey(
    context,
    user.id,
    { passkeyId: passkey.id, name: '  My   phone ' },
    CLIENT,
  );
  assert.equal(renamed.name, 'My phone');
  await fails('not-found', renamePasskey(context, other.id, { passkeyId: passkey.id, name: 'mine' }, CLIENT));
  await fails('not-found', removePasskey(context, await sessionOf(other), passkey.id, CLIENT));
  for (const name of ['', '   ', 'x'.repeat(81), 'a\u0000b', 'a\u202eb'])
    await fails(
      'validation-failed',
      renamePasskey(context, user.id, { passkeyId: passkey.id, name }, CLIENT),
    );
  await register(user, new SoftwareAuthenticator());
  await removePasskey(context, await sessionOf(user), passkey.id, CLIENT);
  await fails('not-found', removePasskey(context, await sessionOf(user), passkey.id, CLIENT));
  assert.deepEqual(await actionsOf(user), [
    'passkey.removed',
    'passkey.added',
    'passkey.renamed',
    'passkey.added',
  ]);
});

test('the last way to sign in is never removed, whatever else there is', async () => {
  const onlyPasskey = await personWithPasskey();
  await fails(
    'conflict',
    removePasskey(context, await sessionOf(onlyPasskey.user), onlyPasskey.passkey.id, CLIENT),
  );
  assert.equal((await listPasskeys(context, onlyPasskey.user.id)).length, 1);

  const withPassword = await personWithPasskey({ passwordHash: '$argon2id$made-up' });
  await removePasskey(context, await sessionOf(withPassword.user), withPassword.passkey.id, CLIENT);

  const withIdentity = await personWithPasskey();
  await database.execute(sql`
    insert into identities (issuer, subject, user_id, created_at, last_used_at)
    values ('https://id.example', ${withIdentity.user.id}, ${withIdentity.user.id}, ${TEST_EPOCH}, ${TEST_EPOCH})
  `);
  await removePasskey(context, await sessionOf(withIdentity.user), withIdentity.passkey.id, CLIENT);
});

test('two removals at once leave one way to sign in', async () => {
  for (let round = 0; round < 10; round++) {
    const { user, passkey } = await personWithPasskey();
    const second = await register(user, new SoftwareAuthenticator());
    const outcomes = await Promise.allSettled(
      [passkey, second].map(async ({ id }) => removePasskey(context, await sessionOf(user), id, CLIENT)),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await listPasskeys(context, user.id)).length, 1);
  }
});

test('an account has at most twenty passkeys', async () => {
  const { user } = await person();
  for (let n = 0; n < 20; n++) await register(user, new SoftwareAuthenticator({ algorithm: 'EdDSA' }));
  await fails('conflict', beginPasskeyRegistration(context, user.id));
});

test('challenges that were used are gone', async () => {
  await database.execute(sql`delete from sign_in_challenges`);
  const { authenticator } = await personWithPasskey();
  await signIn(authenticator);
  await fails('invalid-credentials', signIn(authenticator, { origin: 'https://evil.example' }));
  const { count } = await database.one(row({ count: int8 }), sql`select count(*) from sign_in_challenges`);
  assert.equal(count, 0);
});

async function person(details: { passwordHash?: string } = {}): Promise<{ user: User }> {
  return { user: await addUser(context, `${randomBytes(6).toString('hex')}@reader.example`, details) };
}

async function personWithPasskey(
  options: { algorithm?: 'ES256' | 'EdDSA'; counter?: number; passwordHash?: string } = {},
) {
  const { user } = await person(options);
  const authenticator = new SoftwareAuthenticator(options);
  return { user, authenticator, passkey: await register(user, authenticator) };
}

async function register(user: User, authenticator: SoftwareAuthenticator, lies?: Lies) {
  const { challengeId, options } = await beginPasskeyRegistration(context, user.id);
  const response = authenticator.create(options, lies);
  return finishPasskeyRegistration(
    context,
    await sessionOf(user),
    { challengeId, name: 'Phone', response },
    CLIENT,
  );
}

async function signIn(authenticator: SoftwareAuthenticator, lies?: Lies) {
  return finish(await beginPasskeySignIn(context), authenticator, lies);
}

function finish(
  { challengeId, options }: { challengeId: string; options: { challenge: string; rpId?: string } },
  authenticator: SoftwareAuthenticator,
  lies?: Lies,
) {
  return finishPasskeySignIn(context, {
    challengeId,
    response: authenticator.get(options, lies),
    client: CLIENT,
  });
}

async function sessionOf(user: User): Promise<Principal> {
  const { id } = await createSession(database, context, {
    userId: user.id,
    method: 'passkey',
    client: CLIENT,
  });
  return {
    userId: user.id,
    roles: user.roles,
    credential: { kind: 'session', id, provenAt: context.clock.now() },
  };
}

async function provenAt({ credential }: Principal): Promise<number> {
  const { proven } = await database.one(
    row({ proven: int8 }),
    sql`select (extract(epoch from proven_at) * 1000)::bigint as proven from sessions where id = ${credential.id}`,
  );
  return proven;
}

/** What the log says of a person: done by them, or to them while they were a visitor. Newest first. */
async function actionsOf(user: User): Promise<AuditAction[]> {
  const entries = await listAudit(context, { limit: 1_000 });
  return entries
    .filter(
      ({ actorId, subjectId, action }) =>
        (actorId === user.id || subjectId === user.id) && action !== 'account.created',
    )
    .map(({ action }) => action as AuditAction);
}

function handleOf(user: User): string {
  return Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url');
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

async function fails(code: ProblemCode, work: Promise<unknown>): Promise<void> {
  await assert.rejects(work, error => error instanceof Problem && error.code === code && assertQuiet(error));
}

/** What is shown says nothing about why. */
function assertQuiet(error: Problem): boolean {
  return !/challenge "|origin "|RP ID|counter value/.test(error.message);
}
