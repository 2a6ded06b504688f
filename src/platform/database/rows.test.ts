import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testDatabase } from '../../../test/harness/database.ts';
import { row, textArray, timestamptz } from './rows.ts';
import { sql } from './sql.ts';

const { database } = await testDatabase();
const Moment = row({ at: timestamptz });

test('a timestamp is read to the millisecond, however many digits PostgreSQL writes', async () => {
  const moments = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(moments, async at => {
      assert.deepEqual(await database.one(Moment, sql`select ${at.toISOString()}::timestamptz as at`), {
        at,
      });
    }),
    { numRuns: 300 },
  );
});

test('fractions of one, two and six digits are parsed correctly', () => {
  const read = (text: string) => timestamptz.decode(text).toISOString();
  assert.equal(read('2026-01-02 03:04:05+00'), '2026-01-02T03:04:05.000Z');
  assert.equal(read('2026-01-02 03:04:05.6+00'), '2026-01-02T03:04:05.600Z');
  assert.equal(read('2026-01-02 03:04:05.67+00'), '2026-01-02T03:04:05.670Z');
  assert.equal(read('2026-01-02 03:04:05.678901+00'), '2026-01-02T03:04:05.678Z');
  assert.equal(read('2026-01-02 03:04:05.5+02'), '2026-01-02T01:04:05.500Z');
  assert.throws(() => read('infinity'), /outside the range of a Date/);
});

test('arrays of text survive the round trip, whatever they contain', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ unit: 'grapheme', maxLength: 20 }).filter(text => !text.includes('\0')),
        { maxLength: 8 },
      ),
      async items => {
        assert.deepEqual(
          await database.one(row({ items: textArray }), sql`select ${items}::text[] as items`),
          { items },
        );
      },
    ),
    { numRuns: 200 },
  );
});
