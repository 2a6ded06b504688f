import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CATEGORY_IDS } from '../taxonomy/taxonomy.ts';
import type { LinearModel } from './linear.ts';
import { builtInModel, builtInModelBytes, decodeModel, encodeModel, ModelUnreadable } from './model-file.ts';

const MODEL: LinearModel = {
  classes: ['a', 'b'],
  languages: ['en'],
  buckets: 8,
  scale: 0.25,
  temperature: 0.7,
  weights: Int8Array.from({ length: 16 }, (_, index) => index * 7 - 60),
};

test('TOPIC-2: a model survives encoding', () => {
  assert.deepEqual(decodeModel(encodeModel(MODEL)), MODEL);
});

test('TOPIC-2: a damaged or truncated file is refused', () => {
  const bytes = encodeModel(MODEL);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] ?? 0) ^ change;
      assert.throws(() => decodeModel(damaged), ModelUnreadable);
      assert.throws(() => decodeModel(bytes.subarray(0, at)), ModelUnreadable);
    }),
  );
});

test('TOPIC-2: the built-in model has the categories of the taxonomy and takes at most 20 MB', () => {
  assert.deepEqual(builtInModel().classes, CATEGORY_IDS);
  assert.ok(builtInModelBytes().length <= 20 * 1_048_576);
});
