import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { Problem } from '../errors.ts';
import type { Database } from '../platform/database/port.ts';
import { row, text } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import {
  addUser,
  addUserWithPassword,
  CLIENT,
  countingPasswords,
  forwardingDatabase,
  isProblem,
  PASSWORD,
  signInUser,
  testAccounts,
} from './accounts.testing.ts';
import { disableUser } from './administration.ts';
import { listAudit } from './audit.ts';
import { changePassword } from './own-account.ts';
import { resolveSession } from './resolve-session.ts';
import { listSessions } from './sessions.ts';
import { proveWithPassword, signInAccountKey, signInAddressKey, signInWithPassword } from './sign-in.ts';

const { database } = await testDatabase();
const accounts = testAccounts(database, TEST_EPOCH);
const passwords = countingPasswords(accounts.passwords);
const context = { ...accounts, passwords };
const signIn = (email: string, password = PASSWORD) =>
  signInWithPassword(context, { email, password, client: CLIENT });
const counter = (outcome: string) =>
  accounts.telemetry.metrics.value('sign_ins_total', { method: 'password', outcome }) ?? 0;

test('AUTH-1: the right password creates a new session, audited and counted', async () => {
  const reader = await addUserWithPassword(context);
  const before = counter('succeeded');
  const { user, session } = await signIn(reader.email.toUpperCase());
  assert.equal(user.id, reader.id);
  assert.equal((await resolveSession(context, session.cookie))?.principal.userId, reader.id);
  assert.equal(counter('succeeded') - before, 1);
  const [entry] = await listAudit(context, { limit: 1, actorId: reader.id });
  assert.equal(entry?.action, 'sign-in.succeeded');
  assert.equal(entry?.network, '192.0.2.0/24');
});

test('session fixation: every sign-in creates a new session', async () => {
  const reader = await addUserWithPassword(context);
  const first = await signIn(reader.email);
  const second = await signIn(reader.email);
  assert.notEqual(first.session.id, second.session.id);
  assert.notEqual(first.session.cookie.split('.')[1], second.session.cookie.split('.')[1]);
});

test('enumeration: every refusal has the same message, one argon2id, the same statements and one audit entry', async () => {
  const wrong = await addUserWithPassword(context);
  const none = await addUser(context, 'no-password@news.example');
  const disabled = await addUserWithPassword(context);
  await disableUser(context, { actor: { kind: 'console' }, userId: disabled.id });
  const attempts: [why: string, email: string, password: string][] = [
    ['wrong password', wrong.email, 'another quiet canal'],
    ['unknown address', 'unknown@news.example', PASSWORD],
    ['no address at all', 'not an address', PASSWORD],
    ['no password set', none.email, PASSWORD],
    ['disabled', disabled.email, PASSWORD],
  ];
  const seen = new Set<string>();
  for (const [why, email, password] of attempts) {
    const verified = passwords.verified;
    const failed = counter('failed');
    const { watched, statements } = watching(database);
    const attempt = signInWithPassword(
      { ...context, database: watched },
      { email, password, client: CLIENT },
    );
    const error = await attempt.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Problem, why);
    assert.equal(passwords.verified - verified, 1, why);
    assert.equal(counter('failed') - failed, 1, why);
    const [entry] = await listAudit(context, { limit: 1 });
    assert.equal(entry?.action, 'sign-in.failed', why);
    seen.add(JSON.stringify([error.code, error.message, error.faults, error.status, statements]));
  }
  assert.equal(seen.size, 1, [...seen].join('\n'));
});

test('a hash with old parameters is upgraded at the next sign-in', async () => {
  const salt = Buffer.from('0123456789abcdef');
  const old = argon2Sync('argon2id', {
    message: PASSWORD,
    nonce: salt,
    memory: 1_024,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const reader = await addUser(context, 'old-hash@news.example', {
    passwordHash: `$argon2id$v=19$m=1024,t=1,p=1$${unpadded(salt)}$${unpadded(old)}`,
  });
  await signIn(reader.email);
  const { passwordHash } = await database.one(
    row({ password_hash: text }),
    sql`select password_hash from users where id = ${reader.id}`,
  );
  assert.match(passwordHash, /m=19456,t=2,p=1/);
  await signIn(reader.email);
});

test('a sign-in whose hash was computed while the password changed is refused', async () => {
  const reader = await addUserWithPassword(context);
  const { principal } = await signInUser(context, reader);
  const slow = {
    ...context,
    passwords: {
      ...passwords,
      verify: async (...input: Parameters<typeof passwords.verify>) => {
        const right = await passwords.verify(...input);
        await changePassword(context, principal, { next: 'a new bicycle for Ada', client: CLIENT });
        return right;
      },
    },
  };
  const attempt = signInWithPassword(slow, { email: reader.email, password: PASSWORD, client: CLIENT });
  await assert.rejects(attempt, isProblem('invalid-credentials'));
  assert.equal((await listSessions(context, reader.id)).length, 1, 'only the session of the change');
});

test('a sign-in whose hash was computed while the account was disabled is refused', async () => {
  const reader = await addUserWithPassword(context);
  const slow = {
    ...context,
    passwords: {
      ...passwords,
      verify: async (...input: Parameters<typeof passwords.verify>) => {
        const right = await passwords.verify(...input);
        await disableUser(context, { actor: { kind: 'console' }, userId: reader.id });
        return right;
      },
    },
  };
  const attempt = signInWithPassword(slow, { email: reader.email, password: PASSWORD, client: CLIENT });
  await assert.rejects(attempt, isProblem('invalid-credentials'));
  assert.deepEqual(await listSessions(context, reader.id), []);
});

test('a signed-in user can re-authenticate', async () => {
  const reader = await addUserWithPassword(context);
  const { session, principal } = await signInUser(context, reader);
  await context.clock.advance(3_600_000);
  const wrong = proveWithPassword(context, principal, { password: 'another quiet canal', client: CLIENT });
  await assert.rejects(wrong, isProblem('invalid-credentials'));
  await proveWithPassword(context, principal, { password: PASSWORD, client: CLIENT });
  const resolved = await resolveSession(context, session.cookie);
  assert.ok(resolved?.principal.credential.kind === 'session');
  assert.equal(resolved.principal.credential.provenAt, context.clock.now());
  const actions = (await listAudit(context, { limit: 2, actorId: reader.id })).map(({ action }) => action);
  assert.deepEqual(actions, ['proof.renewed', 'proof.failed']);
});

test('guessing: attempts on one account count together in any spelling of its address', () => {
  assert.equal(signInAccountKey('Ada@News.example'), signInAccountKey(' ada@NEWS.example '));
  assert.notEqual(signInAccountKey('ada@news.example'), signInAccountKey('eve@news.example'));
  assert.doesNotMatch(signInAccountKey('ada@news.example'), /ada/);
  assert.equal(signInAddressKey('2001:db8:1:2::1'), signInAddressKey('2001:db8:1:2:ffff::9'));
});

/** The database, recording the texts of its statements. */
function watching(real: Database): { watched: Database; statements: string[] } {
  const statements: string[] = [];
  const note = <S extends { text: string }>(statement: S): S => {
    statements.push(statement.text);
    return statement;
  };
  const watched: Database = {
    ...forwardingDatabase(real),
    many: (type, statement) => real.many(type, note(statement)),
    one: (type, statement) => real.one(type, note(statement)),
    maybe: (type, statement) => real.maybe(type, note(statement)),
    execute: statement => real.execute(note(statement)),
    transaction: (work, options) => {
      statements.push('transaction');
      return real.transaction(work, options);
    },
  };
  return { watched, statements };
}
