import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { crawlDelayOf, isAllowed, parseRobots, sitemapsOf } from '../../src/ingest/fetch/robots.ts';

/** The development part of the suite of robots.txt: what may be fetched, how often, and where sitemaps are. */
const data = process.env['BROADSHEET_DATA'];
const skip = data === undefined ? 'BROADSHEET_DATA does not name the folder of the development data' : false;
const MIN_SHARE = 0.995;

test('FETCH-2: 995 of 1000 questions of the suite are answered as Google would', { skip }, () => {
  const file = gunzipSync(readFileSync(join(data ?? '', 'conformance/robots.json.gz'))).toString();
  const suite = JSON.parse(file) as Suite;
  const failed = suite.cases.filter(one => !isRight(suite.robots[one.robots] ?? '', one));
  const share = 1 - failed.length / suite.cases.length;
  assert.ok(suite.cases.length > 0 && share >= MIN_SHARE, JSON.stringify(failed, null, 1));
});

function isRight(text: string, { agent, url, allowed, crawlDelay, sitemaps }: Case): boolean {
  const rules = parseRobots(text);
  if (allowed !== undefined) return isAllowed(rules, agent, url) === allowed;
  if (crawlDelay !== undefined) return crawlDelayOf(rules, agent) === crawlDelay;
  return new Set(sitemapsOf(rules)).symmetricDifference(new Set(sitemaps)).size === 0;
}

interface Suite {
  readonly robots: Readonly<Record<string, string>>;
  readonly cases: readonly Case[];
}

interface Case {
  readonly id: string;
  readonly robots: string;
  readonly agent: string;
  readonly url: string;
  readonly allowed?: boolean;
  readonly crawlDelay?: number | null;
  readonly sitemaps?: readonly string[];
}
