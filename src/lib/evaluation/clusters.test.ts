import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bCubed, type Label, pairwise } from './clusters.ts';

const close = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 1e-9);

const labelled = fc
  .array(fc.tuple(fc.nat({ max: 6 }), fc.constantFrom('a', 'b', 'c', 'd')), { maxLength: 40 })
  .map(items => [items.map(([found]) => found), items.map(([, real]) => real)] as const);

test('STORY-2: a worked example agrees with figures computed by hand', () => {
  // Found {1, 2, 3} and {4, 5}; true {1, 2}, {3, 4, 5}.
  const found = ['x', 'x', 'x', 'y', 'y'];
  const real = ['a', 'a', 'b', 'b', 'b'];
  const items = bCubed(found, real);
  close(items.precision, (2 / 3 + 2 / 3 + 1 / 3 + 1 + 1) / 5);
  close(items.recall, (1 + 1 + 1 / 3 + 2 / 3 + 2 / 3) / 5);
  const pairs = pairwise(found, real);
  assert.deepEqual([pairs.bothPairs, pairs.foundPairs, pairs.truePairs], [2, 4, 4]);
  close(pairs.f1, 0.5);
});

test('STORY-2: the measures agree with their definitions, computed item by item and pair by pair', () => {
  fc.assert(
    fc.property(labelled, ([found, real]) => {
      const [items, pairs] = [bCubed(found, real), pairwise(found, real)];
      const plain = plainFigures(found, real);
      close(items.precision, plain.itemPrecision);
      close(items.recall, plain.itemRecall);
      close(pairs.precision, plain.pairPrecision);
      close(pairs.recall, plain.pairRecall);
    }),
  );
});

test('STORY-2: swapping predicted and true groups swaps precision and recall', () => {
  fc.assert(
    fc.property(labelled, ([found, real]) => {
      close(bCubed(found, real).precision, bCubed(real, found).recall);
      close(pairwise(found, real).precision, pairwise(real, found).recall);
    }),
  );
});

test('STORY-2: single items have perfect precision, one group has perfect recall, equal groups have both', () => {
  const real = ['a', 'a', 'b', 'b', 'c'];
  const alone = real.map((_, index) => index);
  const together = real.map(() => 0);
  assert.equal(bCubed(alone, real).precision, 1);
  assert.equal(pairwise(alone, real).precision, 1);
  assert.equal(bCubed(together, real).recall, 1);
  assert.equal(pairwise(together, real).recall, 1);
  assert.equal(bCubed([7, 7, 8, 8, 9], real).f1, 1);
  assert.equal(pairwise([7, 7, 8, 8, 9], real).f1, 1);
});

test('STORY-2: labels of different length are refused', () => {
  assert.throws(() => bCubed(['a'], []), RangeError);
});

test('STORY-2: two million items in two groups need no list of pairs', () => {
  const found = Array.from({ length: 2_000_000 }, (_, index) => index % 2);
  assert.equal(pairwise(found, found).f1, 1);
});

function plainFigures(found: readonly Label[], real: readonly Label[]) {
  const precisions: number[] = [];
  const recalls: number[] = [];
  let [both, foundPairs, realPairs] = [0, 0, 0];
  for (let i = 0; i < found.length; i++) {
    let [together, withFound, withReal] = [0, 0, 0];
    for (let j = 0; j < found.length; j++) {
      const [sameFound, sameReal] = [found[i] === found[j], real[i] === real[j]];
      together += Number(sameFound && sameReal);
      withFound += Number(sameFound);
      withReal += Number(sameReal);
      if (j <= i) continue;
      both += Number(sameFound && sameReal);
      foundPairs += Number(sameFound);
      realPairs += Number(sameReal);
    }
    precisions.push(together / withFound);
    recalls.push(together / withReal);
  }
  const mean = (values: readonly number[]) =>
    values.length === 0 ? 1 : values.reduce((total, value) => total + value, 0) / values.length;
  return {
    itemPrecision: mean(precisions),
    itemRecall: mean(recalls),
    pairPrecision: foundPairs === 0 ? 1 : both / foundPairs,
    pairRecall: realPairs === 0 ? 1 : both / realPairs,
  };
}
