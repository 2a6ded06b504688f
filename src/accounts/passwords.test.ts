import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { systemRandom } from '../lib/random.ts';
import { isProblem } from './accounts.testing.ts';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords({ random: systemRandom });
const TURN = { network: '192.0.2.0/24', isKnown: false };

test('AUTH-1: a password is stored as an argon2id string with a unique salt', async () => {
  const [one, two] = await Promise.all([
    passwords.hash('correct horse', TURN),
    passwords.hash('correct horse', TURN),
  ]);
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(one, two);
  assert.ok(await passwords.verify('correct horse', one, TURN));
  assert.ok(!(await passwords.verify('correct horsf', one, TURN)));
});

test('a hash with other parameters is verified, and rehashed when possible', async () => {
  const salt = Buffer.from('0123456789abcdef');
  const made = argon2Sync('argon2id', {
    message: 'correct horse',
    nonce: salt,
    memory: 4_096,
    passes: 3,
    parallelism: 2,
    tagLength: 24,
  });
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const theirs = `$argon2id$v=19$m=4096,t=3,p=2$${unpadded(salt)}$${unpadded(made)}`;
  assert.ok(await passwords.verify('correct horse', theirs, TURN));
  assert.ok(!(await passwords.verify('another horse', theirs, TURN)));
  assert.ok(passwords.needsRehash(theirs));
  assert.ok(!passwords.needsRehash(await passwords.hash('correct horse', TURN)));
});

test('without a hash or with an unreadable one every password is wrong', async () => {
  const unreadable = [
    null,
    '',
    'plain text',
    '$argon2i$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    // It would need 9 GiB.
    '$argon2id$v=19$m=9999999,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ];
  for (const hash of unreadable) assert.equal(await passwords.verify('', hash, TURN), false, String(hash));
});

test('one password typed on two keyboards is equal after normalisation', async () => {
  const composed = await passwords.hash('caf\u00e9 ﬁnland', TURN);
  assert.ok(await passwords.verify('cafe\u0301 finland', composed, TURN));
});

test('concurrent hashes and the queue are limited; the rest is refused with a retry time', async () => {
  const narrow = createPasswords({ random: systemRandom, atOnce: 1, waiting: 2 });
  const attempts = Array.from({ length: 5 }, () => narrow.hash('correct horse', TURN));
  const outcomes = await Promise.allSettled(attempts);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  );
  for (const outcome of outcomes.slice(3)) {
    assert.ok(outcome.status === 'rejected' && isProblem('overloaded')(outcome.reason));
  }
  assert.match(await narrow.hash('correct horse', TURN), /^\$argon2id/, 'the line is free again');
});
