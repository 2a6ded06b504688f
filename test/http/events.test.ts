import assert from 'node:assert/strict';
import { test } from 'node:test';
import { int8, nullable, row, text, uuid } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { countsOf } from '../../src/signals/counts/read-counts.ts';
import { eventually } from '../harness/eventually.ts';
import { signalsProgram } from '../harness/shared-programs.ts';
import { asList, asRecord, assertProblem, sendJson, sendRequest } from './support/send-request.ts';
import { articleSubmitter } from './support/submit-articles.ts';
import { createTestPeople } from './support/test-people.ts';

/** EVT-1 to EVT-4 over HTTP, with the role `signals` running. */
const site = await signalsProgram();
const testPeople = createTestPeople(site);
const operator = await testPeople.person({ roles: ['operator'] });
const reader = await testPeople.person();
const [article = '', other = '', forwarded = ''] = await articleSubmitter(
  site,
  operator,
)(['The first of the articles', 'The other of the articles', 'The one that is forwarded']);
const UNKNOWN_ARTICLE = '0190e1a2-0000-7000-8000-000000000001';

test('EVT-1: views, reads, shares and feedback are accepted and counted', async () => {
  for (const { path, json, headers } of [
    { path: '/api/v1/events/view', json: { article, visit: 'tab-1', seconds: 12 } },
    { path: '/api/v1/events/share', json: { article, id: 'share-1', via: 'email' } },
    { path: `/api/v1/articles/${article}/read`, json: { session: 'session-1', seconds: 40 } },
    { path: `/api/v1/articles/${article}/feedback`, json: { say: 'like' }, headers: reader.headers },
  ]) {
    const response = await sendJson(site, {
      method: 'POST',
      path,
      json,
      headers: { ...BROWSER, ...headers },
    });
    assert.equal(response.status, 202, path);
    assert.deepEqual(response.json(), { accepted: 1, refused: [], ignored: [] });
  }
  await site.program.drain();
  const counts = (await countsOf(site.database, [article])).get(article);
  assert.deepEqual(
    { views: counts?.views, reads: counts?.reads, shares: counts?.shares, likes: counts?.likes },
    { views: 1, reads: 1, shares: 1, likes: 1 },
  );
});

test('RULE-2: the response names the events that will not count because of their user agent', async () => {
  await site.clock.advance(31_000);
  const share = (id: string, more = {}) => ({ kind: 'share', article, id, ...more });
  const send = (events: unknown[], headers: Record<string, string>) =>
    sendJson(site, { method: 'POST', path: '/api/v1/events', json: { events }, headers });
  const crawler = { 'user-agent': 'python-requests/2.32' };
  const told = (await send([share('bot-1'), { kind: 'nonsense' }, share('bot-2')], crawler)).json();
  assert.equal(told['accepted'], 2);
  assert.deepEqual(
    asList(told['ignored']).map(each => [asRecord(each)['index'], asRecord(each)['rule']]),
    [
      [0, 'crawlers'],
      [2, 'crawlers'],
    ],
  );
  assert.match(String(asRecord(asList(told['ignored'])[0])['message']), /rule "crawlers" drops/);
  assert.deepEqual((await send([share('human-1')], BROWSER)).json()['ignored'], []);

  const { headers } = await testPeople.token(operator.userId, ['signals:forward']);
  const from = { address: '192.0.2.44', userAgent: 'Googlebot/2.1' };
  const forwarding = await send([share('a'), share('b', { from })], { ...headers, ...BROWSER });
  assert.deepEqual(
    asList(forwarding.json()['ignored']).map(each => asRecord(each)['index']),
    [1],
    'the agent of the reader decides, not that of the forwarder',
  );
  await site.program.drain();
  const { count } = await site.database.one(
    row({ count: int8 }),
    sql`select count(*) as count from signals where article_id = ${article} and dropped_by = 'crawlers'`,
  );
  assert.equal(count, 3, 'as told');

  await site.database.execute(sql`update signal_rules set is_active = false where id = 'crawlers'`);
  await site.clock.advance(31_000);
  await eventually(async () =>
    assert.deepEqual((await send([share('bot-3')], crawler)).json()['ignored'], []),
  );
  await site.database.execute(sql`update signal_rules set is_active = true where id = 'crawlers'`);
});

test("TREND-1: without a better source a browser's events count in the country of its language", async () => {
  const headers = {
    ...BROWSER,
    'user-agent': 'Mozilla/5.0 (elsewhere)',
    'accept-language': 'sw-KE,en;q=0.5',
  };
  const json = { article, id: 'share-from-afar' };
  const response = await sendJson(site, { method: 'POST', path: '/api/v1/events/share', json, headers });
  assert.equal(response.status, 202);
  await site.program.drain();
  const kept = await site.database.many(
    row({ country: text }),
    sql`select country from signals where kind = 'share' and country <> ''`,
  );
  assert.deepEqual(kept, [{ country: 'ke' }]);
});

