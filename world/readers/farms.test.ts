import assert from 'node:assert/strict';
import { test } from 'node:test';
import { harmOfMachines } from './farms.testing.ts';

/** The other seeds: `npm run regression -- share-farms`. */
for (const seed of [2, 5])
  test(`RULE-2, TREND-8: bots change no list of a hundred by more than 1 %, seed ${seed}`, () => {
    const harm = harmOfMachines(seed);
    assert.ok(harm.farmed > 300 && harm.full >= 3, JSON.stringify(harm));
    assert.ok(harm.changed <= 1, JSON.stringify(harm));
    // Less than the score of one share by a reader who opened the article; three times that in a blend.
    assert.ok(harm.weight < 1.5, JSON.stringify(harm));
  });
