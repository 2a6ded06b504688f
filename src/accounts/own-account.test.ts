import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import {
  addUser,
  addUserWithPassword,
  CLIENT,
  isProblem,
  PASSWORD,
  signInUser,
  testAccounts,
} from './accounts.testing.ts';
import { listAudit } from './audit.ts';
import { chooseNewPassword, createNewPasswordLink } from './new-password.ts';
import { changeEmail, changePassword, rename } from './own-account.ts';
import { PROOF_IS_RECENT_MS } from './proof.ts';
import { resolveSession } from './resolve-session.ts';
import { signInWithPassword } from './sign-in.ts';
import { createToken, resolveToken } from './tokens.ts';
import { findUser } from './users.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);
const { clock } = context;
const NEXT = 'a new bicycle for Ada';

test('users can change their display name', async () => {
  const reader = await addUserWithPassword(context);
  const { principal } = await signInUser(context, reader);
  const renamed = await rename(context, principal, { displayName: ' Countess  Ada ', client: CLIENT });
  assert.equal(renamed.displayName, 'Countess Ada');
  const refused = rename(context, principal, { displayName: '\u0007', client: CLIENT });
  await assert.rejects(refused, isProblem('validation-failed'));
});

test('changing the address needs recent authentication and voids outstanding links', async () => {
  const reader = await addUserWithPassword(context);
  const { principal } = await signInUser(context, reader);
  const { secret } = await createNewPasswordLink(context, { actor: { kind: 'console' }, userId: reader.id });
  const changed = await changeEmail(context, principal, { email: 'Moved@News.example', client: CLIENT });
  assert.ok(changed.kind === 'changed' && changed.user.email === 'Moved@news.example');
  await assert.rejects(
    chooseNewPassword(context, { secret, password: NEXT, client: CLIENT }),
    isProblem('link-used'),
  );
  await clock.advance(PROOF_IS_RECENT_MS + 1);
  const late = changeEmail(context, principal, { email: 'again@news.example', client: CLIENT });
  await assert.rejects(late, isProblem('fresh-sign-in-required'));
});

test('an address in use by another account is refused', async () => {
  await addUser(context, 'held@news.example');
  const reader = await addUserWithPassword(context);
  const { principal } = await signInUser(context, reader);
  const outcome = await changeEmail(context, principal, { email: 'HELD@news.example', client: CLIENT });
  assert.deepEqual(outcome, { kind: 'taken' });
  assert.equal((await findUser(database, reader.id))?.email, reader.email);
  const same = await changeEmail(context, principal, { email: reader.email, client: CLIENT });
  assert.equal(same.kind, 'changed', 'keeping the own address is no conflict');
});

test('changing the password ends every session, renews the current one and voids links', async () => {
  const reader = await addUserWithPassword(context);
  const here = await signInUser(context, reader);
  const there = await signInUser(context, reader);
  const { secret } = await createNewPasswordLink(context, { actor: { kind: 'console' }, userId: reader.id });
  await clock.advance(PROOF_IS_RECENT_MS + 1);
  const renewed = await changePassword(context, here.principal, {
    current: PASSWORD,
    next: NEXT,
    client: CLIENT,
  });
  assert.equal(await resolveSession(context, here.session.cookie), null, 'its cookie may have been copied');
  assert.equal(await resolveSession(context, there.session.cookie), null);
  assert.ok(await resolveSession(context, renewed.cookie));
  const link = chooseNewPassword(context, { secret, password: NEXT, client: CLIENT });
  await assert.rejects(link, isProblem('link-used'));
  const signIn = (password: string) =>
    signInWithPassword(context, { email: reader.email, password, client: CLIENT });
  await assert.rejects(signIn(PASSWORD), isProblem('invalid-credentials'));
  await signIn(NEXT);
  const [entry] = await listAudit(context, { limit: 1, action: 'password.changed' });
  assert.deepEqual(entry?.detail, { sessions: 2, tokens: 0 });
});

test('changing the password needs the current one or recent authentication', async () => {
  const reader = await addUserWithPassword(context);
  const { principal } = await signInUser(context, reader);
  const change = (current?: string) =>
    changePassword(context, principal, { current, next: NEXT, client: CLIENT });
  await assert.rejects(change('another quiet canal'), isProblem('invalid-credentials'));
  await clock.advance(PROOF_IS_RECENT_MS + 1);
  await assert.rejects(change(), isProblem('fresh-sign-in-required'));
  assert.ok(await change(PASSWORD));
});

test('a user without a password can set one within a quarter of an hour of signing in', async () => {
  const user = await addUser(context, 'passkey-only@news.example');
  const { principal } = await signInUser(context, user);
  await changePassword(context, principal, { next: NEXT, client: CLIENT });
  assert.equal((await findUser(database, user.id))?.hasPassword, true);
});

test('a weak password changes nothing', async () => {
  const reader = await addUserWithPassword(context);
  const { session, principal } = await signInUser(context, reader);
  const weak = changePassword(context, principal, { current: PASSWORD, next: 'password', client: CLIENT });
  await assert.rejects(weak, isProblem('weak-password'));
  assert.ok(await resolveSession(context, session.cookie));
});

test('a token cannot change a password, even with the current one', async () => {
  const reader = await addUserWithPassword(context);
  const { principal } = await signInUser(context, reader);
  const { secret } = await createToken(context, principal, {
    name: 'script',
    scopes: ['account:write'],
    expiresAt: null,
    client: CLIENT,
  });
  const byToken = await resolveToken(context, secret);
  assert.ok(byToken);
  const change = { current: PASSWORD, next: NEXT, client: CLIENT };
  await assert.rejects(
    changePassword(context, byToken.principal, change),
    isProblem('fresh-sign-in-required'),
  );
});

test('of two concurrent password changes in one session the second is refused', async () => {
  const reader = await addUserWithPassword(context);
  const { principal } = await signInUser(context, reader);
  const change = (next: string) => changePassword(context, principal, { next, client: CLIENT });
  const outcomes = await Promise.allSettled([change(NEXT), change('the other way around')]);
  const refused = outcomes.filter(outcome => outcome.status === 'rejected');
  assert.equal(refused.length, 1);
  assert.ok(isProblem('not-signed-in')(refused[0]?.reason));
});

test('tokens survive a password change unless their revocation was requested', async () => {
  const reader = await addUserWithPassword(context);
  const { principal } = await signInUser(context, reader);
  const { secret } = await createToken(context, principal, {
    name: 'script',
    scopes: ['account:read'],
    expiresAt: null,
    client: CLIENT,
  });
  const { cookie } = await changePassword(context, principal, { next: NEXT, client: CLIENT });
  assert.ok(await resolveToken(context, secret));
  const renewed = await resolveSession(context, cookie);
  assert.ok(renewed);
  await changePassword(context, renewed.principal, {
    next: 'and yet another one',
    revokeTokens: true,
    client: CLIENT,
  });
  assert.equal(await resolveToken(context, secret), null);
});
