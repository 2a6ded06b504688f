import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { Problem, type ProblemCode } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import { int8, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { type AuditEntry, listAudit } from '../audit.ts';
import { addUser, CLIENT, testAccounts } from '../passkeys/context.testing.ts';
import { createSession } from '../sessions.ts';
import { findUserByEmail, type User } from '../users.ts';
import {
  beginOidc,
  createIdentityProvider,
  finishOidc,
  listIdentities,
  OIDC_CALLBACK_PATH,
  type OidcIntent,
  unlinkIdentity,
} from './index.ts';
import { Browser, CLIENT_ID, CLIENT_SECRET, type People, startProvider } from './provider.testing.ts';

const { database } = await testDatabase();
const people: People = new Map();
const server = await startProvider(people, `https://news.example${OIDC_CALLBACK_PATH}`);
const context = testAccounts(database, TEST_EPOCH, {
  oidcIssuer: server.origin,
  oidcClientId: CLIENT_ID,
  oidcClientSecret: CLIENT_SECRET,
  oidcName: 'Example ID',
});
const provider = required(createIdentityProvider(context));

test('without an issuer in the settings there is no provider', () => {
  assert.equal(createIdentityProvider(testAccounts(database, TEST_EPOCH)), null);
  assert.equal(provider.name, 'Example ID');
});

test('AUTH-1: somebody new gets an account from the provider, and comes back to it', async () => {
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

test('a person whose address changed at the provider is still the same person', async () => {
  const login = newPerson();
  const { signedIn: before } = await signedIn(login);
  people.set(login, { email: 'quite-another@people.example', email_verified: true });
  assert.equal((await signedIn(login)).signedIn.user.id, before.user.id);
});

test('the request to the provider has state, nonce and PKCE, and nothing that is stored could complete it', async () => {
  const { url, browserBinding } = await beginOidc(context, provider, { returnTo: '/', intent: SIGN_IN });
  const asked = new URL(url).searchParams;
  assert.equal(asked.get('response_type'), 'code');
  assert.equal(asked.get('code_challenge_method'), 'S256');
  assert.equal(asked.get('redirect_uri'), 'https://news.example/auth/oidc/callback');
  assert.equal(asked.get('prompt'), null);
  const state = asked.get('state') ?? '';
  const { detail } = await database.one(
    row({ detail: text }),
    sql`select detail::text from sign_in_challenges where id = ${state}`,
  );
  for (const secret of [browserBinding, asked.get('nonce') ?? '', asked.get('code_challenge') ?? ''])
    assert.ok(!detail.includes(secret), 'the database holds what the browser alone may know');
});

test('open redirects: a way back that is not ours becomes the front page', async () => {
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

test('account take-over: an email address never joins an identity to an account that exists', async () => {
  const victim = await addUser(context, 'victim@people.example', { passwordHash: '$argon2id$made-up' });
  people.set('attacker', { email: 'Victim@People.example', email_verified: true });
  await fails('conflict', arrival('attacker'), /Sign in to it first/);
  assert.deepEqual(await listIdentities(context, victim.id), []);
  const [failure] = await auditOf(victim);
  assert.equal(failure?.action, 'sign-in.failed');

  const linked = await arrival('attacker', { intent: { kind: 'link', principal: await sessionOf(victim) } });
  assert.equal(linked.kind, 'linked');
  assert.equal((await signedIn('attacker')).signedIn.user.id, victim.id);
});

test('an unverified or missing address makes no account, and tells nothing about accounts that exist', async () => {
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
    words.push((await fails('forbidden', arrival('unverified'))).message);
  }
  assert.equal(new Set(words).size, 1);
  assert.equal(await findUserByEmail(database, 'unknown@people.example'), null);
});

test('where sign-up is closed, people with an account come in and others do not', async () => {
  const closed = { ...context, config: { ...context.config, signUp: 'closed' as const } };
  const known = newPerson();
  await signedIn(known);
  assert.equal((await arrival(known, {}, closed)).kind, 'signed-in');
  const unknown = newPerson();
  await fails('sign-up-closed', arrival(unknown, {}, closed));
  assert.equal(await findUserByEmail(database, `${unknown}@people.example`), null);
});

test('somebody who is disabled does not come in', async () => {
  const login = newPerson();
  const { signedIn: before } = await signedIn(login);
  await database.execute(sql`update users set disabled_at = ${TEST_EPOCH} where id = ${before.user.id}`);
  await fails('invalid-credentials', arrival(login));
  assert.equal((await auditOf(before.user))[0]?.action, 'sign-in.failed');
});

test('somebody who tells the provider no is told so, and nothing else happens', async () => {
  const login = newPerson();
  await fails('forbidden', arrival(login, { agree: false }), /did not let/);
  assert.equal(await findUserByEmail(database, `${login}@people.example`), null);
});

test('attacks with state: forged, foreign, used, late, or from another browser', async () => {
  const login = newPerson();
  const { start, parameters } = await atProvider(login);
  const other = await atProvider(login);
  const withState = (state: string | null) => {
    const changed = new URLSearchParams(parameters);
    if (state === null) changed.delete('state');
    else changed.set('state', state);
    return changed;
  };
  for (const state of [null, '', 'x', context.newId(), other.parameters.get('state'), "' or 1=1 --"])
    await fails(
      'invalid-credentials',
      finish({ parameters: withState(state), browserBinding: start.browserBinding }),
    );
  for (const browserBinding of [undefined, '', 'x'.repeat(43), other.start.browserBinding])
    await fails('invalid-credentials', finish({ parameters, browserBinding }));

  await finish({ parameters, browserBinding: start.browserBinding });
  await fails('invalid-credentials', finish({ parameters, browserBinding: start.browserBinding }));

  await context.clock.advance(10 * 60_000);
  await fails(
    'invalid-credentials',
    finish({ parameters: other.parameters, browserBinding: other.start.browserBinding }),
  );
  const { count } = await database.one(
    row({ count: int8 }),
    sql`select count(*) from sessions where method = 'oidc' and created_at = ${new Date(context.clock.now())}`,
  );
  assert.equal(count, 0);
});

test('a callback is for whoever was signed in when it began', async () => {
  const login = newPerson();
  const somebody = await sessionOf(await newUser());
  const visitor = await atProvider(login);
  await fails('invalid-credentials', finish({ ...answerOf(visitor), principal: somebody }));
  const linking = await atProvider(login, { intent: { kind: 'link', principal: somebody } });
  await fails('invalid-credentials', finish(answerOf(linking)));
  await fails(
    'invalid-credentials',
    finish({ ...answerOf(linking), principal: await sessionOf(await newUser()) }),
  );
  assert.equal((await finish({ ...answerOf(linking), principal: somebody })).kind, 'linked');
});

test('a code that was used, or was meant for another attempt, is worth nothing', async () => {
  const login = newPerson();
  const used = await atProvider(login);
  await finish(answerOf(used));
  for (const stolen of [used, await atProvider(login)]) {
    const mine = await atProvider(login);
    const parameters = new URLSearchParams(mine.parameters);
    parameters.set('code', stolen.parameters.get('code') ?? '');
    await fails(
      'identity-provider-failed',
      finish({ parameters, browserBinding: mine.start.browserBinding }),
    );
  }
});

test('attacks on the way to the provider: another nonce or another verifier', async () => {
  const login = newPerson();
  for (const name of ['nonce', 'code_challenge']) {
    const start = await beginOidc(context, provider, { returnTo: '/', intent: SIGN_IN });
    const url = new URL(start.url);
    url.searchParams.set(name, randomBytes(32).toString('base64url'));
    const parameters = await new Browser(login).signIn(url.href);
    await fails('identity-provider-failed', finish({ parameters, browserBinding: start.browserBinding }));
  }
  assert.equal(await findUserByEmail(database, `${login}@people.example`), null);
});

test('mix-up: an answer that names another issuer is refused', async () => {
  const { start, parameters } = await atProvider(newPerson());
  parameters.set('iss', 'https://evil.example');
  await fails('identity-provider-failed', finish({ parameters, browserBinding: start.browserBinding }));
});

test('two callbacks for one new person at the same time make one account', async () => {
  for (let round = 0; round < 5; round++) {
    const login = newPerson();
    const starts = await Promise.all([atProvider(login), atProvider(login), atProvider(login)]);
    const outcomes = await Promise.all(starts.map(start => finish(answerOf(start))));
    const ids = outcomes.map(outcome => (outcome.kind === 'signed-in' ? outcome.signedIn.user.id : ''));
    assert.equal(new Set(ids).size, 1);
    assert.equal(outcomes.filter(outcome => outcome.kind === 'signed-in' && outcome.isNew).length, 1);
  }
});

test('linking: once is enough, needs a fresh proof, and never takes an identity from another account', async () => {
  const login = newPerson();
  const user = await newUser();
  const principal = await sessionOf(user);
  const intent = { kind: 'link', principal } as const;
  assert.equal((await arrival(login, { intent })).kind, 'linked');
  assert.equal((await arrival(login, { intent })).kind, 'linked');
  assert.equal((await listIdentities(context, user.id)).length, 1);
  await fails(
    'conflict',
    arrival(login, { intent: { kind: 'link', principal: await sessionOf(await newUser()) } }),
    /another account/,
  );

  await context.clock.advance(16 * 60_000);
  await fails('fresh-sign-in-required', beginOidc(context, provider, { returnTo: '/', intent }));
  const token = {
    ...principal,
    credential: { kind: 'token', id: principal.credential.id, scopes: [] },
  } as const;
  await fails(
    'forbidden',
    beginOidc(context, provider, { returnTo: '/', intent: { kind: 'link', principal: token } }),
  );
});

test('a session that was ended meanwhile links nothing', async () => {
  const user = await newUser();
  const principal = await sessionOf(user);
  const linking = await atProvider(newPerson(), { intent: { kind: 'link', principal } });
  await database.execute(sql`delete from sessions where id = ${principal.credential.id}`);
  await fails('not-signed-in', finish({ ...answerOf(linking), principal }));
  assert.deepEqual(await listIdentities(context, user.id), []);
});

test('somebody signed in proves again who they are at the provider, which asks them', async () => {
  const login = newPerson();
  const { signedIn: before } = await signedIn(login);
  const principal = await sessionOf(before.user);
  await context.clock.advance(60_000);
  const intent = { kind: 'prove', principal } as const;
  const { url } = await beginOidc(context, provider, { returnTo: '/', intent });
  assert.equal(new URL(url).searchParams.get('prompt'), 'login');

  await fails('invalid-credentials', arrival(newPerson(), { intent }));
  assert.ok((await auditOf(before.user)).some(({ action }) => action === 'proof.failed'));
  assert.equal((await arrival(login, { intent })).kind, 'proven');
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
  await fails('not-found', unlinkIdentity(context, await sessionOf(await newUser()), id, CLIENT));
  await fails('conflict', unlinkIdentity(context, await sessionOf(made.user), id, CLIENT));
  await database.execute(
    sql`update users set password_hash = '$argon2id$made-up' where id = ${made.user.id}`,
  );
  await unlinkIdentity(context, await sessionOf(made.user), id, CLIENT);
  assert.deepEqual(await listIdentities(context, made.user.id), []);
  await fails('conflict', arrival(login), /Sign in to it first/);
});

test('nothing about a person at the provider is in the audit log', async () => {
  const login = newPerson({ name: 'Zebulon Unmistakable' });
  const { signedIn: made } = await signedIn(login);
  const log = JSON.stringify(await listAudit(context, { limit: 1_000 }));
  for (const trace of [login, 'Zebulon', made.user.email]) assert.ok(!log.includes(trace));
});

test('what the provider says of itself is asked for once an hour, however many come', async () => {
  const fresh = required(createIdentityProvider(context));
  const asked = () => server.requests.filter(request => request.includes('/.well-known/')).length;
  const before = asked();
  await Promise.all(
    Array.from({ length: 10 }, () => beginOidc(context, fresh, { returnTo: '/', intent: SIGN_IN })),
  );
  assert.equal(asked() - before, 1);
  await context.clock.advance(59 * 60_000);
  await beginOidc(context, fresh, { returnTo: '/', intent: SIGN_IN });
  assert.equal(asked() - before, 1);
  await context.clock.advance(60_000);
  await beginOidc(context, fresh, { returnTo: '/', intent: SIGN_IN });
  assert.equal(asked() - before, 2);
});

test('a provider that is down fails in plain words, and is used again as soon as it is back', async () => {
  const login = newPerson();
  const onTheWay = await atProvider(login);
  const fresh = required(createIdentityProvider(context));
  await server.stop();
  await fails('identity-provider-failed', beginOidc(context, fresh, { returnTo: '/', intent: SIGN_IN }));
  await fails('identity-provider-failed', finish(answerOf(onTheWay)));
  await server.startAgain();
  await beginOidc(context, fresh, { returnTo: '/', intent: SIGN_IN });
  assert.equal((await signedIn(login)).isNew, true);
});

const SIGN_IN: OidcIntent = { kind: 'sign-in' };

/** As far as the browser standing before our callback. */
async function atProvider(
  login: string,
  { intent = SIGN_IN, returnTo = '/' as unknown, agree = true } = {},
  with_ = context,
) {
  const start = await beginOidc(with_, provider, { returnTo, intent });
  return { start, intent, parameters: await new Browser(login).signIn(start.url, { agree }) };
}

async function arrival(login: string, options: Parameters<typeof atProvider>[1] = {}, with_ = context) {
  const came = await atProvider(login, options, with_);
  const principal = came.intent.kind === 'sign-in' ? null : came.intent.principal;
  return finishOidc(with_, provider, { principal, client: CLIENT, ...answerOf(came) });
}

async function signedIn(login: string, returnTo?: unknown) {
  const outcome = await arrival(login, { returnTo });
  assert.ok(outcome.kind === 'signed-in');
  return outcome;
}

function finish(callback: {
  parameters: URLSearchParams;
  browserBinding: string | undefined;
  principal?: Principal;
}) {
  return finishOidc(context, provider, { principal: null, client: CLIENT, ...callback });
}

function answerOf({ start, parameters }: Awaited<ReturnType<typeof atProvider>>) {
  return { parameters, browserBinding: start.browserBinding };
}

function newPerson(claims: { name?: string } = {}): string {
  const login = `p${randomBytes(6).toString('hex')}`;
  people.set(login, { email: `${login}@people.example`, email_verified: true, ...claims });
  return login;
}

function newUser(): Promise<User> {
  return addUser(context, `${randomBytes(6).toString('hex')}@reader.example`, {
    passwordHash: '$argon2id$made-up',
  });
}

async function sessionOf(user: User): Promise<Principal> {
  const { id } = await createSession(database, context, {
    userId: user.id,
    method: 'password',
    client: CLIENT,
  });
  return {
    userId: user.id,
    roles: user.roles,
    credential: { kind: 'session', id, provenAt: context.clock.now() },
  };
}

async function auditOf(user: User): Promise<AuditEntry[]> {
  const entries = await listAudit(context, { limit: 1_000 });
  return entries.filter(({ actorId, subjectId }) => actorId === user.id || subjectId === user.id);
}

async function fails(code: ProblemCode, work: Promise<unknown>, words = /./): Promise<Problem> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, words);
    return error;
  }
  return assert.fail(`expected ${code}`);
}

function required<T>(value: T | null): T {
  assert.ok(value !== null);
  return value;
}
