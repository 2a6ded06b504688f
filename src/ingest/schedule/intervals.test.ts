import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Random } from '../../lib/random.ts';
import {
  afterSkippedTimes,
  assumedHabit,
  breakerOf,
  failureDelaySeconds,
  habitFromDates,
  MAX_INTERVAL_SECONDS,
  MIN_INTERVAL_SECONDS,
  nextIntervalSeconds,
  updatedHabit,
} from './intervals.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const DAY_MS = DAY * 1_000;

test('SCHED-3: the interval follows the publishing rate, with the limits of the publisher as a lower bound', () => {
  const cases: readonly [string, Parameters<typeof nextIntervalSeconds>, number][] = [
    ['unknown rate: the setting of the operator', [habit(900, null), []], 900],
    ['an article an hour: about every hour', [habit(900, 24), []], HOUR],
    ['more than twice as often: half of the setting', [habit(900, 1_000), []], 450],
    ['a silent source: eight times the setting', [habit(900, 0), []], 8 * 900],
    ['never below the minimum', [habit(300, 1_000_000), []], MIN_INTERVAL_SECONDS],
    ['never above the maximum', [habit(DAY, 0), []], MAX_INTERVAL_SECONDS],
    [
      'ttl, max-age, update period: the longest is the minimum',
      [habit(900, 96), [HOUR, 2 * HOUR, null]],
      2 * HOUR,
    ],
    ['a short ttl does not shorten the interval', [habit(900, 24), [60]], HOUR],
    ['a ttl of years is cut to the maximum', [habit(900, 96), [400 * DAY]], MAX_INTERVAL_SECONDS],
    ['a breaking story: the minimum', [{ ...habit(900, 1), isHurried: true }, [HOUR]], MIN_INTERVAL_SECONDS],
  ];
  for (const [what, args, expected] of cases) assert.equal(nextIntervalSeconds(...args), expected, what);
});

test('SCHED-3: for any input, the interval is a whole number between minimum and maximum', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 300, max: DAY }),
      fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
      fc.array(fc.option(fc.integer({ min: 0, max: 2 ** 31 })), { maxLength: 4 }),
      fc.boolean(),
      (baseSeconds, articlesPerDay, limits, isHurried) => {
        const seconds = nextIntervalSeconds({ baseSeconds, articlesPerDay, isHurried }, limits);
        assert.ok(
          Number.isInteger(seconds) && seconds >= MIN_INTERVAL_SECONDS && seconds <= MAX_INTERVAL_SECONDS,
        );
        const floor = Math.min(MAX_INTERVAL_SECONDS, Math.max(0, ...limits.map(each => each ?? 0)));
        assert.ok(isHurried || seconds >= floor);
      },
    ),
  );
});

test('SCHED-3: a fetch in skipped hours or days is postponed to the next hour outside', () => {
  const at = (text: string) => new Date(`2026-03-${text}Z`);
  const cases: readonly [string, Date, readonly number[], readonly number[], Date][] = [
    ['nothing is skipped', at('04T10:20:30'), [], [], at('04T10:20:30')],
    ['another hour is skipped', at('04T10:20:30'), [11], [], at('04T10:20:30')],
    ['this hour is skipped', at('04T10:20:30'), [10], [], at('04T11:00:00')],
    ['several, over midnight', at('04T22:20:30'), [22, 23, 0, 1], [], at('05T02:00:00')],
    // 4 March 2026 is a Wednesday.
    ['this day is skipped', at('04T22:20:30'), [], [3], at('05T00:00:00')],
    ['a day and the first hours of the next', at('04T22:20:30'), [0, 1], [3], at('05T02:00:00')],
    ['a weekend is longer than the maximum', at('07T00:30:00'), [], [6, 0], at('08T00:30:00')],
    ['everything is skipped', at('04T10:20:30'), [], [0, 1, 2, 3, 4, 5, 6], at('05T10:20:30')],
  ];
  for (const [what, from, skipHours, skipDays, expected] of cases)
    assert.deepEqual(afterSkippedTimes(from, { skipHours, skipDays }), expected, what);
});

