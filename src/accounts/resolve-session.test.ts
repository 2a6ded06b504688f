import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { systemRandom } from '../lib/random.ts';
import type { Database } from '../platform/database/port.ts';
import { row, timestamptz } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { addUser, forwardingDatabase, signInUser, testAccounts } from './accounts.testing.ts';
import { listAudit } from './audit.ts';
import { GRACE_MS, ROTATE_AFTER_MS, resolveSession } from './resolve-session.ts';
import { newSecret } from './secrets.ts';
import { createSession, listSessions } from './sessions.ts';

const { database } = await testDatabase();
let people = 0;

/** A user who has just signed in, with a separate clock. */
async function signedInReader() {
  const context = testAccounts(database, TEST_EPOCH);
  const user = await addUser(context, `user-${people++}@news.example`);
  const { session } = await signInUser(context, user);
  const resolve = (cookie: string) => resolveSession(context, cookie);
  return { context, clock: context.clock, resolve, user, session };
}

test('a malformed cookie is anonymous and causes no query', async () => {
  const { context, session } = await signedInReader();
  const noDatabase = { ...context, database: refusing() };
  const [id, secret] = session.cookie.split('.');
  for (const cookie of [
    '',
    '.',
    `${id}.`,
    `.${secret}`,
    `${id}.${secret}x`,
    `${id}:${secret}`,
    `${id?.toUpperCase()}.${secret}`,
    `${id}.${secret}\n`,
    `' or true --.${secret}`,
  ]) {
    assert.equal(await resolveSession(noDatabase, cookie), null, cookie);
  }
  await fc.assert(
    fc.asyncProperty(fc.string(), async text => {
      assert.equal(await resolveSession(noDatabase, text), null);
    }),
  );
});

test('a wrong secret is refused and leaves the session intact', async () => {
  const { clock, resolve, session } = await signedInReader();
  const guess = `${session.id}.${newSecret(systemRandom)}`;
  assert.equal(await resolve(guess), null);
  await clock.advance(ROTATE_AFTER_MS + GRACE_MS);
  assert.equal(await resolve(guess), null);
  assert.ok(await resolve(session.cookie), 'otherwise anyone who learns an id could end sessions');
});

test('a session ends after its idle time', async () => {
  const { context, clock, resolve, session } = await signedInReader();
  await clock.advance(context.config.sessionIdle - 1);
  const resolved = await resolve(session.cookie);
  assert.ok(resolved?.rotatedCookie, 'used just before its end');
  await clock.advance(context.config.sessionIdle - 1);
  const again = await resolve(resolved.rotatedCookie);
  assert.ok(again?.rotatedCookie, 'use extended the session');
  await clock.advance(context.config.sessionIdle);
  assert.equal(await resolve(again.rotatedCookie), null);
});

test('a session ends at its maximum age, even when it is used', async () => {
  const { context, clock, resolve, session } = await signedInReader();
  const end = clock.now() + context.config.sessionLength;
  let { cookie } = session;
  while (clock.now() + 86_400_000 < end) {
    await clock.advance(86_400_000);
    const resolved = await resolve(cookie);
    assert.ok(resolved);
    assert.ok(resolved.goodUntil <= end);
    cookie = resolved.rotatedCookie ?? cookie;
  }
  await clock.advance(end - clock.now() - 1);
  assert.ok(await resolve(cookie));
  await clock.advance(1);
  assert.equal(await resolve(cookie), null);
});

test('use is recorded at most once a minute', async () => {
  const { context, clock, resolve, user, session } = await signedInReader();
  const begun = clock.now();
  const lastUsed = async () => (await listSessions(context, user.id))[0]?.lastUsedAt.getTime();
  await clock.advance(59_000);
  await resolve(session.cookie);
  assert.equal(await lastUsed(), begun);
  await clock.advance(1_000);
  await resolve(session.cookie);
  assert.equal(await lastUsed(), begun + 60_000);
});

test('AUTH-1: the secret is rotated once a day, and the old one stays valid for a minute', async () => {
  const { clock, resolve, session } = await signedInReader();
  await clock.advance(ROTATE_AFTER_MS - 1);
  assert.equal((await resolve(session.cookie))?.rotatedCookie, undefined);
  await clock.advance(1);
  const { rotatedCookie = '' } = (await resolve(session.cookie)) ?? {};
  assert.match(rotatedCookie, new RegExp(`^${session.id}\\.`));
  assert.notEqual(rotatedCookie, session.cookie);
  const fresh = await resolve(rotatedCookie);
  assert.equal(fresh?.rotatedCookie, undefined);
  await clock.advance(GRACE_MS - 1);
  const late = await resolve(session.cookie);
  assert.ok(late, 'a request that was already sent');
  assert.equal(late.goodUntil, clock.now() + 1, 'and no longer');
});

test('theft: using an old secret while the new one is in use ends the session', async () => {
  const { context, clock, resolve, user, session } = await signedInReader();
  await clock.advance(ROTATE_AFTER_MS);
  const { rotatedCookie = '' } = (await resolve(session.cookie)) ?? {};
  assert.ok(await resolve(rotatedCookie));
  await clock.advance(GRACE_MS);
  assert.equal(await resolve(session.cookie), null);
  assert.equal(await resolve(rotatedCookie), null, 'the session ends for both parties');
  const [entry] = await listAudit(context, { limit: 1, action: 'session.secret-reused' });
  assert.equal(entry?.subjectId, session.id);
  assert.deepEqual(entry?.detail, { userId: user.id });
});

