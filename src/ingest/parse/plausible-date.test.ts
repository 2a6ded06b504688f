import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plausibleDate } from './plausible-date.ts';

const NOW = Date.UTC(2026, 2, 4, 10);
const HOUR = 3_600_000;

test('PARSE-2: implausible dates are ignored, and dates of slightly fast clocks count as now', () => {
  const cases: readonly [string, number | null, number, boolean][] = [
    ['an hour ago', NOW - HOUR, NOW - HOUR, true],
    ['now', NOW, NOW, true],
    ['none', null, NOW, false],
    ['no number', Number.NaN, NOW, false],
    ['before the web', Date.UTC(1989, 11, 31), NOW, false],
    ['the first day of the web', Date.UTC(1990, 0), Date.UTC(1990, 0), true],
    ['a wrong zone', NOW + 14 * HOUR, NOW, true],
    ['a day ahead', NOW + 24 * HOUR, NOW, true],
    ['more than a day ahead', NOW + 24 * HOUR + 1, NOW, false],
    ['the end of time', 8.64e15, NOW, false],
    ['beyond it', Number.POSITIVE_INFINITY, NOW, false],
    ['before it', Number.NEGATIVE_INFINITY, NOW, false],
  ];
  for (const [what, stated, at, isOwn] of cases)
    assert.deepEqual(plausibleDate(stated, NOW), { at: new Date(at), isOwn }, what);
});

test('PARSE-2: for any input, the date is valid, after 1990 and never in the future', () => {
  fc.assert(
    fc.property(fc.option(fc.double()), stated => {
      const { at, isOwn } = plausibleDate(stated, NOW);
      assert.ok(at.getTime() >= Date.UTC(1990, 0) && at.getTime() <= NOW);
      if (isOwn) assert.equal(at.getTime(), Math.trunc(Math.min(stated ?? Number.NaN, NOW)));
    }),
  );
});
