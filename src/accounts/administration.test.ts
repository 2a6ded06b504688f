import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { int8, row } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { addUser, CLIENT, isProblem, signInUser, testAccounts } from './accounts.testing.ts';
import { disableUser, enableUser, endSessionsOf, setRoles } from './administration.ts';
import { listAudit } from './audit.ts';
import { resolveSession } from './resolve-session.ts';
import { findUser } from './users.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);
const actor = { kind: 'console' } as const;

test('AUTH-2: roles are granted and revoked, reader always stays, and changes are in the audit log', async () => {
  const user = await addUser(context, 'roles@news.example');
  const given = await setRoles(context, { actor, userId: user.id, roles: ['publisher', 'moderator'] });
  assert.deepEqual([...given.roles].sort(), ['moderator', 'publisher', 'reader']);
  const taken = await setRoles(context, { actor, userId: user.id, roles: [], client: CLIENT });
  assert.deepEqual(taken.roles, ['reader']);
  const [entry] = await listAudit(context, { limit: 1, action: 'roles.changed' });
  assert.deepEqual(entry?.detail, { before: ['reader', 'publisher', 'moderator'], after: ['reader'] });
  assert.equal(entry?.subjectId, user.id);
});

test('changing the roles of an unknown user gives not-found', async () => {
  const act = { actor, userId: context.newId() };
  await assert.rejects(setRoles(context, { ...act, roles: ['moderator'] }), isProblem('not-found'));
  await assert.rejects(disableUser(context, act), isProblem('not-found'));
});

test('disabling ends every session and prevents new ones until the account is enabled', async () => {
  const user = await addUser(context, 'disabled@news.example');
  const { session } = await signInUser(context, user);
  const disabled = await disableUser(context, { actor, userId: user.id });
  assert.deepEqual(disabled.disabledAt, new Date(context.clock.now()));
  assert.equal(await resolveSession(context, session.cookie), null);
  await assert.rejects(signInUser(context, user), /refused/);
  const enabled = await enableUser(context, { actor, userId: user.id });
  assert.equal(enabled.disabledAt, null);
  assert.ok((await signInUser(context, user)).principal);
});

test('an operator can end every session of a user', async () => {
  const user = await addUser(context, 'ended@news.example');
  const sessions = [await signInUser(context, user), await signInUser(context, user)];
  assert.equal(await endSessionsOf(context, { actor, userId: user.id }), 2);
  for (const { session } of sessions) assert.equal(await resolveSession(context, session.cookie), null);
});

test('AUTH-2: the last operator can be neither demoted nor disabled', async () => {
  const only = await addUser(context, 'only-operator@news.example', { roles: ['operator'] });
  const act = { actor, userId: only.id };
  await assert.rejects(setRoles(context, { ...act, roles: ['moderator'] }), isProblem('conflict'));
  await assert.rejects(disableUser(context, act), isProblem('conflict'));
  const other = await addUser(context, 'other-operator@news.example', { roles: ['operator'] });
  await disableUser(context, { actor, userId: other.id });
  await assert.rejects(
    disableUser(context, act),
    isProblem('conflict'),
    'a disabled operator does not count',
  );
  await enableUser(context, { actor, userId: other.id });
  assert.deepEqual((await setRoles(context, { ...act, roles: [] })).roles, ['reader']);
  await setRoles(context, { actor, userId: only.id, roles: ['operator'] });
});

test('AUTH-2: when operators demote and disable each other concurrently, one remains', async () => {
  for (let round = 0; round < 5; round++) {
    const operators = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        addUser(context, `racer-${round}-${n}@news.example`, { roles: ['operator'] }),
      ),
    );
    await database.execute(sql`
      update users set roles = '{reader}' where id <> all (${operators.map(({ id }) => id)}::uuid[])
    `);
    const outcomes = await Promise.allSettled(
      operators.map(({ id }, n) =>
        n % 2 === 0
          ? disableUser(context, { actor, userId: id })
          : setRoles(context, { actor, userId: id, roles: ['moderator'] }),
      ),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 1, `round ${round}`);
    assert.equal(await countOperators(), 1, `round ${round}`);
  }
});

test('a user without the operator role can be disabled while there is no operator', async () => {
  await database.execute(sql`update users set roles = '{reader}'`);
  const user = await addUser(context, 'plain@news.example');
  await disableUser(context, { actor, userId: user.id });
  assert.notEqual((await findUser(database, user.id))?.disabledAt, null);
});

async function countOperators(): Promise<number> {
  const { count } = await database.one(
    row({ count: int8 }),
    sql`select count(*) as count from users where 'operator' = any (roles) and disabled_at is null`,
  );
  return count;
}
