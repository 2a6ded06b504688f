import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { CLIENT, countingPasswords, isProblem, PASSWORD, testAccounts } from './accounts.testing.ts';
import { listAudit } from './audit.ts';
import { signUp } from './sign-up.ts';

const { database } = await testDatabase();
const accounts = testAccounts(database, TEST_EPOCH);
const passwords = countingPasswords(accounts.passwords);
const context = { ...accounts, passwords };
const input = { email: 'new@news.example', displayName: 'New Reader', password: PASSWORD, client: CLIENT };

test('AUTH-1: a visitor signs up with email and password', async () => {
  const outcome = await signUp(context, input);
  assert.equal(outcome.kind, 'created');
  assert.ok(outcome.kind === 'created' && outcome.user.hasPassword);
  assert.deepEqual(outcome.kind === 'created' && outcome.user.roles, ['reader']);
});

test('enumeration: a taken address causes the same work and the same audit entry', async () => {
  const before = passwords.hashed;
  const outcome = await signUp(context, {
    ...input,
    email: 'NEW@news.example',
    password: 'another quiet canal',
  });
  assert.deepEqual(outcome, { kind: 'taken' });
  assert.equal(passwords.hashed - before, 1, 'one argon2id, as for a new address');
  const [entry] = await listAudit(context, { limit: 1, action: 'account.sign-up-refused' });
  assert.equal(entry?.subjectId, null);
});

test('enumeration: input errors are the same for taken and free addresses', async () => {
  for (const email of ['new@news.example', 'free@news.example']) {
    await assert.rejects(
      signUp(context, { ...input, email, password: 'password' }),
      isProblem('weak-password'),
    );
    await assert.rejects(
      signUp(context, { ...input, email, displayName: '' }),
      isProblem('validation-failed'),
    );
  }
});

test('mass assignment: a sign-up ignores roles in its input', async () => {
  const outcome = await signUp(context, {
    ...input,
    email: 'greedy@news.example',
    ...{ roles: ['operator'], passwordHash: 'x', disabledAt: null },
  });
  assert.ok(outcome.kind === 'created');
  assert.deepEqual(outcome.user.roles, ['reader']);
});

test('concurrent sign-ups with one address create one account', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => signUp(context, { ...input, email: 'race@news.example' })),
  );
  assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['created', 'taken', 'taken', 'taken']);
});

test('with sign-up closed every sign-up is refused without hashing', async () => {
  const closed = { ...context, config: { ...context.config, signUp: 'closed' as const } };
  const before = passwords.hashed;
  await assert.rejects(signUp(closed, { ...input, email: 'late@news.example' }), isProblem('sign-up-closed'));
  assert.equal(passwords.hashed, before);
});
