import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { listAudit } from '../audit.ts';
import { addUser, testAccounts } from '../passkeys/context.testing.ts';
import { findUserByEmail } from '../users.ts';
import { beginOidc, createIdentityProvider, listIdentities } from './index.ts';
import {
  arriveFromProvider,
  assertFails,
  auditOf,
  callbackOf,
  context,
  database,
  finish,
  newPerson,
  people,
  provider,
  required,
  SIGN_IN,
  server,
  sessionOf,
  signedIn,
  signInAtProvider,
} from './sign-in-flow.testing.ts';

test('without an issuer in the settings there is no provider', () => {
  assert.equal(createIdentityProvider(testAccounts(database, TEST_EPOCH)), null);
  assert.equal(provider.name, 'Example ID');
});

test('AUTH-1: a new user gets an account through the provider and returns to it', async () => {
  const login = newPerson({ name: 'Ada  Reader' });
  const first = await signedIn(login, '/stories?page=2');
  assert.equal(first.isNew, true);
  assert.equal(first.returnTo, '/stories?page=2');
  assert.equal(first.signedIn.user.email, `${login}@people.example`);
  assert.equal(first.signedIn.user.displayName, 'Ada Reader');
  assert.deepEqual(first.signedIn.user.roles, ['reader']);
  assert.equal(first.signedIn.user.hasPassword, false);

  const again = await signedIn(login);
  assert.equal(again.isNew, false);
  assert.equal(again.signedIn.user.id, first.signedIn.user.id);
  assert.notEqual(again.signedIn.session.id, first.signedIn.session.id);
  const actions = (await auditOf(first.signedIn.user)).map(({ action }) => action);
  assert.deepEqual(actions, ['sign-in.succeeded', 'sign-in.succeeded', 'identity.linked', 'account.created']);
});

test('AUTH-8: an address that the provider has verified is confirmed, also that of an older account', async () => {
  const [login, other] = [newPerson(), newPerson()];
  const { user } = (await signedIn(login)).signedIn;
  assert.notEqual(user.emailConfirmedAt, null);
  const { user: elsewhere } = (await signedIn(other)).signedIn;
  await database.execute(sql`update users set email_confirmed_at = null`);
  people.set(other, { email: 'an-address-elsewhere@people.example', email_verified: true });
  for (const each of [login, other]) await signedIn(each);
  assert.notEqual((await findUserByEmail(database, user.email))?.emailConfirmedAt, null);
  assert.equal((await findUserByEmail(database, elsewhere.email))?.emailConfirmedAt, null, 'another address');
  await database.execute(sql`update users set email_confirmed_at = null`);
  people.set(login, { email: user.email, email_verified: false });
  await signedIn(login);
  assert.equal((await findUserByEmail(database, user.email))?.emailConfirmedAt, null, 'not verified');
});

test('a user whose address changed at the provider keeps the account', async () => {
  const login = newPerson();
  const { signedIn: before } = await signedIn(login);
  people.set(login, { email: 'quite-another@people.example', email_verified: true });
  assert.equal((await signedIn(login)).signedIn.user.id, before.user.id);
});

test('the request to the provider has state, nonce and PKCE, and no stored value could complete it', async () => {
  const { url, browserBinding } = await beginOidc(context, provider, { returnTo: '/', intent: SIGN_IN });
  const request = new URL(url).searchParams;
  assert.equal(request.get('response_type'), 'code');
  assert.equal(request.get('code_challenge_method'), 'S256');
  assert.equal(request.get('redirect_uri'), 'https://news.example/auth/oidc/callback');
  assert.equal(request.get('prompt'), null);
  const state = request.get('state') ?? '';
  const { detail } = await database.one(
    row({ detail: text }),
    sql`select detail::text from sign_in_challenges where id = ${state}`,
  );
  for (const secret of [browserBinding, request.get('nonce') ?? '', request.get('code_challenge') ?? ''])
    assert.ok(!detail.includes(secret), 'the database contains a secret of the browser');
});

test('open redirects: a foreign return address becomes the front page', async () => {
  const login = newPerson();
  await signedIn(login);
  for (const returnTo of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%2f%2fevil.example',
    undefined,
  ])
    assert.equal((await signedIn(login, returnTo)).returnTo, '/');
});

test('account take-over: an email address never links an identity to an existing account', async () => {
  const victim = await addUser(context, 'victim@people.example', { passwordHash: '$argon2id$made-up' });
  people.set('attacker', { email: 'Victim@People.example', email_verified: true });
  await assertFails('conflict', arriveFromProvider('attacker'), /Sign in to it, then connect/);
  assert.deepEqual(await listIdentities(context, victim.id), []);
  const [failure] = await auditOf(victim);
  assert.equal(failure?.action, 'sign-in.failed');

  const linked = await arriveFromProvider('attacker', {
    intent: { kind: 'link', principal: await sessionOf(victim) },
  });
  assert.equal(linked.kind, 'linked');
  assert.equal((await signedIn('attacker')).signedIn.user.id, victim.id);
});

