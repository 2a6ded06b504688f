import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../lib/random.ts';
import { ABSENT_FIELDS } from '../../model/article.ts';
import { addressOf } from '../../platform/archive/address.ts';
import type { ParsedDocument } from '../parse/feed-articles.ts';
import type { DueSource } from '../schedule/claim.ts';
import type { SourceResult } from '../steps.ts';
import { isDead, outcomeOf } from './outcome.ts';

const NOW = Date.UTC(2026, 2, 4, 10, 20);
const DAY = 86_400_000;

test('FETCH-5: the record of a fetch by its outcome', () => {
  const cases: readonly [string, SourceResult, string, number | null][] = [
    ['not modified', { ...FACTS, status: 304, kind: 'unchanged' }, 'unchanged', 304],
    ['the same bytes', { ...FACTS, ...BODY, kind: 'same' }, 'same', 200],
    ['a new document', changed({}), 'changed', 200],
    ['no answer', failed(null), 'failed', null],
    ['gone', { ...failed(410), problem: 'gone' }, 'gone', 410],
  ];
  for (const [what, result, outcome, status] of cases) {
    const { fetch } = after(result);
    assert.deepEqual([fetch.outcome, fetch.status, fetch.id], [outcome, status, 'fetch'], what);
    assert.deepEqual(fetch.due_at, SOURCE.nextCrawlAt, 'SCHED-2: as it stood');
  }
});

test('SRC-9: validators are stored byte for byte, taken with a body, and unchanged by "not modified"', () => {
  const { schedule } = after({ ...changed({}), etag: 'W/"ÿ"', lastModified: null });
  assert.equal(schedule?.etag, Buffer.from('W/"ÿ"', 'latin1').toString('hex'));
  assert.deepEqual(
    [schedule?.has_body, schedule?.last_modified, schedule?.content_hash],
    [true, null, BODY.hash],
  );
  assert.equal(after({ ...FACTS, status: 304, kind: 'unchanged' }).schedule?.has_body, false);
});

test('SCHED-3: the limits in a document are stored and apply while it is not modified', () => {
  const first = after(changed({ ttlMinutes: 60, skipHours: [11] })).schedule;
  assert.deepEqual(first?.publisher_limits, { seconds: 3_600, skipHours: [11], skipDays: [] });
  assert.equal(first?.next_in_seconds, 100 * 60, 'from 11:20, which is skipped, to 12:00');
  const later = after(
    { ...FACTS, status: 304, kind: 'unchanged' },
    { publisherLimits: first?.publisher_limits ?? null },
  );
  assert.deepEqual([later.schedule?.has_document, later.schedule?.next_in_seconds], [false, 100 * 60]);
  assert.deepEqual(
    after(changed({})).schedule?.publisher_limits,
    null,
    'a document without limits clears them',
  );
  const update = after(changed({ ttlMinutes: 5, updateSeconds: 7_200 })).schedule;
  assert.equal(update?.interval_seconds, 7_200);
});

test('SCHED-3: max-age and Retry-After are lower bounds, except during a breaking story', () => {
  assert.equal(
    after({ ...FACTS, kind: 'unchanged', maxAgeSeconds: 9_000 }).schedule?.interval_seconds,
    9_000,
  );
  assert.equal(
    after({ ...FACTS, kind: 'unchanged', retryAfterSeconds: 9_500 }).schedule?.interval_seconds,
    9_500,
  );
  const hurried = {
    hurriedUntil: new Date(NOW + 1),
    publisherLimits: { seconds: 9_000, skipHours: [10], skipDays: [] },
  };
  assert.equal(
    after({ ...FACTS, kind: 'unchanged', maxAgeSeconds: 9_000 }, hurried).schedule?.next_in_seconds,
    300,
  );
  const over = { hurriedUntil: new Date(NOW - 1) };
  assert.equal(
    after({ ...FACTS, kind: 'unchanged', maxAgeSeconds: 9_000 }, over).schedule?.next_in_seconds,
    9_000,
  );
});

test('SCHED-4: failures add up and back off, and a success resets them', () => {
  const third = after(failed(500), { failures: 2 }).schedule;
  assert.equal(third?.failures, 3);
  assert.ok((third?.next_in_seconds ?? 0) >= 240 && (third?.next_in_seconds ?? 0) <= 300);
  assert.equal(third?.last_error, 'HTTP 500');
  const well = after({ ...FACTS, status: 304, kind: 'unchanged' }, { failures: 9 }).schedule;
  assert.deepEqual([well?.failures, well?.last_error], [0, null]);
  const told = after({ ...failed(503), retryAfterSeconds: 7_200 }).schedule;
  assert.equal(told?.next_in_seconds, 7_200);
});

