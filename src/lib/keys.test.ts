import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createKeys } from './keys.ts';
import { seededRandom, systemRandom } from './random.ts';

const keys = createKeys('a secret of more than thirty-two characters', systemRandom);
const others = createKeys('another secret of more than thirty-two characters', systemRandom);

test('a signature is valid only for its message, purpose and installation', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (message, other) => {
      const signature = keys.sign('cursor', message);
      assert.ok(keys.verify('cursor', message, signature));
      assert.equal(keys.verify('cursor', other, signature), other === message);
      assert.ok(!keys.verify('idempotency', message, signature));
      assert.ok(!others.verify('cursor', message, signature));
    }),
  );
});

test('a malformed signature is invalid and does not throw', () => {
  fc.assert(fc.property(fc.string(), garbage => assert.ok(!keys.verify('cursor', 'm', garbage))));
});

test('sealed bytes open to the same bytes, but not after any change', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (plain, at, flip) => {
        const sealed = keys.seal('signing-keys', plain);
        assert.deepEqual(keys.open('signing-keys', sealed), Buffer.from(plain));
        assert.equal(keys.open('idempotency', sealed), null);
        assert.equal(others.open('signing-keys', sealed), null);
        const changed = Uint8Array.from(sealed);
        const index = at % changed.length;
        changed[index] = (changed[index] ?? 0) ^ flip;
        assert.equal(keys.open('signing-keys', changed), null);
      },
    ),
  );
});

test('two seals of one plain text differ', () => {
  const random = seededRandom(1);
  const seeded = createKeys('a secret of more than thirty-two characters', random);
  const plain = Buffer.from('same');
  assert.notDeepEqual(seeded.seal('idempotency', plain), seeded.seal('idempotency', plain));
});