test('SCHED-3: a postponed fetch is at most a day later, and outside the skipped times unless all are skipped', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      fc.uniqueArray(fc.integer({ min: 0, max: 23 })),
      fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
      (from, skipHours, skipDays) => {
        const to = afterSkippedTimes(from, { skipHours, skipDays });
        const putOff = to.getTime() - from.getTime();
        assert.ok(putOff >= 0 && putOff <= MAX_INTERVAL_SECONDS * 1_000);
        const isSkipped = skipHours.includes(to.getUTCHours()) || skipDays.includes(to.getUTCDay());
        assert.ok(!isSkipped || putOff === MAX_INTERVAL_SECONDS * 1_000);
      },
    ),
  );
});

test('SCHED-4: failures wait a minute, doubling to 64 minutes, then a day, with jitter upwards', () => {
  const waits = [1, 2, 4, 8, 16, 32, 64].map(minutes => minutes * MINUTE).concat(DAY, DAY);
  for (const [index, seconds] of waits.entries()) {
    assert.equal(failureDelaySeconds(index + 1, always(0)), seconds);
    assert.equal(failureDelaySeconds(index + 1, always(1)), seconds * 1.25);
  }
});

test('SCHED-4: Retry-After is a lower bound of the delay, up to a week', () => {
  assert.equal(failureDelaySeconds(1, always(0), 2 * HOUR), 2 * HOUR);
  assert.equal(failureDelaySeconds(8, always(0), 2 * HOUR), DAY);
  assert.equal(failureDelaySeconds(1, always(0), 100 * DAY), 7 * DAY);
});

test('SCHED-4: five failures in a row open the breaker; the next due fetch is the probe', () => {
  const now = new Date('2026-03-04T10:00:00Z');
  const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
  const cases: readonly [number, Date | null, string][] = [
    [0, before, 'closed'],
    [4, after, 'closed'],
    [5, after, 'open'],
    [5, now, 'half-open'],
    [9, before, 'half-open'],
    [9, null, 'open'],
  ];
  for (const [failures, nextCrawlAt, expected] of cases)
    assert.equal(
      breakerOf({ failures, nextCrawlAt }, now),
      expected,
      `${failures} ${nextCrawlAt?.toISOString()}`,
    );
});

test('SCHED-3: the rate approaches the real publishing rate, however often the source is fetched', () => {
  for (const visitsPerDay of [4, 24, 96, 288]) {
    let habitual = 0;
    const perVisit = 48 / visitsPerDay;
    for (let visit = 0; visit < visitsPerDay * 60; visit++)
      habitual = updatedHabit(habitual, perVisit, 1 / visitsPerDay);
    assert.ok(Math.abs(habitual - 48) < 0.5, `${visitsPerDay} visits a day: ${habitual}`);
  }
});

test('SCHED-3: the new rate lies between the old one and the observed one', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 10_000, noNaN: true }),
      fc.integer({ min: 0, max: 1_000 }),
      fc.double({ min: 0, max: 400, noNaN: true }),
      (before, found, elapsedDays) => {
        const after = updatedHabit(before, found, elapsedDays);
        const seen = elapsedDays > 0 ? found / elapsedDays : before;
        const slack = 1e-9 * Math.max(1, before, seen);
        assert.ok(after >= Math.min(before, seen) - slack && after <= Math.max(before, seen) + slack);
      },
    ),
  );
});

test('SCHED-3: the dates of the first document give the publishing rate', () => {
  const now = Date.UTC(2026, 2, 4);
  const daysAgo = (...days: number[]) => days.map(each => now - each * DAY_MS);
  const cases: readonly [string, number[], number | null][] = [
    ['no dates', [], null],
    ['one alone', daysAgo(1), null],
    ['two in two days', daysAgo(0, 2), 1],
    ['ten in half a day', daysAgo(...Array.from({ length: 10 }, (_, n) => n / 18)), 20],
    ['old ones do not count', daysAgo(0, 2, 50, 300), 1],
    ['only old ones', daysAgo(20, 30), 0],
    ['all at this moment: an hour at least', daysAgo(0, 0, 0), 72],
  ];
  for (const [what, dates, expected] of cases) {
    const habitual = habitFromDates(dates, now);
    if (expected === null) assert.equal(habitual, null, what);
    else assert.ok(Math.abs((habitual ?? Number.NaN) - expected) < 1e-6, `${what}: ${habitual}`);
  }
  assert.equal(assumedHabit(900), 96);
});

function habit(baseSeconds: number, articlesPerDay: number | null) {
  return { baseSeconds, articlesPerDay, isHurried: false };
}

function always(fraction: number): Random {
  return { bytes: length => new Uint8Array(length), fraction: () => fraction };
}
