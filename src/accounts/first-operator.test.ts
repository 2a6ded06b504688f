import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { systemRandom } from '../lib/random.ts';
import { int8, row } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { addUser, CLIENT, isProblem, PASSWORD, signInUser, testAccounts } from './accounts.testing.ts';
import { listAudit } from './audit.ts';
import { createFirstOperator, createFirstOperatorLink, promoteFirstOperator } from './first-operator.ts';
import { LINK_LIFETIME_MS, peekLink } from './one-time-links.ts';
import { resolveSession } from './resolve-session.ts';
import { newSecret } from './secrets.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);
let people = 0;
const details = (secret: string) => ({
  secret,
  email: `founder-${people++}@news.example`,
  displayName: 'Founder',
  password: PASSWORD,
  client: CLIENT,
});

beforeEach(async () => {
  await database.execute(sql`update users set roles = '{reader}'`);
  await database.execute(sql`delete from one_time_links`);
});

async function newLink(): Promise<string> {
  const link = await createFirstOperatorLink(context);
  assert.ok(link);
  return link.secret;
}

test('AUTH-2: the first account becomes operator through the one-time link and is signed in', async () => {
  const secret = await newLink();
  assert.deepEqual(await peekLink(context, secret, 'first-operator'), {
    purpose: 'first-operator',
    userId: null,
  });
  const { user, session } = await createFirstOperator(context, details(secret));
  assert.deepEqual(user.roles, ['reader', 'operator']);
  const resolved = await resolveSession(context, session.cookie);
  assert.deepEqual(resolved?.principal.roles, ['reader', 'operator']);
  const [entry] = await listAudit(context, { limit: 1, action: 'account.first-operator' });
  assert.equal(entry?.subjectId, user.id);
});

test('AUTH-2: the link works once', async () => {
  const secret = await newLink();
  await createFirstOperator(context, details(secret));
  await assert.rejects(createFirstOperator(context, details(secret)), isProblem('link-used'));
  assert.equal(await peekLink(context, secret, 'first-operator'), null);
});

test('AUTH-2: when many visitors open the link concurrently, exactly one becomes operator', async () => {
  for (let round = 0; round < 3; round++) {
    await database.execute(sql`update users set roles = '{reader}'`);
    const secret = await newLink();
    const { principal } = await signInUser(context, await addUser(context, `race-${people++}@news.example`));
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => createFirstOperator(context, details(secret))),
      promoteFirstOperator(context, principal, { secret, client: CLIENT }),
    ]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.ok(isProblem('link-used')(outcome.reason));
    }
    assert.equal(await countOperators(), 1);
  }
});

test('AUTH-2: with an operator, there is no link, and older links are void', async () => {
  const secret = await newLink();
  await addUser(context, `operator-${people++}@news.example`, { roles: ['operator'] });
  assert.equal(await createFirstOperatorLink(context), null);
  await assert.rejects(createFirstOperator(context, details(secret)), isProblem('link-used'));
  const { principal } = await signInUser(context, await addUser(context, `late-${people++}@news.example`));
  const late = promoteFirstOperator(context, principal, { secret, client: CLIENT });
  await assert.rejects(late, isProblem('link-used'));
});

test('a new link replaces the previous one, also under concurrency', async () => {
  const links = await Promise.all(Array.from({ length: 4 }, () => createFirstOperatorLink(context)));
  const good = [];
  for (const link of links)
    if (await peekLink(context, link?.secret ?? '', 'first-operator')) good.push(link);
  assert.equal(good.length, 1);
});

test('the link expires', async () => {
  const later = testAccounts(database, TEST_EPOCH);
  const secret = await newLink();
  await later.clock.advance(LINK_LIFETIME_MS);
  await assert.rejects(createFirstOperator(later, details(secret)), isProblem('link-used'));
});

test('invalid input does not use the link up', async () => {
  const secret = await newLink();
  const taken = await addUser(context, `taken-${people++}@news.example`);
  const attempts = [
    [{ ...details(secret), password: 'password' }, 'weak-password'],
    [{ ...details(secret), email: 'invalid' }, 'validation-failed'],
    [{ ...details(secret), email: taken.email }, 'conflict'],
  ] as const;
  for (const [input, code] of attempts)
    await assert.rejects(createFirstOperator(context, input), isProblem(code));
  assert.ok(await createFirstOperator(context, details(secret)));
});

test('a guessed secret or one for another purpose is refused', async () => {
  await newLink();
  for (const secret of ['', 'x', "' or true --", newSecret(systemRandom)]) {
    await assert.rejects(createFirstOperator(context, details(secret)), isProblem('link-used'));
  }
  assert.equal(await peekLink(context, await newLink(), 'new-password'), null);
});

test('AUTH-2: a signed-in user becomes operator immediately', async () => {
  const user = await addUser(context, `signed-in-${people++}@news.example`);
  const { session, principal } = await signInUser(context, user);
  const promoted = await promoteFirstOperator(context, principal, {
    secret: await newLink(),
    client: CLIENT,
  });
  assert.deepEqual(promoted.roles, ['reader', 'operator']);
  const resolved = await resolveSession(context, session.cookie);
  assert.deepEqual(resolved?.principal.roles, ['reader', 'operator']);
});

async function countOperators(): Promise<number> {
  const { count } = await database.one(
    row({ count: int8 }),
    sql`select count(*) as count from users where 'operator' = any (roles)`,
  );
  return count;
}
