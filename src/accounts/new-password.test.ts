import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { row, text } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import {
  addUserWithPassword,
  CLIENT,
  isProblem,
  PASSWORD,
  signInUser,
  testAccounts,
} from './accounts.testing.ts';
import { disableUser } from './administration.ts';
import { chooseNewPassword, createNewPasswordLink } from './new-password.ts';
import { LINK_LIFETIME_MS, peekLink } from './one-time-links.ts';
import { changePassword } from './own-account.ts';
import { resolveSession } from './resolve-session.ts';
import { signInWithPassword } from './sign-in.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);
const actor = { kind: 'console' } as const;
const NEXT = 'a new bicycle for Ada';
const linkFor = (userId: string) => createNewPasswordLink(context, { actor, userId });
const choose = (secret: string, password = NEXT) =>
  chooseNewPassword(context, { secret, password, client: CLIENT });

test('a user who lost the password sets a new one through a link, which ends every session', async () => {
  const reader = await addUserWithPassword(context);
  const old = await signInUser(context, reader);
  const { secret, expiresAt } = await linkFor(reader.id);
  assert.equal(expiresAt.getTime(), context.clock.now() + LINK_LIFETIME_MS);
  const { user, session } = await choose(secret);
  assert.equal(user.id, reader.id);
  assert.ok(await resolveSession(context, session.cookie));
  assert.equal(await resolveSession(context, old.session.cookie), null);
  const signIn = (password: string) =>
    signInWithPassword(context, { email: reader.email, password, client: CLIENT });
  await signIn(NEXT);
  await assert.rejects(signIn(PASSWORD), isProblem('invalid-credentials'));
});

test('the secret of a link is not stored', async () => {
  const reader = await addUserWithPassword(context);
  const { secret } = await linkFor(reader.id);
  const { dump } = await database.one(
    row({ dump: text }),
    sql`select row_to_json(one_time_links)::text as dump from one_time_links where user_id = ${reader.id}`,
  );
  assert.ok(!dump.includes(secret));
});

test('a link works once, also when it is used twice at the same time', async () => {
  const reader = await addUserWithPassword(context);
  const { secret } = await linkFor(reader.id);
  const outcomes = await Promise.allSettled([choose(secret), choose(secret), choose(secret)]);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  await assert.rejects(choose(secret), isProblem('link-used'));
});

test('a new link replaces the user’s previous one and no other', async () => {
  const [one, other] = [await addUserWithPassword(context), await addUserWithPassword(context)];
  const first = await linkFor(one.id);
  const others = await linkFor(other.id);
  const second = await linkFor(one.id);
  await assert.rejects(choose(first.secret), isProblem('link-used'));
  assert.deepEqual(await peekLink(context, others.secret, 'new-password'), {
    purpose: 'new-password',
    userId: other.id,
  });
  assert.ok(await choose(second.secret));
});

test('a weak password does not use the link up', async () => {
  const reader = await addUserWithPassword(context);
  const { secret } = await linkFor(reader.id);
  await assert.rejects(choose(secret, 'password'), isProblem('weak-password'));
  assert.ok(await choose(secret));
});

test('a link expires', async () => {
  const reader = await addUserWithPassword(context);
  const { secret } = await linkFor(reader.id);
  const later = testAccounts(database, TEST_EPOCH);
  await later.clock.advance(LINK_LIFETIME_MS);
  const late = chooseNewPassword(later, { secret, password: NEXT, client: CLIENT });
  await assert.rejects(late, isProblem('link-used'));
});

test('a disabled user gets no link, and an existing one is void', async () => {
  const reader = await addUserWithPassword(context);
  const { secret } = await linkFor(reader.id);
  await disableUser(context, { actor, userId: reader.id });
  await assert.rejects(choose(secret), isProblem('link-used'));
  await assert.rejects(linkFor(reader.id), isProblem('conflict'));
  await assert.rejects(linkFor(context.newId()), isProblem('not-found'));
});

test('using a link and changing the password are serialised', async () => {
  for (let round = 0; round < 3; round++) {
    const reader = await addUserWithPassword(context);
    const { principal } = await signInUser(context, reader);
    const { secret } = await linkFor(reader.id);
    const outcomes = await Promise.allSettled([
      choose(secret),
      changePassword(context, principal, { next: 'the other way around', client: CLIENT }),
    ]);
    assert.equal(
      outcomes.filter(({ status }) => status === 'fulfilled').length,
      1,
      'the second finds itself void',
    );
  }
});
