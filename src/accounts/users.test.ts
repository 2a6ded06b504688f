import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { addUser, isProblem, testAccounts } from './accounts.testing.ts';
import { listAudit } from './audit.ts';
import { createUser, findUser, findUserByEmail, listUsers, type User } from './users.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);

test('an account is created with its normalised address, and found by any spelling', async () => {
  const user = await addUser(context, ' Grace@NEWS.example ', { displayName: '  Grace\u00a0 Hopper ' });
  assert.equal(user.email, 'Grace@news.example');
  assert.equal(user.displayName, 'Grace Hopper');
  assert.deepEqual(user.roles, ['reader']);
  assert.equal(user.hasPassword, false);
  assert.equal((await findUserByEmail(database, 'gRACE@news.EXAMPLE'))?.id, user.id);
  assert.equal((await findUser(database, user.id))?.email, user.email);
  assert.equal(await findUserByEmail(database, 'no address'), null);
  const [entry] = await listAudit(context, { limit: 1, action: 'account.created' });
  assert.equal(entry?.subjectId, user.id);
  assert.doesNotMatch(JSON.stringify(entry), /grace/i, 'the log names people by id only');
});

test('one address has one account, also under concurrent creation', async () => {
  const create = (email: string) =>
    createUser(database, context, {
      email,
      displayName: 'Twin',
      passwordHash: null,
      actor: { kind: 'visitor' },
    });
  const made = await Promise.all(['twin@news.example', 'TWIN@news.example', 'twin@NEWS.example'].map(create));
  assert.equal(made.filter(user => user !== null).length, 1);
});

test('an invalid address or name is refused with the name of the field', async () => {
  const create = (email: string, displayName: string) =>
    createUser(database, context, { email, displayName, passwordHash: null, actor: { kind: 'visitor' } });
  await assert.rejects(create('invalid', 'Name'), isProblem('validation-failed'));
  for (const name of ['', '   ', 'a'.repeat(81), 'a\nb', 'evil\u202eeman', '\u200b\u200b', '\ud800']) {
    await assert.rejects(create('valid@news.example', name), isProblem('validation-failed'), name);
  }
});

test('ALL-3: users are listed newest first, page by page, each once', async () => {
  const names = Array.from({ length: 11 }, (_, n) => `pager-${n}@list.example`);
  for (const [n, email] of names.entries()) {
    await addUser(context, email);
    if (n % 3 === 0) await context.clock.advance(1_000);
  }
  const seen: User[] = [];
  for (;;) {
    const page = await listUsers(context, { limit: 3, search: 'pager-', before: seen.at(-1) });
    seen.push(...page);
    if (page.length < 3) break;
  }
  assert.deepEqual(
    seen.map(({ email }) => email),
    names.toReversed(),
  );
});

test('users are found by a prefix of address or name; pattern characters are literal', async () => {
  await addUser(context, 'percent%sign@find.example', { displayName: 'Zoë_Underscore' });
  await addUser(context, 'percentXsign@find.example', { displayName: 'ZoëXUnderscore' });
  const find = async (search: string) => (await listUsers(context, { limit: 10, search })).map(u => u.email);
  assert.deepEqual(await find('PERCENT%'), ['percent%sign@find.example']);
  assert.deepEqual(await find('zoë_'), ['percent%sign@find.example']);
  assert.deepEqual(await find("'; drop table users; --"), []);
  assert.deepEqual(await find('\\'), []);
});
