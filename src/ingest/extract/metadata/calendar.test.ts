import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findDate, formatDate } from './calendar.ts';

const WRITTEN: readonly (readonly [text: string, iso: string])[] = [
  ['2024-03-12', '2024-03-12'],
  ['2024-03-12T07:30:00+01:00', '2024-03-12T07:30:00+01:00'],
  ['2024-03-12 07:30', '2024-03-12T07:30'],
  ['20240312', '2024-03-12'],
  ['2024-03-12T07:30:00.123Z', '2024-03-12T07:30:00Z'],
  ['2024-03-12T07:30:00+0100', '2024-03-12T07:30:00+01:00'],
  ['12. März 2019', '2019-03-12'],
  ['Mo., 4. Jänner 2021, 8:05 Uhr', '2021-01-04T08:05'],
  ['am 12.03.2019 um 10:00 Uhr', '2019-03-12T10:00'],
  ['Stand: 1.2.19', '2019-02-01'],
  ['March 12, 2019 at 9:15 pm', '2019-03-12T21:15'],
  ['12th of March, 2019', '2019-03-12'],
  ['Sept. 3, 2020', '2020-09-03'],
  ['12 de marzo de 2024', '2024-03-12'],
  ['le 1er août 2022 à 14h30', '2022-08-01T14:30'],
  ['12 stycznia 2021', '2021-01-12'],
  ['7 мая 2018', '2018-05-07'],
  ['2024年3月12日', '2024-03-12'],
  ['25/12/2020', '2020-12-25'],
  ['Tue, 12 Mar 2019 10:00:00 GMT', '2019-03-12T10:00:00'],
];

for (const [text, iso] of WRITTEN) {
  test(`PARSE-4: the date in "${text}" is ${iso}`, () => {
    const found = findDate(text);
    assert.equal(found && formatDate(found), iso);
  });
}

test('PARSE-4: a date with slashes is read month first only on American pages', () => {
  const read = (monthFirst: boolean): string => {
    const found = findDate('3/4/2020', monthFirst);
    return found ? formatDate(found) : '';
  };
  assert.equal(read(true), '2020-03-04');
  assert.equal(read(false), '2020-04-03');
});

test('PARSE-4: text without a date gives no date', () => {
  for (const text of [
    '',
    '31.02.2020',
    '2020-13-01',
    'Version 12.3.4',
    '1.234.567',
    '10:30',
    'call 0800 000 98 00',
    'May be 3000',
  ]) {
    assert.equal(findDate(text), null, text);
  }
});

test('PARSE-4: every written day is read back', () => {
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, day => {
      const iso = day.toISOString().slice(0, 10);
      const [year, month, date] = iso.split('-').map(Number);
      for (const text of [iso, `${date}.${month}.${year}`, `on ${iso}T00:00:00Z`]) {
        const found = findDate(text);
        assert.equal(found && formatDate(found).slice(0, 10), iso, text);
      }
    }),
  );
});
