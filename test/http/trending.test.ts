import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytea, nullable, row, timestamptz } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { asList, asRecord, assertProblem, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** TREND-1 and 5 to 10 over HTTP. */
const HOUR = 3_600_000;
const site = await testProgram({ settings: { roles: 'web,signals,tasks' } });
const testPeople = createTestPeople(site);
const reader = await testPeople.person();
const { source, article, story } = await createStoryFixtures(site.database, new Date(site.clock.now()));
const publisher = await source('The Paper');
const [quake, vote, chips] = [
  await article(publisher, 'Quake shakes the "coast" <b>'),
  await article(publisher, 'Vote is close'),
  await article(publisher, 'Chips are smaller'),
];
const storyAboutQuake = await story([quake], { category: 'world', topics: ['africa'] });
await story([vote], { category: 'politics', topics: ['elections'] });
await story([chips], { category: 'technology' });
// The rule against shares without views would drop these shares; it is not under test here.
await site.database.execute(sql`update signal_rules set is_active = false`);
await site.clock.advance(31_000);
let given = 0;

test('TREND-1: lists rank articles and stories by shares, overall and by category, up to the limit', async () => {
  await share(quake.id, 3);
  await share(vote.id, 2);
  const whole = await trending('window=1h&by=shares');
  assert.deepEqual(titles(whole), [quake.title, vote.title]);
  const first = asRecord(asList(whole['items'])[0]);
  assert.deepEqual(
    { ...first, publishedAt: '', source: asRecord(first['source'])['name'] },
    {
      rank: 1,
      previousRank: null,
      id: quake.id,
      title: quake.title,
      language: 'en',
      category: 'world',
      publishedAt: '',
      source: 'The Paper',
      articleCount: 1,
      score: 1.5,
      shares: 3,
      reads: 0,
    },
  );
  assert.deepEqual(titles(await trending('k=1')), [quake.title]);
  assert.deepEqual(titles(await trending('category=politics&window=24h')), [vote.title]);
  assert.deepEqual(titles(await trending('topic=africa&window=1m')), [quake.title]);
  assert.deepEqual(titles(await trending('country=FR')), []);
  assert.deepEqual(asRecord(asList((await trending('of=stories'))['items'])[0])['id'], storyAboutQuake);
  assert.deepEqual(titles(await trending('by=reads')), []);
});

test('TREND-6: an unchanged list keeps its ETag, compressed or not; a changed one gets a new one', async () => {
  const path = '/api/v1/trending?window=1m&by=shares';
  const plain = await sendRequest(site, { path });
  const tag = String(plain.headers['etag']);
  assert.equal(plain.headers['cache-control'], 'private, no-cache');
  assert.equal((await sendRequest(site, { path, headers: { 'if-none-match': tag } })).status, 304);
  const packed = await sendRequest(site, { path, headers: { 'accept-encoding': 'gzip' } });
  assert.equal(packed.headers['etag'], tag);
  const signedIn = await sendRequest(site, { path, headers: reader.headers });
  assert.equal(signedIn.text, plain.text);
  await share(vote.id, 9);
  const changed = await sendRequest(site, { path, headers: { 'if-none-match': tag } });
  assert.equal(changed.status, 200);
  assert.deepEqual(titles(changed.json()), [vote.title, quake.title]);
});

test('invalid queries are refused with a message', async () => {
  for (const query of ['category=nothing', 'category=africa', 'topic=politics'])
    assertProblem(await sendRequest(site, { path: `/api/v1/trending?${query}` }), 'topic-not-found');
  for (const query of [
    'k=501',
    'k=0',
    'window=2h',
    'by=luck',
    'country=germany',
    'category=world&topic=africa',
    'at=yesterday',
    'category=%00',
  ])
    assertProblem(await sendRequest(site, { path: `/api/v1/trending?${query}` }), 'validation-failed');
  assertProblem(await sendRequest(site, { path: '/api/v1/trending?personal=true' }), 'not-signed-in');
  const now = new Date(site.clock.now()).toISOString();
  assertProblem(await sendRequest(site, { path: `/api/v1/trending?at=${now}` }), 'not-found');
  assertProblem(
    await sendRequest(site, { path: `/api/v1/trending?window=1m&at=${now}` }),
    'validation-failed',
  );
  const unauthorised = '019bc186-de00-7166-ac8d-881139da5638';
  assertProblem(
    await sendRequest(site, { path: `/api/v1/articles/${unauthorised}/shares` }),
    'article-not-found',
  );
});

test('TREND-1: an article shows its share count and its rank by shares', async () => {
  const shares = async (id: string) =>
    (await sendRequest(site, { path: `/api/v1/articles/${id}/shares?window=24h` })).json();
  assert.deepEqual(await shares(vote.id), { window: '24h', count: 11, rank: 1 });
  assert.deepEqual(await shares(chips.id), { window: '24h', count: 0, rank: null });
});

test("TREND-10: a personal list is ordered by the reader's interests, without what they muted", async () => {
  await share(chips.id, 4);
  const personal = async () =>
    titles(
      (await sendRequest(site, { path: '/api/v1/trending?personal=true', headers: reader.headers })).json(),
    );
  assert.deepEqual(await personal(), [vote.title, chips.title, quake.title]);
  await settings({ command: 'set', on: 'topic', id: 'technology', level: 1 });
  assert.deepEqual(await personal(), [chips.title, vote.title, quake.title]);
  await settings({ command: 'mute', on: 'topic', id: 'politics' });
  assert.deepEqual(await personal(), [chips.title, quake.title]);
});

test('TREND-9: entries into the top ten are listed newest first in pages, as a feed and for editors', async () => {
  const entered = async (query: string) =>
    (await sendRequest(site, { path: `/api/v1/trending/entered?${query}` })).json();
  const all = await entered('of=stories');
  assert.deepEqual(titles(all).sort(), [chips.title, quake.title, vote.title].sort());
  const first = await entered('of=stories&limit=2');
  const rest = await entered(`of=stories&limit=2&cursor=${String(first['nextCursor'])}`);
  assert.deepEqual([...titles(first), ...titles(rest)], titles(all));
  assert.equal(rest['nextCursor'], null);
  assert.deepEqual(titles(await entered('category=world')), [quake.title]);
  for (const [query, code] of [
    ['category=nothing', 'topic-not-found'],
    ['cursor=forged', 'invalid-cursor'],
    ['of=sources', 'validation-failed'],
  ] as const)
    assertProblem(await sendRequest(site, { path: `/api/v1/trending/entered?${query}` }), code);

  const feed = asRecord((await sendRequest(site, { path: '/feeds/trending.json' })).json());
  assert.deepEqual(titles(feed), titles(all));
  assert.equal((await sendRequest(site, { path: '/feeds/trending.atom' })).status, 200);
  assert.equal((await sendRequest(site, { path: '/feeds/trending.rss?page=0' })).status, 404);

  const operator = await testPeople.person({ roles: ['operator'] });
  const page = await sendRequest(site, {
    path: '/admin/stories',
    headers: { ...operator.headers, accept: 'text/html' },
  });
  assert.match(page.text, /New in the trending top ten[\s\S]+Quake shakes the &quot;coast&quot;/);
});

test("TREND-8: operators set a reader's audience size, with an audit entry; others neither see nor set it", async () => {
  const operator = await testPeople.person({ roles: ['operator'] });
  const path = `/api/v1/users/${reader.userId}/reach`;
  const put = (json: unknown, headers = operator.headers, at = path) =>
    sendJson(site, { method: 'PUT', path: at, json, headers });
  assertProblem(await put({ reach: 8 }, reader.headers), 'forbidden');
  assertProblem(await sendRequest(site, { path, headers: reader.headers }), 'forbidden');
  for (const reach of [0, 1.5, 10_000_001, 'many']) assertProblem(await put({ reach }), 'validation-failed');
  const unauthorised = '/api/v1/users/019bc186-de00-7166-ac8d-881139da5638/reach';
  assertProblem(await put({ reach: 8 }, operator.headers, unauthorised), 'not-found');
  assert.deepEqual((await put({ reach: 8 })).json(), { reach: 8 });
  assert.deepEqual((await sendRequest(site, { path, headers: operator.headers })).json(), { reach: 8 });
  assert.deepEqual((await put({ reach: 1 })).json(), { reach: 1 });
  assert.deepEqual((await sendRequest(site, { path, headers: operator.headers })).json(), { reach: 1 });
  const audited = (
    await sendRequest(site, { path: '/api/v1/audit?action=reach.changed', headers: operator.headers })
  ).json();
  assert.deepEqual(
    asList(audited['items']).map(entry => asRecord(entry)['detail']),
    [{ reach: 1 }, { reach: 8 }],
  );
});

test('RULE-4, TREND-5, TREND-7: a past hour is recounted, and its trending list stays available', async () => {
  const over = Math.ceil((site.clock.now() + 1) / HOUR) * HOUR;
  // The sums of the hour are wrong on purpose.
  await site.database.execute(sql`
    insert into signals (at, kind, detail, article_id, visitor, seconds, country)
    select ${new Date(over - 60_000)}, 'share', 'link', ${quake.id}, 'visitor-' || n, 0, '' from generate_series(1, 20) as n
  `);
  await site.clock.advance(over + 6 * 60_000 - site.clock.now());
  await site.program.drain();
  await site.program.drain();
  assert.deepEqual(titles(await trending('window=24h&by=shares')), [quake.title, vote.title, chips.title]);
  const { body } = await site.telemetry.metrics.expose();
  assert.ok(Number(/^trending_recount_difference (\S+)$/m.exec(body)?.[1]) > 0.4);
  // RULE-4: a separate task compares the counts of articles, with the same result.
  assert.match(body, /^signals_count_differences 1$/m);
  assert.ok(site.telemetry.lines.some(({ msg }) => msg === 'counts.differ'));
  const then = await trending(`window=1h&by=shares&at=${new Date(over + 60_000).toISOString()}`);
  assert.equal(then['at'], new Date(over).toISOString());
  assert.deepEqual(titles(then), [quake.title, vote.title, chips.title]);
  await share(vote.id, 30);
  const first = asRecord(asList((await trending('window=24h&by=shares'))['items'])[0]);
  assert.deepEqual(
    { id: first['id'], rank: first['rank'], previousRank: first['previousRank'] },
    { id: vote.id, rank: 1, previousRank: 2 },
  );
  const ranks = (
    await sendRequest(site, { path: `/api/v1/articles/${vote.id}/ranks?window=24h&by=shares` })
  ).json();
  assert.deepEqual(asList(ranks['items']).map(asRecord), [
    { at: new Date(over).toISOString(), rank: 2, shares: 11, reads: 0 },
  ]);
});

test('TREND-4: the checkpoint is stored every 30 s', async () => {
  const stored = () =>
    site.database.one(
      row({ at: nullable(timestamptz), windows: nullable(bytea) }),
      sql`select at, windows from trending_state`,
    );
  const nextAfter = async (at: number | undefined) => {
    for (let waited = 0; (await stored()).at?.getTime() === at; waited++) {
      assert.ok(waited < 100);
      await site.clock.advance(1_000);
    }
    return stored();
  };
  // After a quick start the first checkpoint may not be stored yet.
  const before = await nextAfter(undefined);
  await share(vote.id, 1);
  const after = await nextAfter(before.at?.getTime());
  assert.notDeepEqual(after.windows, before.windows);
});

async function share(articleId: string, times: number): Promise<void> {
  const events = Array.from({ length: times }, () => ({
    kind: 'share',
    article: articleId,
    id: `share-${given++}`,
  }));
  const response = await sendJson(site, { method: 'POST', path: '/api/v1/events', json: { events } });
  assert.equal(response.json()['accepted'], times, response.text);
  await site.program.drain();
}

async function settings(json: unknown): Promise<void> {
  const path = '/api/v1/account/interests';
  assert.equal((await sendJson(site, { method: 'POST', path, json, headers: reader.headers })).status, 202);
  await site.program.drain();
}

async function trending(query: string) {
  const response = await sendRequest(site, { path: `/api/v1/trending?${query}` });
  assert.equal(response.status, 200, response.text);
  return response.json();
}

function titles(list: Record<string, unknown>): unknown[] {
  return asList(list['items']).map(item => asRecord(item)['title']);
}
