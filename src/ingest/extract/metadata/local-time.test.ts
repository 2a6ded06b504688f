import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type FoundDate, findDate, formatDate } from './calendar.ts';
import { inLocalTime } from './local-time.ts';

test('PARSE-4: a UTC time is written in the local time that the page shows', () => {
  const line = 'PUBLISHED: November 8, 2023 at 11:30 p.m. | UPDATED: November 9, 2023 at 12:21 a.m.';
  assert.equal(local('2023-11-09T05:30:59Z', [line]), '2023-11-08T23:30:59-06:00');
  assert.equal(
    local('2019-10-18T22:04:00Z', ['Von Ada Vale 19. Oktober 2019 00:04 Uhr']),
    '2019-10-19T00:04:00+02:00',
  );
});

test('PARSE-4: a time with a different minute or zone stays unchanged', () => {
  assert.equal(local('2023-11-09T05:30:59Z', ['November 8, 2023 at 11:17 p.m.']), '2023-11-09T05:30:59Z');
  assert.equal(
    local('2023-11-09T05:30:59+01:00', ['November 8, 2023 at 11:30 p.m.']),
    '2023-11-09T05:30:59+01:00',
  );
});

test('PARSE-4: the instant never changes', () => {
  const time = fc.date({
    min: new Date('2001-01-01T00:00:00Z'),
    max: new Date('2030-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(time, fc.integer({ min: -30, max: 30 }), (at, halves) => {
      const utc = `${at.toISOString().slice(0, 19)}Z`;
      const shown = new Date(at.getTime() + halves * 1_800_000).toISOString().slice(0, 16).replace('T', ' ');
      assert.equal(Date.parse(local(utc, [shown])), Date.parse(utc));
    }),
  );
});

function local(utc: string, lines: readonly string[]): string {
  return formatDate(inLocalTime(dateIn(utc), lines, true));
}

function dateIn(text: string): FoundDate {
  const found = findDate(text);
  assert.ok(found);
  return found;
}
