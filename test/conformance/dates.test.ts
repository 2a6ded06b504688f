import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseFeedDate } from '../../src/ingest/parse/text/dates.ts';

/** The development part of the date suite, in a time zone that would reveal any use of the machine's own. */
const data = process.env['BROADSHEET_DATA'];
const skip = data === undefined ? 'set BROADSHEET_DATA to the folder with the development data' : false;
const MIN_SHARE = 0.97;

test("PARSE-2: at least 97 % of the suite's dates are read, to the second", { skip }, () => {
  process.env['TZ'] = 'America/New_York';
  const { cases } = JSON.parse(readFileSync(join(data ?? '', 'conformance/dates.json'), 'utf8')) as Suite;
  const failed = cases.filter(({ input, expect }) => !isRight(parseFeedDate(input), expect));
  const share = 1 - failed.length / cases.length;
  assert.ok(cases.length > 0 && share >= MIN_SHARE, JSON.stringify(failed, null, 1));
});

function isRight(read: number | null, expected: string | null): boolean {
  if (read === null || expected === null) return read === expected;
  return Math.abs(read - Date.parse(expected)) <= 1_000;
}

interface Suite {
  readonly cases: readonly { readonly id: string; readonly input: string; readonly expect: string | null }[];
}
