import assert from 'node:assert/strict';
import { test } from 'node:test';
import { date, day, moment } from './times.ts';

const AT = new Date('2026-01-15T12:07:31.123Z');

test('times are shown in UTC, with an exact machine-readable value', () => {
  assert.equal(
    String(moment(AT)),
    '<time datetime="2026-01-15T12:07:31.123Z" data-shown="moment">15 January 2026 at 12:07 UTC</time>',
  );
  assert.equal(
    String(date(AT)),
    '<time datetime="2026-01-15T12:07:31.123Z" data-shown="date">15 January 2026</time>',
  );
});

test('the date line changes every quarter of an hour, so that cached pages stay valid in between', () => {
  const line = '<time datetime="2026-01-15T12:00:00.000Z" data-shown="day">Thursday, 15 January 2026</time>';
  assert.equal(String(day(AT)), line);
  assert.equal(String(day(new Date('2026-01-15T12:14:59.999Z'))), line);
  assert.notEqual(String(day(new Date('2026-01-15T12:15:00.000Z'))), line);
});
