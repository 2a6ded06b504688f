import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOf } from './story-timeline.ts';

const HOUR_MS = 3_600_000;
const span = (hour: number, articles: number) => ({ at: new Date(hour * HOUR_MS), articles, newSources: 0 });

test('STORY-4: hours without articles have bars too, and breaking hours are marked', () => {
  const episode = { beganAt: new Date(2.5 * HOUR_MS), endedAt: new Date(2.9 * HOUR_MS), because: 'coverage' };
  const bars = barsOf('hour', [span(1, 4), span(4, 1)], [episode]);
  assert.deepEqual(
    bars.map(({ articles, isBreaking }) => [articles, isBreaking]),
    [
      [4, false],
      [0, true],
      [0, false],
      [1, false],
    ],
  );
});

test('STORY-4: a long story has a limited number of bars, and every article is in one', () => {
  const days = Array.from({ length: 400 }, (_, day) => span(day * 24, 2));
  const bars = barsOf('day', days, []);
  assert.ok(bars.length > 30 && bars.length <= 60, `${bars.length}`);
  assert.equal(
    bars.reduce((sum, { articles }) => sum + articles, 0),
    800,
  );
  assert.deepEqual(barsOf('hour', [], []), []);
});