test('EVT-4: every item of a batch has its own result', async () => {
  const events = [
    { kind: 'share', article: other, id: 'a' },
    { kind: 'share', article: UNKNOWN_ARTICLE, id: 'b' },
    { kind: 'share', article: 'nonsense', id: 'c' },
    { kind: 'dance', article: other },
    { kind: 'view', article: other, visit: 'x', seconds: -1 },
    { kind: 'share', article: other, id: 'd', at: '2026-01-15T13:00:00Z' },
    { kind: 'share', article: other, id: 'e\u0000' },
    { kind: 'share', article: other, id: 'f', via: '__proto__' },
    null,
    [],
    'view',
    { kind: 'read', article: other, visit: 'x'.repeat(65) },
    { kind: 'share', article: other, id: 'a' },
  ];
  const response = await sendJson(site, {
    method: 'POST',
    path: '/api/v1/events',
    json: { events },
    headers: BROWSER,
  });
  assert.equal(response.status, 202);
  const { accepted, refused } = response.json();
  assert.equal(accepted, 2);
  assert.deepEqual(
    asList(refused).map(item => [asRecord(item)['index'], asRecord(item)['code']]),
    [
      [1, 'unknown-article'],
      [2, 'malformed'],
      [3, 'malformed'],
      [4, 'malformed'],
      [5, 'wrong-time'],
      [6, 'malformed'],
      [7, 'malformed'],
      [8, 'malformed'],
      [9, 'malformed'],
      [10, 'malformed'],
      [11, 'malformed'],
    ],
  );
  await site.program.drain();
  assert.equal(
    (await countsOf(site.database, [other])).get(other)?.shares,
    1,
    'a repeated share counts once',
  );
});

test('EVT-4: events after the thousandth are refused one by one', async () => {
  const events = Array.from({ length: 1_003 }, (_, number) => ({
    kind: 'share',
    article: other,
    id: `many-${number}`,
  }));
  const response = await sendJson(site, {
    method: 'POST',
    path: '/api/v1/events',
    json: { events },
    headers: BROWSER,
  });
  const { accepted, refused } = response.json();
  assert.equal(accepted, 1_000);
  assert.deepEqual(
    asList(refused).map(item => asRecord(item)['code']),
    ['too-many', 'too-many', 'too-many'],
  );
});

test('EVT-4: a body that is too large or not JSON is refused whole; later events still count', async () => {
  const send = (body: string) =>
    sendRequest(site, {
      method: 'POST',
      path: '/api/v1/events',
      headers: { ...BROWSER, 'content-type': 'application/json' },
      body,
    });
  assertProblem(await send(JSON.stringify({ events: ['x'.repeat(1_100_000)] })), 'body-too-large');
  assertProblem(await send('{"events": ['), 'malformed-body');
  assertProblem(await send('{"events": {}}'), 'validation-failed');
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const after = await send(`{"events": [${deep}, {"kind": "share", "article": "${other}", "id": "after"}]}`);
  assert.deepEqual([after.status, after.json()['accepted']], [202, 1]);
});

test('EVT-2: only a token with the forwarding scope can send events for other readers', async () => {
  const from = { address: '198.18.0.1', userAgent: 'Mozilla/5.0 (made up)', country: 'FR' };
  const event = { kind: 'share', article: forwarded, via: 'x' };
  const outcome = async (headers: Readonly<Record<string, string>>, events: readonly unknown[]) => {
    const response = await sendJson(site, {
      method: 'POST',
      path: '/api/v1/events',
      json: { events },
      headers: { ...BROWSER, ...headers },
    });
    return asList(response.json()['refused']).map(item => asRecord(item)['code']);
  };
  const plain = await testPeople.token(operator.userId, ['admin:write']);
  const asleep = await testPeople.token(reader.userId, ['signals:forward']);
  for (const headers of [{}, reader.headers, operator.headers, plain.headers, asleep.headers])
    assert.deepEqual(await outcome(headers, [{ ...event, id: 'forged', from }]), ['not-allowed']);

  const { headers } = await testPeople.token(operator.userId, ['signals:forward']);
  const wrong = [
    { ...from, address: 'somewhere' },
    { ...from, userAgent: 'x'.repeat(301) },
    { ...from, country: '../' },
    'a reader',
  ];
  assert.deepEqual(
    await outcome(
      headers,
      wrong.map(each => ({ ...event, id: 'wrong', from: each })),
    ),
    wrong.map(() => 'malformed'),
  );
  const readers = ['198.18.0.1', '198.18.0.2', '2001:db8::7'].map(address => ({ ...from, address }));
  const sent = readers.map(each => ({ ...event, id: 'one', from: each }));
  assert.deepEqual(await outcome(headers, [...sent, ...sent]), []);
  await site.program.drain();
  const kept = await site.database.many(
    row({ country: text, user_id: nullable(uuid), visitors: int8 }),
    sql`
      select country, user_id, count(distinct visitor) as visitors from signals
      where article_id = ${forwarded} group by country, user_id
    `,
  );
  assert.deepEqual(
    kept,
    [{ country: 'fr', userId: null, visitors: 3 }],
    'each reader counts once, and the forwarder does not',
  );
});

test('EVT-4: an invalid single event fails its request', async () => {
  const share = (json: unknown) =>
    sendJson(site, { method: 'POST', path: '/api/v1/events/share', json, headers: BROWSER });
  assertProblem(await share({ article: UNKNOWN_ARTICLE, id: 'x' }), 'article-not-found');
  assertProblem(await share({ article }), 'validation-failed');
  assertProblem(await share({ article, id: 'x', at: '2026-01-15T13:00:00Z' }), 'validation-failed');
});

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
