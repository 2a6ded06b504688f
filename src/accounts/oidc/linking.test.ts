import assert from 'node:assert/strict';
import { test } from 'node:test';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { SoftwareAuthenticator } from '../passkeys/authenticator.testing.ts';
import { CLIENT } from '../passkeys/context.testing.ts';
import { beginPasskeyRegistration, finishPasskeyRegistration, removePasskey } from '../passkeys/index.ts';
import { beginOidc, listIdentities, unlinkIdentity } from './index.ts';
import {
  arriveFromProvider,
  assertFails,
  auditOf,
  callbackOf,
  context,
  database,
  finish,
  newPerson,
  newUser,
  provider,
  server,
  sessionOf,
  signedIn,
  signInAtProvider,
} from './sign-in-flow.testing.ts';

test('linking: once is enough, needs a fresh proof, and never takes an identity from another account', async () => {
  const login = newPerson();
  const user = await newUser();
  const principal = await sessionOf(user);
  const intent = { kind: 'link', principal } as const;
  assert.equal((await arriveFromProvider(login, { intent })).kind, 'linked');
  assert.equal((await arriveFromProvider(login, { intent })).kind, 'linked');
  assert.equal((await listIdentities(context, user.id)).length, 1);
  await assertFails(
    'conflict',
    arriveFromProvider(login, { intent: { kind: 'link', principal: await sessionOf(await newUser()) } }),
    /another account/,
  );

  await context.clock.advance(16 * 60_000);
  await assertFails('fresh-sign-in-required', beginOidc(context, provider, { returnTo: '/', intent }));
  const token = {
    ...principal,
    credential: { kind: 'token', id: principal.credential.id, scopes: [] },
  } as const;
  await assertFails(
    'forbidden',
    beginOidc(context, provider, { returnTo: '/', intent: { kind: 'link', principal: token } }),
  );
});

test('a session that ended in the meantime links nothing', async () => {
  const user = await newUser();
  const principal = await sessionOf(user);
  const linking = await signInAtProvider(newPerson(), { intent: { kind: 'link', principal } });
  await database.execute(sql`delete from sessions where id = ${principal.credential.id}`);
  await assertFails('not-signed-in', finish({ ...callbackOf(linking), principal }));
  assert.deepEqual(await listIdentities(context, user.id), []);
});

test('a signed-in user re-authenticates at the provider, which prompts for sign-in', async () => {
  const login = newPerson();
  const { signedIn: before } = await signedIn(login);
  const principal = await sessionOf(before.user);
  await context.clock.advance(60_000);
  const intent = { kind: 'prove', principal } as const;
  const { url } = await beginOidc(context, provider, { returnTo: '/', intent });
  assert.equal(new URL(url).searchParams.get('prompt'), 'login');

  await assertFails('invalid-credentials', arriveFromProvider(newPerson(), { intent }));
  assert.ok((await auditOf(before.user)).some(({ action }) => action === 'proof.failed'));
  assert.equal((await arriveFromProvider(login, { intent })).kind, 'proven');
  const { proven } = await database.one(
    row({ proven: int8 }),
    sql`
    select (extract(epoch from proven_at) * 1000)::bigint as proven from sessions where id = ${principal.credential.id}
  `,
  );
  assert.equal(proven, context.clock.now());
});

test('identities are listed and unlinked by their owner, but not the last way to sign in', async () => {
  const login = newPerson();
  const { signedIn: made } = await signedIn(login);
  const [identity] = await listIdentities(context, made.user.id);
  assert.equal(identity?.issuer, server.origin);
  const id = identity?.id ?? '';
  await assertFails('not-found', unlinkIdentity(context, await sessionOf(await newUser()), id, CLIENT));
  await assertFails('conflict', unlinkIdentity(context, await sessionOf(made.user), id, CLIENT));
  await database.execute(
    sql`update users set password_hash = '$argon2id$made-up' where id = ${made.user.id}`,
  );
  await unlinkIdentity(context, await sessionOf(made.user), id, CLIENT);
  assert.deepEqual(await listIdentities(context, made.user.id), []);
  await assertFails('conflict', arriveFromProvider(login), /Sign in to it, then connect/);
});

test('when a passkey and an identity are removed concurrently, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const { signedIn: made } = await signedIn(newPerson());
    const principal = await sessionOf(made.user);
    const { challengeId, options } = await beginPasskeyRegistration(context, made.user.id);
    const response = new SoftwareAuthenticator().create(options);
    const passkey = await finishPasskeyRegistration(
      context,
      principal,
      { challengeId, name: 'x', response },
      CLIENT,
    );
    const [identity] = await listIdentities(context, made.user.id);
    const outcomes = await Promise.allSettled([
      unlinkIdentity(context, principal, identity?.id ?? '', CLIENT),
      removePasskey(context, principal, passkey.id, CLIENT),
    ]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  }
});
