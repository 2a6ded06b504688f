import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { crawlDelayOf, isAllowed, parseRobots, sitemapsOf } from '../../src/ingest/fetch/robots.ts';

/** The development part of the robots.txt suite: allowed addresses, crawl delays and sitemaps. */
const data = process.env['BROADSHEET_DATA'];
const skip = data === undefined ? 'set BROADSHEET_DATA to the folder with the development data' : false;
const MIN_SHARE = 0.995;

test("FETCH-2: at least 99.5 % of the suite's questions are answered as Google would", { skip }, () => {
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