test('theft: many concurrent uses of the old secret leave one audit entry', async () => {
  const { context, clock, resolve, session } = await signedInReader();
  await clock.advance(ROTATE_AFTER_MS);
  const { rotatedCookie = '' } = (await resolve(session.cookie)) ?? {};
  await resolve(rotatedCookie);
  await clock.advance(GRACE_MS);
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => resolve(session.cookie)));
  assert.ok(outcomes.every(outcome => outcome === null));
  const entries = await listAudit(context, { limit: 10, action: 'session.secret-reused' });
  assert.equal(entries.filter(({ subjectId }) => subjectId === session.id).length, 1);
});

test('a lost response with the new secret does not end the session', async () => {
  const { clock, resolve, session } = await signedInReader();
  await clock.advance(ROTATE_AFTER_MS);
  const { rotatedCookie: lost = '' } = (await resolve(session.cookie)) ?? {};
  await clock.advance(GRACE_MS + 3_600_000);
  const { rotatedCookie: arrived = '' } = (await resolve(session.cookie)) ?? {};
  assert.notEqual(arrived, '');
  assert.ok(await resolve(arrived));
  assert.equal(await resolve(lost), null);
});

test('concurrent rotations all succeed and agree on one new secret', async () => {
  for (let round = 0; round < 5; round++) {
    const { clock, resolve, session } = await signedInReader();
    await clock.advance(ROTATE_AFTER_MS);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => resolve(session.cookie)));
    assert.ok(outcomes.every(outcome => outcome !== null));
    const cookies = outcomes.flatMap(outcome => outcome?.rotatedCookie ?? []);
    assert.equal(cookies.length, 1);
    assert.ok(await resolve(cookies[0] ?? ''));
  }
});

test('concurrent requests after a lost rotation all succeed', async () => {
  const { clock, resolve, session } = await signedInReader();
  await clock.advance(ROTATE_AFTER_MS);
  await resolve(session.cookie);
  await clock.advance(GRACE_MS);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => resolve(session.cookie)));
  assert.ok(outcomes.every(outcome => outcome !== null));
  assert.equal(outcomes.filter(outcome => outcome?.rotatedCookie).length, 1);
});

test('in any order of requests, losses and pauses, a client that accepts every new cookie stays signed in', async () => {
  const { context, clock, resolve, user } = await signedInReader();
  const step = fc.record({
    pauseMs: fc.constantFrom(0, 1_000, GRACE_MS, 3_600_000, ROTATE_AFTER_MS),
    requests: fc.integer({ min: 1, max: 3 }),
    lost: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async steps => {
      const session = await createSession(database, context, {
        userId: user.id,
        method: 'password',
        client: { address: '192.0.2.1', userAgent: '' },
      });
      let { cookie } = session;
      for (const { pauseMs, requests, lost } of steps) {
        await clock.advance(pauseMs);
        const carried = cookie;
        const responses = await Promise.all(Array.from({ length: requests }, () => resolve(carried)));
        assert.ok(responses.every(response => response !== null));
        const rotated = responses.find(response => response?.rotatedCookie)?.rotatedCookie;
        if (rotated && !lost) cookie = rotated;
      }
    }),
    { numRuns: 25 },
  );
});

test('an erased or disabled user has no session, even if a row remains', async () => {
  const { resolve, user, session } = await signedInReader();
  await database.execute(sql`update users set disabled_at = now() where id = ${user.id}`);
  assert.equal(await resolve(session.cookie), null);
  await database.execute(
    sql`update users set disabled_at = null, erased_at = now(), email = null where id = ${user.id}`,
  );
  assert.equal(await resolve(session.cookie), null);
});

test('sessions still resolve on a read-only database', async () => {
  const { context, clock, resolve, session } = await signedInReader();
  await clock.advance(ROTATE_AFTER_MS);
  const readOnly = { ...context, database: { ...forwardingDatabase(database), execute: refusing().execute } };
  const resolved = await resolveSession(readOnly, session.cookie);
  assert.ok(resolved);
  assert.equal(resolved.rotatedCookie, undefined);
  assert.ok((await resolve(session.cookie))?.rotatedCookie, 'the secret is rotated when writes work again');
});

test('a clock that is set back neither ends a session nor moves its last use back', async () => {
  const { context, clock, session } = await signedInReader();
  const behind = { ...context, clock: { ...clock, now: () => clock.now() - 3_600_000, sleep: clock.sleep } };
  assert.ok(await resolveSession(behind, session.cookie));
  const { lastUsedAt } = await database.one(
    row({ last_used_at: timestamptz }),
    sql`select last_used_at from sessions where id = ${session.id}`,
  );
  assert.equal(lastUsedAt.getTime(), clock.now());
});

function refusing(): Database {
  const refuse = () => Promise.reject(new Error('the database was queried'));
  return { ...forwardingDatabase(database), many: refuse, one: refuse, maybe: refuse, execute: refuse };
}
