import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../../errors.ts';
import { checkSchedule, nextRun, runsBetween } from './cron.ts';

describe('TASK-1: cron expressions mean the local time of their zone', () => {
  for (const { what, cron, timeZone = 'Europe/Berlin', after, expected } of [
    {
      what: 'a time every day',
      cron: '30 2 * * *',
      after: '2026-03-26T12:00Z',
      expected: ['2026-03-27T01:30Z', '2026-03-28T01:30Z'],
    },
    {
      what: 'a time in the spring gap is due once, at the first moment after it',
      cron: '30 2 * * *',
      after: '2026-03-28T02:00Z',
      expected: ['2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    },
    {
      what: 'every quarter of an hour continues evenly through the spring gap',
      cron: '*/15 * * * *',
      after: '2026-03-29T00:40Z',
      expected: ['2026-03-29T00:45Z', '2026-03-29T01:00Z', '2026-03-29T01:15Z'],
    },
    {
      what: 'a time that exists twice in autumn is due once, the first time',
      cron: '30 2 * * *',
      after: '2026-10-24T12:00Z',
      expected: ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    },
    {
      what: 'every hour continues evenly through the repeated hour',
      cron: '0 * * * *',
      after: '2026-10-24T23:30Z',
      expected: ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
    },
    {
      what: 'a zone whose clock is set back by half an hour',
      cron: '45 1 * * *',
      timeZone: 'Australia/Lord_Howe',
      after: '2026-04-04T00:00Z',
      expected: ['2026-04-04T14:45Z', '2026-04-05T15:15Z'],
    },
    {
      what: 'a zone whose clock is set forward by half an hour',
      cron: '15 2 * * *',
      timeZone: 'Australia/Lord_Howe',
      after: '2026-10-03T00:00Z',
      expected: ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    },
    {
      what: 'a zone of another continent changes at its own dates',
      cron: '30 2 * * *',
      timeZone: 'America/New_York',
      after: '2026-03-07T12:00Z',
      expected: ['2026-03-08T07:00Z', '2026-03-09T06:30Z'],
    },
    {
      what: 'day of month or day of week: one match is enough',
      cron: '0 12 13 * 5',
      timeZone: 'UTC',
      after: '2026-11-12T12:00Z',
      expected: ['2026-11-13T12:00Z', '2026-11-20T12:00Z'],
    },
    {
      what: 'leap day',
      cron: '0 12 29 2 *',
      timeZone: 'UTC',
      after: '2026-03-01T00:00Z',
      expected: ['2028-02-29T12:00Z', '2032-02-29T12:00Z'],
    },
  ])
    test(what, () => {
      let last = new Date(after);
      const found = expected.map(() => {
        last = nextRun({ cron, timeZone }, last) ?? new Date(Number.NaN);
        return last.toISOString();
      });
      assert.deepEqual(
        found,
        expected.map(time => new Date(time).toISOString()),
      );
    });
});

test('a one-off task is due at its time only', () => {
  const at = new Date('2026-05-01T10:00Z');
  assert.deepEqual(nextRun({ at }, new Date('2026-05-01T09:59:59.999Z')), at);
  assert.equal(nextRun({ at }, at), null);
});

test('the next time is later, on a full minute, and the first of the times listed from there', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
  );
  const field = (max: number, min = 0) =>
    fc.oneof(
      fc.constant('*'),
      fc.integer({ min, max }).map(String),
      fc.integer({ min: 1, max: 6 }).map(step => `*/${step}`),
    );
  const cron = fc
    .tuple(field(59), field(23), field(28, 1), fc.constant('*'), field(6))
    .map(all => all.join(' '));
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(zones, cron, moment, (timeZone, expression, after) => {
      const schedule = { cron: expression, timeZone };
      checkSchedule(schedule);
      const next = nextRun(schedule, after);
      assert.ok(next && next > after, `${expression} after ${after.toISOString()}`);
      assert.equal(next.getTime() % 60_000, 0);
      const [first] = runsBetween(schedule, new Date(next.getTime() - 1), new Date(next.getTime() + 60_000));
      assert.deepEqual(first, next);
    }),
    { numRuns: 300 },
  );
});

describe('an invalid schedule is refused with the faulty field', () => {
  for (const [cron, timeZone, at, message] of [
    ['* * * *', 'UTC', '/schedule/cron', /must have five fields/],
    ['* * * * * *', 'UTC', '/schedule/cron', /must have five fields/],
    ['@daily', 'UTC', '/schedule/cron', /must have five fields/],
    ['61 * * * *', 'UTC', '/schedule/cron', /Invalid value for minute: 61/],
    ['*/0 * * * *', 'UTC', '/schedule/cron', /is not valid/],
    ['a b c d e', 'UTC', '/schedule/cron', /illegal characters/],
    ['0 0 31 2 *', 'UTC', '/schedule/cron', /is never due/],
    [`${'1,'.repeat(200)}1 * * * *`, 'UTC', '/schedule/cron', /at most 200 characters/],
    ['* * * * *', 'Mars/Base', '/schedule/timeZone', /must be a time zone/],
    ['* * * * *', '+02:00', '/schedule/timeZone', /must be a time zone/],
    ['* * * * *', '', '/schedule/timeZone', /must be a time zone/],
  ] as const)
    test(`${cron.slice(0, 20)} in ${timeZone}`, () => {
      assert.throws(
        () => checkSchedule({ cron, timeZone }),
        error =>
          error instanceof Problem &&
          error.code === 'validation-failed' &&
          error.faults[0]?.at === at &&
          message.test(error.faults[0]?.message ?? ''),
      );
    });

  test('an invalid date', () => {
    assert.throws(() => checkSchedule({ at: new Date('soon') }), /is not a valid time/);
  });
});
