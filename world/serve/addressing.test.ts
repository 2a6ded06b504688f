import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, indexOfAddress } from './addressing.ts';

test('loopback addresses identify their publishers, also beyond 65,536', () => {
  for (const index of [0, 255, 256, 19_999, 65_535, 65_536, 99_999])
    assert.equal(indexOfAddress(addressOf(index)), index);
  assert.equal(indexOfAddress('::ffff:127.1.0.5'), 5);
  assert.equal(indexOfAddress('10.0.0.1'), null);
});
