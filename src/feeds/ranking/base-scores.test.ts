import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { START, someStory } from '../feeds.testing.ts';
import { StoryWindow } from '../window/story-window.ts';
import { BaseScores } from './base-scores.ts';
import { STANDARD } from './settings.ts';
import type { ListKey } from './top-lists.ts';
import { topSlots } from './top-slots.ts';

test('FEED-2: maintained top lists equal those built from all stories, after any additions, changes, merges and removals', () => {
  const which = fc.integer({ min: 0, max: 30 });
  const event = fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      which,
      topic: fc.integer({ min: 0, max: 3 }),
      age: fc.integer({ min: 0, max: 40 }),
    }),
    fc.record({ kind: fc.constant('remove' as const), which }),
    fc.record({ kind: fc.constant('merge' as const), which, into: which }),
    fc.constant({ kind: 'check' as const }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), fc.integer({ min: 1, max: 12 }), (events, limit) => {
      const window = new StoryWindow();
      const base = new BaseScores(window, () => 0);
      const check = () => {
        base.refresh(START, STANDARD);
        for (const key of KEYS) {
          const slots = key === 'all' ? window.slots() : window.postings.of(key);
          assert.deepEqual(base.top(key, limit), topSlots(slots, base.score, limit), key);
        }
      };
      for (const event of [...events, { kind: 'check' as const }]) {
        if (event.kind === 'check') check();
        if (event.kind === 'put')
          window.put(
            someStory(idOf(event.which), {
              topics: { [event.topic]: 1 },
              sources: [`s${event.which % 4}`],
              at: START - event.age * 600_000,
            }),
          );
        if (event.kind === 'remove') window.remove(idOf(event.which));
        if (event.kind === 'merge' && event.which !== event.into)
          window.redirect(idOf(event.which), idOf(event.into));
      }
    }),
    { numRuns: 500 },
  );
});

test('FEED-3: a changed story is scored again at once, all others as time passes', () => {
  const window = new StoryWindow();
  const base = new BaseScores(window, () => 0);
  for (let n = 0; n < 3; n++) window.put(someStory(idOf(n), { at: START - n * 3_600_000 }));
  const order = (now: number) => {
    base.refresh(now, STANDARD);
    return base.top('all', 10).map(slot => window.at(slot)?.story.id);
  };
  assert.deepEqual(order(START), [idOf(0), idOf(1), idOf(2)]);
  window.put(someStory(idOf(2), { at: START + 1_000 }));
  window.put(someStory(idOf(1), { at: START - 7_200_000 }));
  assert.deepEqual(order(START + 2_000).at(-1), idOf(1));
  const before = base.freshness[window.slotOf(idOf(1)) ?? 0] ?? 0;
  assert.deepEqual(order(START + 3_600_000), [idOf(2), idOf(0), idOf(1)]);
  assert.ok((base.freshness[window.slotOf(idOf(1)) ?? 0] ?? 0) < before);
});

test('the top slots equal the first of all sorted slots, also when most values are equal', () => {
  const column = Float64Array.from({ length: 20_000 }, (_, slot) => (slot % 7 === 0 ? 1 : (slot * 31) % 997));
  const sorted = [...column.keys()].sort((a, b) => (column[b] ?? 0) - (column[a] ?? 0) || a - b);
  assert.deepEqual(topSlots(column.keys(), column, 300), sorted.slice(0, 300));
  const flat = new Float64Array(20_000);
  assert.deepEqual(topSlots(flat.keys(), flat, 5), [0, 1, 2, 3, 4]);
});

const KEYS: readonly ListKey[] = [
  'all',
  'language:en',
  ...[0, 1, 2, 3].flatMap(n => [`dimension:${n}` as const, `source:s${n}` as const]),
];

function idOf(number: number): string {
  return `019b7000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}
