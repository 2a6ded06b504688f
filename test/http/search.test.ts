import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFeedDocument } from '../../src/ingest/parse/feed/index.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { SearchIndexHandle } from '../../src/search/index-handle.ts';
import { fillSearchIndex } from '../harness/commands.ts';
import { signUpReader } from '../harness/people.ts';
import { searchProgram } from '../harness/shared-programs.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { asList, asRecord, assertProblem, assertSane, sendRequest } from './support/send-request.ts';

/** SRCH-1, 2, 3, 7, 8 over HTTP. */
const site = await searchProgram();
const room = await createStoryFixtures(site.database, new Date(site.clock.now()));
const herald = await room.source('The Harbour Herald');
const times = await room.source('Valley Times', { country: 'DE' });
const ferry = await room.article(herald, 'Ferry runs aground off Port Marrow', {
  summary: 'A ferry with 240 people ran onto rocks. <b>Nobody</b> was hurt.',
});
const second = await room.article(times, 'Ferry accident: all are safe');
await room.story([ferry, second], {
  category: 'world',
  entities: [{ key: 'port-marrow', name: 'Port Marrow', kind: 'place' }],
});
const museum = await room.article(times, 'Museum finds a lost sketch');
await room.story([museum], { category: 'arts-culture-entertainment' }).catch(() => undefined);
await fillSearchIndex(site);

test('SRCH-1: each story is one result, highlighted, with total, facets and filters', async () => {
  const found = await search('q=ferry+&facets=true');
  assert.equal(found['total'], 2);
  const [first, ...rest] = asList(found['items']).map(asRecord);
  assert.deepEqual(rest, []);
  assert.equal(asRecord(first?.['story'])['id'], ferry.id);
  assert.equal(asList(first?.['others']).length, 1);
  assert.ok(
    asList(first?.['titleRuns']).some(run => asRecord(run)['isMarked'] && asRecord(run)['text'] === 'Ferry'),
  );
  const sources = asList(asRecord(found['facets'])['sources']).map(each => asRecord(each)['name']);
  assert.deepEqual(sources.sort(), ['The Harbour Herald', 'Valley Times']);
  assert.deepEqual(await titles('q=ferry+&country=de'), [second.title]);
  assert.deepEqual(await titles('q=ferry+source:valleytimes'), [second.title]);
  assert.deepEqual(await titles('q=ferry+source:nobody'), []);
  assert.deepEqual(await titles(`q=ferry+&source=${herald}`), [ferry.title]);
  assert.deepEqual(await titles('q=museum+-sketch'), []);
});

test('FEED-12: search results are also feeds in three formats, newest first, linked from their page', async () => {
  for (const format of ['atom', 'rss', 'json']) {
    const response = await sendRequest(site, { path: `/feeds/search.${format}?q=ferry` });
    assert.equal(response.status, 200, response.text);
    const feed = parseFeedDocument(Buffer.from(response.text), {
      contentType: String(response.headers['content-type']),
    });
    assert.deepEqual(
      feed.items.map(({ title }) => title),
      [second.title],
      'each story appears once, by its newest article',
    );
    const again = await sendRequest(site, {
      path: `/feeds/search.${format}?q=ferry`,
      headers: { 'if-none-match': String(response.headers['etag']) },
    });
    assert.equal(again.status, 304);
  }
  assertProblem(await sendRequest(site, { path: '/feeds/search.atom?q=' }), 'not-found');
  const page = await sendRequest(site, { path: '/search?q=ferry', headers: { accept: 'text/html' } });
  assert.match(
    page.text,
    /<link rel="alternate" type="application\/atom\+xml" href="\/feeds\/search.atom\?q=ferry"/,
  );
});