test('an unverified or missing address creates no account and reveals nothing about existing ones', async () => {
  await addUser(context, 'known@people.example');
  const words: string[] = [];
  for (const claims of [
    { email: 'known@people.example', email_verified: false },
    { email: 'unknown@people.example', email_verified: false },
    { email: 'unknown@people.example' },
    { name: 'No Address' },
    { email: 'not an address', email_verified: true },
  ]) {
    people.set('unverified', claims);
    words.push((await assertFails('forbidden', arriveFromProvider('unverified'))).message);
  }
  assert.equal(new Set(words).size, 1);
  assert.equal(await findUserByEmail(database, 'unknown@people.example'), null);
});

test('with sign-up closed, only users with an account can sign in', async () => {
  const closed = { ...context, config: { ...context.config, signUp: 'closed' as const } };
  const known = newPerson();
  await signedIn(known);
  assert.equal((await arriveFromProvider(known, {}, closed)).kind, 'signed-in');
  const unknown = newPerson();
  await assertFails('sign-up-closed', arriveFromProvider(unknown, {}, closed));
  assert.equal(await findUserByEmail(database, `${unknown}@people.example`), null);
});

test('a disabled user cannot sign in', async () => {
  const login = newPerson();
  const { signedIn: before } = await signedIn(login);
  await database.execute(sql`update users set disabled_at = ${TEST_EPOCH} where id = ${before.user.id}`);
  await assertFails('invalid-credentials', arriveFromProvider(login));
  assert.equal((await auditOf(before.user))[0]?.action, 'sign-in.failed');
});

test('a user who declines at the provider sees that, and nothing else happens', async () => {
  const login = newPerson();
  await assertFails('forbidden', arriveFromProvider(login, { agree: false }), /was not allowed/);
  assert.equal(await findUserByEmail(database, `${login}@people.example`), null);
});

test('two concurrent callbacks for one new user create one account', async () => {
  for (let round = 0; round < 5; round++) {
    const login = newPerson();
    const starts = await Promise.all([
      signInAtProvider(login),
      signInAtProvider(login),
      signInAtProvider(login),
    ]);
    const outcomes = await Promise.all(starts.map(start => finish(callbackOf(start))));
    const ids = outcomes.map(outcome => (outcome.kind === 'signed-in' ? outcome.signedIn.user.id : ''));
    assert.equal(new Set(ids).size, 1);
    assert.equal(outcomes.filter(outcome => outcome.kind === 'signed-in' && outcome.isNew).length, 1);
  }
});

test('the audit log holds no data from the provider', async () => {
  const login = newPerson({ name: 'Zebulon Unmistakable' });
  const { signedIn: made } = await signedIn(login);
  const log = JSON.stringify(await listAudit(context, { limit: 1_000 }));
  for (const trace of [login, 'Zebulon', made.user.email]) assert.ok(!log.includes(trace));
});

test('provider metadata is fetched once an hour, for any number of sign-ins', async () => {
  const fresh = required(createIdentityProvider(context));
  const discoveries = () => server.requests.filter(request => request.includes('/.well-known/')).length;
  const before = discoveries();
  await Promise.all(
    Array.from({ length: 10 }, () => beginOidc(context, fresh, { returnTo: '/', intent: SIGN_IN })),
  );
  assert.equal(discoveries() - before, 1);
  await context.clock.advance(59 * 60_000);
  await beginOidc(context, fresh, { returnTo: '/', intent: SIGN_IN });
  assert.equal(discoveries() - before, 1);
  await context.clock.advance(60_000);
  await beginOidc(context, fresh, { returnTo: '/', intent: SIGN_IN });
  assert.equal(discoveries() - before, 2);
});

test('an unreachable provider gives a clear error and works again once it is back', async () => {
  const login = newPerson();
  const onTheWay = await signInAtProvider(login);
  const fresh = required(createIdentityProvider(context));
  await server.stop();
  await assertFails(
    'identity-provider-failed',
    beginOidc(context, fresh, { returnTo: '/', intent: SIGN_IN }),
  );
  await assertFails('identity-provider-failed', finish(callbackOf(onTheWay)));
  await server.restart();
  await beginOidc(context, fresh, { returnTo: '/', intent: SIGN_IN });
  assert.equal((await signedIn(login)).isNew, true);
});
