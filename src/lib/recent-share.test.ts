import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from './clock.ts';
import { RecentShare } from './recent-share.ts';

test('the share is that of the last five minutes, and null when nothing was counted', async () => {
  const clock = new ManualClock();
  const failures = new RecentShare(clock);
  assert.equal(failures.value(), null);
  failures.add(1, 1);
  await clock.advance(60_000);
  failures.add(0, 3);
  assert.equal(failures.value(), 0.25);
  await clock.advance(240_000);
  assert.equal(failures.value(), 0);
  await clock.advance(300_000);
  assert.equal(failures.value(), null);
});

test('minutes before a clock was set back do not count', () => {
  let now = Date.UTC(2026, 0, 1, 12);
  const failures = new RecentShare({ now: () => now });
  failures.add(1, 1);
  now -= 3_600_000;
  failures.add(0, 1);
  assert.equal(failures.value(), 0);
});