test('SRCH-3: a misspelled query is corrected, says so and is explained', async () => {
  const found = await search('q=musuem+&explain=true');
  assert.deepEqual(asRecord(found['correction']), { text: 'museum', isApplied: true });
  assert.equal(asList(found['items']).length, 1);
  const stages = asList(asRecord(found['explanation'])['stages']).map(each => asRecord(each)['name']);
  assert.ok(stages.includes('spelling'));
});

test('ALL-3: a cursor continues its page and works for its query only', async () => {
  const first = await search('q=ferry+&group=article&limit=1');
  const cursor = String(first['nextCursor']);
  const next = await search(`q=ferry+&group=article&limit=1&cursor=${cursor}`);
  assert.equal(new Set([...titlesOf(first), ...titlesOf(next)]).size, 2);
  assertProblem(
    await sendRequest(site, { path: `/api/v1/search?q=other&cursor=${cursor}` }),
    'invalid-cursor',
  );
});

test('SRCH-8, SRCH-7: a search is stored at once and then suggested', async () => {
  const reader = await signUpReader(site, 'searcher');
  const headers = { cookie: reader.cookie };
  await sendRequest(site, { path: '/api/v1/search?q=ferry+accident', headers });
  const recent = await sendRequest(site, { path: '/api/v1/account/searches', headers });
  assert.equal(asRecord(asList(asRecord(JSON.parse(recent.text))['items'])[0])['query'], 'ferry accident');
  const suggested = await sendRequest(site, { path: '/api/v1/search/suggestions?q=fer', headers });
  assert.deepEqual(JSON.parse(suggested.text).items, [
    { text: 'ferry accident', kind: 'recent' },
    { text: 'Ferry accident: all are safe', kind: 'title' },
    { text: 'ferry', kind: 'word' },
  ]);
  const place = await sendRequest(site, { path: '/api/v1/search/suggestions?q=port' });
  assert.deepEqual(JSON.parse(place.text).items[0], { text: 'Port Marrow', kind: 'entity' });
});

test('a removed article is not found, even while the index still contains it', async () => {
  await site.database.execute(sql`delete from story_articles where article_id = ${museum.id}`);
  await site.database.execute(sql`delete from articles where id = ${museum.id}`);
  assert.deepEqual(await titles('q=museum+'), []);
});

test('SRCH-2: an empty query is an error', async () => {
  const hostile = [
    '',
    ' ',
    '"',
    '-',
    'OR OR OR',
    'source: topic: lang: title: before: after:',
    'before:9999-99-99',
    '(a+)+$ [[[ \\ .*{1,99999}',
    '-'.repeat(4_000),
    'a OR '.repeat(2_000),
    '"x" '.repeat(1_500),
    'x'.repeat(10_000),
    '\u0000\u0001\u202e\ufeff\ud83d\ude00 \u0300\u0301 \ufdfa',
    'العربية 中文 日本語 한국어 ไทย',
    "'; drop table articles; --",
    '<script>alert(1)</script>',
  ];
  for (const q of hostile)
    for (const path of ['search', 'search/suggestions']) {
      const input = path === 'search' ? q : q.slice(0, 200);
      const response = await sendRequest(site, {
        path: `/api/v1/${path}?${new URLSearchParams({ q: input })}`,
      });
      assertSane(response, q.slice(0, 40));
      assert.equal(response.status, 200, `${q.slice(0, 40)} -> ${response.text.slice(0, 200)}`);
    }
});

test('readiness of a process without the role `index` says so', () => {
  assert.throws(() => new SearchIndexHandle().engine, { code: 'search-unavailable' });
});

async function search(query: string): Promise<Record<string, unknown>> {
  const response = await sendRequest(site, { path: `/api/v1/search?${query}` });
  assert.equal(response.status, 200, response.text);
  return asRecord(JSON.parse(response.text));
}

async function titles(query: string): Promise<unknown[]> {
  return titlesOf(await search(query));
}

function titlesOf(found: Record<string, unknown>): unknown[] {
  return asList(found['items']).map(item => asRecord(asRecord(item)['article'])['title']);
}
