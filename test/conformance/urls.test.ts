import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { canonicalUrl } from '../../src/ingest/dedup/canonical-url.ts';

/**
 * The development part of the address suite: pairs of one article, pairs of two articles, and invalid
 * addresses.
 */
const data = process.env['BROADSHEET_DATA'];
const skip = data === undefined ? 'set BROADSHEET_DATA to the folder with the development data' : false;
const MIN_SHARE = 0.95;

test("DEDUP-1: at least 95 % of the suite's cases get the expected key", { skip }, () => {
  const all = cases();
  const failed = all.filter(one => !isRight(one));
  assert.ok(all.length > 0 && 1 - failed.length / all.length >= MIN_SHARE, JSON.stringify(failed, null, 1));
});

test('DEDUP-1: certain pairs always have the same key, or always different keys', { skip }, () => {
  const failed = cases().filter(one => one.category.startsWith('must-') && !isRight(one));
  assert.deepEqual(failed, []);
});

test('DEDUP-1: every key of the suite is its own key', { skip }, () => {
  for (const { a, b } of cases()) {
    for (const key of [canonicalUrl(a), canonicalUrl(b ?? a)])
      if (key !== null) assert.equal(canonicalUrl(key), key);
  }
});

function isRight({ kind, a, b }: Case): boolean {
  const key = canonicalUrl(a);
  if (kind === 'invalid') return key === null;
  const other = canonicalUrl(b ?? '');
  return key !== null && other !== null && (key === other) === (kind === 'same');
}

function cases(): readonly Case[] {
  const file = readFileSync(join(data ?? '', 'conformance/urls.json'), 'utf8');
  return (JSON.parse(file) as { cases: readonly Case[] }).cases;
}

interface Case {
  readonly id: string;
  readonly category: string;
  readonly kind: 'same' | 'different' | 'invalid';
  readonly a: string;
  readonly b?: string;
}
