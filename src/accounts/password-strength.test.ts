import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { isProblem } from './accounts.testing.ts';
import { BREACHED_HASH_BYTES } from './breached-passwords.ts';
import { checkPasswordStrength, requireStrongPassword } from './password-strength.ts';

const ada = { email: 'ada.lovelace@engine.example', displayName: 'Ada Lovelace', siteName: 'The Daily Test' };
const check = (password: string) => checkPasswordStrength(password, ada).map(({ code }) => code);

test('a password has at least ten characters, independent of its bytes', () => {
  assert.equal(check('zT9!qLw4#')[0], 'password-too-short');
  assert.deepEqual(check('zT9!qLw4#u'), []);
  assert.equal(check('🦊🐙🌵🎷🧭🪁🛶🧂🪐')[0], 'password-too-short');
  assert.deepEqual(check('🦊🐙🌵🎷🧭🪁🛶🧂🪐🥨'), []);
});

test('a password has at most 256 characters', () => {
  const long = Array.from({ length: 256 }, (_, n) =>
    String.fromCodePoint(0x61 + ((n * 7 + (n >> 3)) % 26)),
  ).join('');
  assert.deepEqual(check(long), []);
  assert.equal(check(`${long}x`)[0], 'password-too-long');
  assert.equal(check('x'.repeat(1_000_000))[0], 'password-too-long');
});

test('public facts about the user are refused as a password', () => {
  for (const password of [
    'ada.lovelace@engine.example',
    'ada.lovelace1815',
    'AdaLovelace!!',
    'The Daily Test 1',
    'thedailytest',
    'Lovelace12345',
    'lovelace-engine',
  ]) {
    assert.notDeepEqual(check(password), [], password);
  }
  assert.deepEqual(check('Lovelace wrote notes on 7 looms'), []);
});

test('a single pattern is refused as a password', () => {
  for (const password of [
    'aaaaaaaaaa',
    'abababababab',
    'abcabcabcabc',
    '1234567890',
    '0987654321',
    '12345678901234567890',
    'abcdefghijkl',
    'zyxwvutsrqp',
    'qwertyuiop',
    'poiuytrewq',
    'asdfghjklkjh',
    '1q2w3e4r5t',
    '1qaz2wsx3edc',
    'qwertzuiop',
    'azertyuiop',
    '          ',
  ]) {
    assert.notDeepEqual(check(password), [], password);
  }
});

test('common passwords are refused, also when disguised', () => {
  for (const password of [
    'password123',
    'Password123!',
    'P@ssw0rd1234',
    'passwordpassword',
    'drowssap1234',
    'PASSWORD2024',
    'iloveyou123',
    'iloveyou1314',
    'ILoveYou2!',
    'basketball',
    'basketball23',
    'football123',
    'liverpool1892',
    'princess1234',
    'jennifer1987',
    'michaeljordan',
    'jessica123456',
    'sunshine2019',
    'Summer2025!',
    'Winter2024!!',
    'qwerty123456',
    'qwertyuiop123',
    'asdfghjkl123',
    'zxcvbnm12345',
    'abc123456789',
    'a123456789',
    '123456789a',
    '1234567891',
    '123qweasdzxc',
    '1q2w3e4r5t6y',
    'q1w2e3r4t5',
    '147258369147',
    'letmein1234',
    'welcome12345',
    'administrator',
    'changeme2023',
    'trustno1trustno1',
    'superman1234',
    'dragonball',
    'dragonballz1',
    'starwars1977',
    'harrypotter',
    'harrypotter1',
    'chocolate1',
    'strawberry',
    'butterfly1',
    'motdepasse1',
    'passwort2024',
    'hello world',
    'hellohello',
    'christopher',
    'christopher1',
    'alexander1',
    'barcelona1',
    'realmadrid10',
    'manchester1',
    'manchesterunited',
    'playstation',
    'playstation3',
    'minecraft123',
    'pokemon12345',
    'mercedes123',
    'babygirl123',
    'mylove1234',
    'jesuschrist1',
    'godisgood1',
    '19871987',
    '1987-1987-1987',
    '25121990',
    '0123456789',
    '9876543210',
    '1111111111',
    'aaaaaaaaaaaa1',
    'aa12345678',
    'fuckyou1234',
    'm0nkey12345',
    'travis1234',
    'nicole2000',
    'charlie2015',
    'computer123',
    'internet123',
    'samsung1234',
  ]) {
    assert.notDeepEqual(check(password), [], password);
  }
});

test('memorable passwords that are hard to guess are accepted', () => {
  for (const password of [
    'correct horse battery staple',
    'a quiet walk by the canal',
    'mein Fahrrad quietscht',
    'tangerine-gazebo-47',
    'zebra umbrella kettle',
    'three ducks under the bridge',
    'vJ8x-2mQp-71Lk',
    'kühler Morgen im Mai',
    'мой любимый велосипед',
    '雨の日には本を読みます',
  ]) {
    assert.deepEqual(check(password), [], password);
  }
});

test('random passwords of password managers are accepted', () => {
  const signs = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#%*+-';
  fc.assert(
    fc.property(
      fc
        .array(fc.constantFrom(...signs), { minLength: 16, maxLength: 40 })
        .filter(text => new Set(text).size >= 10),
      text => assert.deepEqual(check(text.join('')), []),
    ),
  );
});

test('any text is rated without throwing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string(), (password, name) => {
      const reasons = checkPasswordStrength(password, { ...ada, displayName: name });
      assert.ok(Array.isArray(reasons));
    }),
  );
});

test('a weak password gives a problem with the reason', () => {
  assert.throws(() => requireStrongPassword('password', ada), isProblem('weak-password'));
  assert.doesNotThrow(() => requireStrongPassword('a quiet walk by the canal', ada));
});

test('passwords of known break-ins are refused in any case, also those that the model does not know', () => {
  for (const password of [
    'undertaker',
    'rjirfrgbde',
    'a1s2d3f4g5',
    '7uGd5HIp2J',
    'UnderTaker',
    'ＵＮＤＥＲＴＡＫＥＲ',
  ])
    assert.deepEqual(check(password), ['password-breached'], password);
  // Positive control: neighbours of theirs are not in the list.
  for (const password of ['undertakerq', 'rjirfrgbdf', 'a1s2d3f4g6', '7uGd5HIp2K'])
    assert.deepEqual(check(password), [], password);
});

test('the list of breached passwords is sorted, so that each can be found', () => {
  const file = readFileSync(join(import.meta.dirname, '../../models/breached-passwords.bin'));
  assert.equal(file.length % BREACHED_HASH_BYTES, 0);
  assert.ok(file.length / BREACHED_HASH_BYTES > 40_000);
  for (let at = BREACHED_HASH_BYTES; at < file.length; at += BREACHED_HASH_BYTES) {
    const before = file.subarray(at - BREACHED_HASH_BYTES, at);
    assert.ok(Buffer.compare(before, file.subarray(at, at + BREACHED_HASH_BYTES)) < 0);
  }
});
