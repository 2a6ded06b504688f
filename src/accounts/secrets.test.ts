import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seededRandom, systemRandom } from '../lib/random.ts';
import {
  hashSecret,
  looksLikeApiToken,
  looksLikeSecret,
  newApiToken,
  newSecret,
  sameHash,
} from './secrets.ts';

test('a secret has 256 bits and is always new', () => {
  const secrets = Array.from({ length: 100 }, () => newSecret(systemRandom));
  assert.equal(new Set(secrets).size, 100);
  for (const secret of secrets) {
    assert.equal(Buffer.from(secret, 'base64url').length, 32);
    assert.ok(looksLikeSecret(secret));
  }
});

test('only equal hashes match', () => {
  assert.ok(sameHash(hashSecret('a'), hashSecret('a')));
  assert.ok(!sameHash(hashSecret('a'), hashSecret('b')));
  assert.ok(!sameHash(hashSecret('a'), Buffer.alloc(0)));
});

test('AUTH-1: an API token is recognised by its format alone', () => {
  fc.assert(
    fc.property(fc.integer(), seed => {
      const token = newApiToken(seededRandom(seed));
      assert.match(token, /^bsht_[0-9A-Za-z]{49}$/);
      assert.ok(looksLikeApiToken(token));
    }),
  );
});

test('a token with one wrong character is refused without a query', () => {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 5, max: 53 }),
      fc.constantFrom(...letters),
      (seed, at, letter) => {
        const token = newApiToken(seededRandom(seed));
        fc.pre(token[at] !== letter);
        assert.ok(!looksLikeApiToken(token.slice(0, at) + letter + token.slice(at + 1)));
      },
    ),
  );
  assert.ok(!looksLikeApiToken(''));
  assert.ok(!looksLikeApiToken(`${newApiToken(systemRandom)}\n`));
});
