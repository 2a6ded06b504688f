import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { STORIES_CHANGED } from '../../src/streams.ts';
import { atEnd } from '../harness/cleanup.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { programBehindProxy } from './support/database-proxy.ts';
import { asList, asRecord, assertProblem, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** FEED-1..7 and FEED-14 over HTTP, and which feeds work while PostgreSQL is away. */
const site = await programBehindProxy({ roles: 'web,signals' });
const log = createLog({ database: site.database, telemetry: createMemoryTelemetry() });
atEnd(() => log.close());
const testPeople = createTestPeople(site);
const reader = await testPeople.person();
const { source, article, story } = await createStoryFixtures(site.database, TEST_EPOCH);
const [herald, post] = [await source('The Herald'), await source('The Post', { country: 'DE' })];
const chess = await story(
  [await article(herald, 'Chess champion wins'), await article(post, 'Chess: the champion')],
  {
    category: 'sport',
  },
);
const budget = await story([await article(post, 'Budget passes')], { category: 'politics' });
await announceStories([chess, budget]);

test('FEED-1, FEED-2: announced stories appear in the feeds, with their sources folded beneath', async () => {
  const items = await feed('top');
  assert.deepEqual(idsOf(items).sort(), [chess, budget].sort());
  const item = items.find(each => asRecord(each['story'])['id'] === chess);
  assert.equal(asList(item?.['others']).length, 1);
  assert.ok(Number(asRecord(item?.['parts'])['freshness']) > 0);
  assert.deepEqual(idsOf(await feed('category', '&of=sport')), [chess]);
  assert.deepEqual(idsOf(await feed('source', `&of=${post}`)).sort(), [chess, budget].sort());
  assert.deepEqual(idsOf(await feed('country', '&of=GB')), [chess]);
  assertProblem(await sendRequest(site, { path: '/api/v1/feeds/topic' }), 'validation-failed');
  assertProblem(await sendRequest(site, { path: '/api/v1/feeds/top?of=sport' }), 'validation-failed');
  assertProblem(await sendRequest(site, { path: '/api/v1/feeds/top?cursor=abc' }), 'invalid-cursor');
  assertProblem(await sendRequest(site, { path: '/api/v1/feeds/for-you' }), 'not-signed-in');
});

test('FEED-5: a cursor continues its feed only, and new stories are counted', async () => {
  const first = await get('/api/v1/feeds/latest?limit=1');
  const cursor = encodeURIComponent(String(first['nextCursor']));
  const second = await get(`/api/v1/feeds/latest?limit=1&cursor=${cursor}`);
  assert.notDeepEqual(
    idsOf(asList(second['items']).map(asRecord)),
    idsOf(asList(first['items']).map(asRecord)),
  );
  assertProblem(await sendRequest(site, { path: `/api/v1/feeds/top?cursor=${cursor}` }), 'invalid-cursor');
  await site.clock.advance(31_000);
  const count = await get(`/api/v1/feeds/latest/new?cursor=${cursor}`);
  assert.equal(count['count'], 0);
});

test('FEED-6, FEED-14: reader feedback changes the next page immediately, in every process', async () => {
  assert.equal((await feed('for-you')).length, 2);
  await put('/api/v1/account/stances', { on: 'source', id: post, stance: 'block' });
  const left = await feed('for-you');
  assert.deepEqual(idsOf(left), [chess]);
  assert.deepEqual(asList(left[0]?.['others']), [], 'it is not in the coverage either');
  assert.deepEqual(idsOf(await feed('top', '', reader.headers)), [chess]);
  await put('/api/v1/account/stances', { on: 'source', id: post, stance: 'prefer' });
  const preferred = await feed('for-you');
  assert.equal(asRecord(asRecord(preferred[0]?.['front'])['source'])['id'], post);
  assert.ok(asList(preferred[0]?.['why']).some(why => asRecord(why)['text'] === 'You prefer The Post'));
  await put('/api/v1/account/stances', { on: 'source', id: post, stance: null });
  const muted = await send('POST', '/api/v1/account/muted-words', { words: 'budget' }, 201);
  assert.deepEqual(idsOf(await feed('for-you')), [chess]);
  await send('DELETE', `/api/v1/account/muted-words/${muted['id']}`, undefined, 204);
  assert.equal((await feed('for-you')).length, 2);
  assertProblem(
    await sendJson(site, {
      method: 'PUT',
      path: '/api/v1/account/stances',
      headers: reader.headers,
      json: { on: 'topic', id: 'sport', stance: 'block' },
    }),
    'validation-failed',
  );
});

test('FEED-14: "mark all as read" can be undone; read, saved and history share one state', async () => {
  const batch = await send('POST', '/api/v1/account/read', { storyIds: [chess, budget] }, 201);
  assert.equal(batch['count'], 2);
  assert.ok((await feed('for-you')).every(item => item['isRead'] === true));
  assert.equal((await feed('history')).length, 2);
  const undone = await send('DELETE', `/api/v1/account/read/${batch['id']}`, undefined, 200);
  assert.equal(undone['count'], 2);
  assert.ok((await feed('for-you')).every(item => item['isRead'] === false));
  assertProblem(
    await sendRequest(site, {
      method: 'DELETE',
      path: `/api/v1/account/read/${batch['id']}`,
      headers: reader.headers,
    }),
    'not-found',
  );
  await send('PUT', `/api/v1/account/saved/${chess}`, undefined, 204);
  assert.deepEqual(idsOf(await feed('saved')), [chess]);
  await send('DELETE', `/api/v1/account/saved/${chess}`, undefined, 204);
  assert.deepEqual(await feed('saved'), []);
  await send('PUT', `/api/v1/stories/${chess}/visit`, undefined, 204);
  const [last] = (await feed('for-you')).slice(-1);
  assert.deepEqual([asRecord(last?.['story'])['id'], last?.['isRead']], [chess, true]);
  await send('DELETE', `/api/v1/stories/${chess}/visit`, undefined, 204);
});

test('FEED-7: a new reader starts with topics, a list of feeds and a language', async () => {
  const url = `https://${herald}.example/feed`;
  const opml = `<opml><body><outline text="a" xmlUrl="${url}"/><outline text="b" xmlUrl="https://no.example/"/></body></opml>`;
  const begun = await send(
    'POST',
    '/api/v1/account/beginning',
    { topics: ['politics', 'x'], opml, language: 'en' },
    200,
  );
  assert.deepEqual(begun, { topics: 1, sources: 1, unknown: ['https://no.example/'] });
  // The first page that needs names of new topics loads them in the background.
  await feed('for-you');
  await site.program.drain();
  const items = await feed('for-you');
  const why = items.flatMap(item => asList(item['why']).map(each => asRecord(each)['text']));
  assert.ok(why.includes('You follow The Herald') && why.includes('You follow Politics'), why.join());
});

test('STORY-6: stories hidden by an editor leave the feeds', async () => {
  await site.database.execute(sql`update stories set is_hidden = true where id = ${budget}`);
  await announceStories([budget]);
  await site.clock.advance(31_000);
  assert.deepEqual(idsOf(await feed('top')), [chess]);
  await site.database.execute(sql`update stories set is_hidden = false where id = ${budget}`);
  await announceStories([budget]);
});

test('OBS-2: feed answers are timed by cache hit and miss; the hit rate is that of the last five minutes', async () => {
  const { metrics } = site.telemetry;
  const answers = (cache: string) => metrics.observed('feed_api_latency_seconds', { cache })?.count ?? 0;
  const hitRate = async () => {
    await metrics.expose();
    return metrics.value('feed_cache_hit_rate', {});
  };
  await site.clock.advance(300_000);
  assert.equal(await hitRate(), undefined, 'no answers yet');
  const [hits, misses] = [answers('hit'), answers('miss')];
  const first = await get('/api/v1/feeds/latest?limit=1');
  await get('/api/v1/feeds/latest?limit=1');
  await get('/api/v1/feeds/latest?limit=2');
  await get(`/api/v1/feeds/latest?limit=1&cursor=${encodeURIComponent(String(first['nextCursor']))}`);
  assert.deepEqual([answers('hit') - hits, answers('miss') - misses], [3, 1]);
  assert.equal(await hitRate(), 0.75);
  await site.clock.advance(300_000);
  assert.equal(await hitRate(), undefined, 'five minutes later');
});

test('FEED-6: while PostgreSQL is away public feeds come from memory, even when ranked again', async () => {
  const seen = ['/', `/stories/${chess}`, '/trending', '/topics'];
  for (const path of seen) assert.equal((await sendRequest(site, { path })).status, 200, path);
  site.databaseProxy.cut();
  for (const path of seen) {
    const page = await sendRequest(site, { path });
    assert.equal(page.status, 200, `${path}, as last shown`);
    assert.match(page.text, /<main id="main"/);
  }
  assert.equal((await sendRequest(site, { path: `/stories/${chess}`, headers: reader.headers })).status, 200);
  for (const path of ['top', 'latest', 'category?of=sport', `source?of=${post}`, 'country?of=DE']) {
    await site.clock.advance(31_000);
    const response = await sendRequest(site, { path: `/api/v1/feeds/${path}` });
    assert.equal(response.status, 200, path);
    assert.ok(asList(response.json()['items']).length > 0, path);
  }
  site.databaseProxy.restore();
});

async function announceStories(ids: readonly string[]): Promise<void> {
  await site.database.transaction(async tx =>
    log.append(
      tx,
      STORIES_CHANGED,
      ids.map(id => ({ kind: 'changed', storyId: id, language: 'en', articleIds: [] })),
    ),
  );
  await site.program.drain();
}

async function feed(name: string, query = '', headers = isPersonal(name) ? reader.headers : {}) {
  const response = await get(`/api/v1/feeds/${name}?limit=50${query}`, headers);
  return asList(response['items']).map(asRecord);
}

function isPersonal(name: string): boolean {
  return ['for-you', 'saved', 'history'].includes(name);
}

async function get(path: string, headers = {}) {
  const response = await sendRequest(site, { path, headers });
  assert.equal(response.status, 200, `${path} ${response.text}`);
  return response.json();
}

function put(path: string, json: unknown) {
  return send('PUT', path, json, 204);
}

async function send(method: string, path: string, json: unknown, status: number) {
  const { headers } = reader;
  const response =
    json === undefined
      ? await sendRequest(site, { method, path, headers })
      : await sendJson(site, { method, path, headers, json });
  assert.equal(response.status, status, `${path} ${response.text}`);
  return status === 204 ? {} : response.json();
}

function idsOf(items: readonly Record<string, unknown>[]) {
  return items.map(item => asRecord(item['story'])['id']);
}