test('SCHED-4: only 410 and thirty days of failures stop fetching', () => {
  const since = (days: number) => ({ ...SOURCE, failingSince: new Date(NOW - days * DAY) });
  assert.ok(isDead(SOURCE, { ...failed(410), problem: 'gone' }, NOW));
  assert.ok(isDead(since(30.1), failed(500), NOW));
  assert.ok(!isDead(since(29.9), failed(500), NOW));
  assert.ok(!isDead(SOURCE, failed(500), NOW));
  assert.ok(!isDead(since(99), { ...FACTS, kind: 'unchanged' }, NOW));
  assert.equal(after({ ...failed(410), problem: 'gone' }).schedule?.next_in_seconds, null);
});

test('FETCH-2, FETCH-4: 429 and 503 slow the host, no answer and 5xx count as its failures, a missing document does not', () => {
  const cases: readonly [SourceResult, boolean, number][] = [
    [failed(429), false, 60_000],
    [{ ...failed(503), retryAfterSeconds: 90 }, true, 90_000],
    [failed(500), true, 0],
    [failed(null), true, 0],
    [failed(404), false, 0],
    [{ ...FACTS, kind: 'unchanged' }, false, 0],
  ];
  for (const [result, isAgainst, slow] of cases)
    assert.deepEqual(after(result).host, {
      host: 'a.example',
      hold_ms: 1_000,
      failed: isAgainst,
      slow_ms: slow,
    });
});

test('SRC-9: a source that moved permanently is fetched at its new host', () => {
  const moved = after({ ...FACTS, kind: 'unchanged', movedTo: 'https://b.example/feed' }).schedule;
  assert.deepEqual([moved?.moved_to, moved?.host], ['https://b.example/feed', 'b.example']);
  const near = after({ ...FACTS, kind: 'unchanged', movedTo: 'https://a.example/rss' }).schedule;
  assert.deepEqual([near?.moved_to, near?.host], ['https://a.example/rss', null]);
});

test('SCHED-3: the publishing rate comes from the dates of the first document, then from new articles', () => {
  const hourly = Array.from({ length: 24 }, (_, n) => NOW - n * 3_600_000);
  const first = after(changed({ dates: hourly }), { lastSuccessAt: null, articlesPerDay: null }).schedule;
  assert.ok(Math.abs((first?.articles_per_day ?? 0) - 25) < 0.5);
  assert.ok(Math.abs((first?.interval_seconds ?? 0) - 3_450) < 60);
  const undated = after(changed({}), { lastSuccessAt: null, articlesPerDay: null }).schedule;
  assert.deepEqual([undated?.articles_per_day, undated?.interval_seconds], [null, 900]);
  const silent = after({ ...FACTS, kind: 'unchanged' }, { articlesPerDay: null }).schedule;
  assert.ok((silent?.interval_seconds ?? 0) < 1_000, 'a quarter of an hour without articles changes little');
});

const FACTS = { status: 200, wireBytes: 10, bodyBytes: 20, durationMs: 30 };
const BODY = { hash: addressOf(Buffer.from('a document')), etag: null, lastModified: null };
const FEED: ParsedDocument = {
  title: null,
  homePage: null,
  language: null,
  self: null,
  hubs: [],
  ttlMinutes: null,
  updateSeconds: null,
  skipHours: [],
  skipDays: [],
  items: [],
  skipped: 0,
  recovered: [],
};
const SOURCE: DueSource = {
  host: 'a.example',
  id: 'source',
  name: 'A',
  kind: 'feed',
  url: 'https://a.example/feed',
  language: null,
  intervalSeconds: 900,
  readsPages: false,
  settings: {},
  secrets: null,
  priority: 5,
  nextCrawlAt: new Date(NOW - 1_000),
  adaptedSeconds: null,
  failures: 0,
  failingSince: null,
  lastNewAt: null,
  lastSuccessAt: new Date(NOW - 900_000),
  articlesPerDay: 96,
  etag: null,
  lastModified: null,
  contentHash: null,
  movedTo: null,
  hurriedUntil: null,
  publisherLimits: null,
  isEmpty: false,
};

function after(result: SourceResult, source: Partial<DueSource> = {}) {
  return outcomeOf({ ...SOURCE, ...source }, result, {
    fetchId: 'fetch',
    begunAt: new Date(NOW),
    now: NOW,
    random: seededRandom(1),
    holdMs: 1_000,
  });
}

function changed({ dates = [], ...feed }: Partial<ParsedDocument> & { dates?: readonly number[] }) {
  const items = dates.map(at => ({
    wantsPage: false,
    article: {
      ...ABSENT_FIELDS,
      sourceId: 'source',
      url: `https://a.example/${at}`,
      title: 'T',
      bodyHtml: '',
      bodyText: '',
      publishedAt: new Date(at),
      hasOwnDate: true,
      wordCount: 0,
      origin: 'feed' as const,
      fetchId: 'fetch',
    },
  }));
  return { ...FACTS, ...BODY, kind: 'changed' as const, archiveKey: null, feed: { ...FEED, ...feed, items } };
}

function failed(status: number | null) {
  return { ...FACTS, status, kind: 'failed' as const, error: `HTTP ${status}` };
}
