import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { int8, row, text } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { addUser, CLIENT, isProblem, signInUser, testAccounts } from './accounts.testing.ts';
import { listAudit } from './audit.ts';
import { resolveSession } from './resolve-session.ts';
import { createSession, endOtherSessions, endSession, listSessions, signOut } from './sessions.ts';
import type { User } from './users.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);
const DAY_MS = 86_400_000;
const isAlive = async ({ session }: { session: { cookie: string } }) =>
  (await resolveSession(context, session.cookie)) !== null;
const actorOf = ({ id }: User) => ({ kind: 'user', id }) as const;

test('AUTH-1: the secret of a session is not stored', async () => {
  const user = await addUser(context, 'stored@news.example');
  const { session } = await signInUser(context, user);
  const { dump } = await database.one(
    row({ dump: text }),
    sql`select row_to_json(sessions)::text as dump from sessions where id = ${session.id}`,
  );
  const secret = session.cookie.split('.')[1] ?? '';
  assert.ok(!dump.includes(secret) && !dump.includes(Buffer.from(secret, 'base64url').toString('hex')));
});

test('users see their own active sessions, most recently used first', async () => {
  const user = await addUser(context, 'lists@news.example');
  const stranger = await addUser(context, 'stranger@news.example');
  const first = await signInUser(context, user);
  await signInUser(context, stranger);
  await context.clock.advance(DAY_MS / 2);
  const second = await signInUser(context, user);
  const listed = await listSessions(context, user.id);
  assert.deepEqual(
    listed.map(({ id }) => id),
    [second.session.id, first.session.id],
  );
  assert.equal(listed[0]?.userAgent, CLIENT.userAgent);
  assert.deepEqual(listed[0]?.expiresAt, new Date(context.clock.now() + 30 * DAY_MS));
  await context.clock.advance(30 * DAY_MS);
  assert.deepEqual(await listSessions(context, user.id), []);
});

test('sign-out ends the session immediately and permanently', async () => {
  const user = await addUser(context, 'out@news.example');
  const here = await signInUser(context, user);
  const there = await signInUser(context, user);
  assert.equal(await signOut(context, here.principal, CLIENT), true);
  assert.equal(await signOut(context, here.principal, CLIENT), false);
  assert.equal(await isAlive(here), false);
  assert.equal(await isAlive(there), true);
  const [entry] = await listAudit(context, { limit: 1, actorId: user.id });
  assert.equal(entry?.action, 'session.signed-out');
});

test('AUTH-3: a user cannot end the session of another', async () => {
  const victim = await addUser(context, 'victim@news.example');
  const thief = await addUser(context, 'thief@news.example');
  const target = await signInUser(context, victim);
  const attempt = endSession(context, {
    userId: thief.id,
    sessionId: target.session.id,
    actor: actorOf(thief),
    client: CLIENT,
  });
  await assert.rejects(attempt, isProblem('not-found'));
  assert.equal(await isAlive(target), true);
  await endSession(context, { userId: victim.id, sessionId: target.session.id, actor: actorOf(victim) });
  assert.equal(await isAlive(target), false);
});

test('all other sessions can be ended at once', async () => {
  const user = await addUser(context, 'others@news.example');
  const here = await signInUser(context, user);
  const others = [await signInUser(context, user), await signInUser(context, user)];
  assert.equal(await endOtherSessions(context, here.principal, CLIENT), 2);
  assert.equal(await isAlive(here), true);
  for (const other of others) assert.equal(await isAlive(other), false);
});

test('idle sessions are deleted when their user signs in again', async () => {
  const user = await addUser(context, 'returns@news.example');
  await signInUser(context, user);
  await context.clock.advance(31 * DAY_MS);
  await createSession(database, context, { userId: user.id, method: 'passkey', client: CLIENT });
  const { count } = await database.one(
    row({ count: int8 }),
    sql`select count(*) as count from sessions where user_id = ${user.id}`,
  );
  assert.equal(count, 1);
});
