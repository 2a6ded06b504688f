import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProgram } from '../../../../../test/harness/program.ts';
import {
  asList,
  asRecord,
  assertProblem,
  sendJson,
  sendRequest,
  type TestResponse,
} from '../../../../../test/http/support/send-request.ts';
import { createTestPeople } from '../../../../../test/http/support/test-people.ts';
import { listAudit } from '../../../../accounts/index.ts';
import { recordProblem } from '../../../../ingest/sources/problems.ts';
import { bytea, int8, nullable, row } from '../../../../platform/database/rows.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { serve } from '../../../../platform/outbound/outbound.testing.ts';

/** The program under test runs no crawler, so due sources stay due. */
const under = await testProgram({
  settings: { roles: 'web', 'crawl-allow': '127.0.0.0/8', 'crawl-delay': '1ms' },
});
const testPeople = createTestPeople(under);
const operator = await testPeople.person({ roles: ['operator'] });
const reader = await testPeople.person();

test('SRC-1: a source is added, read, changed, paused, resumed, made due and removed', async () => {
  const [{ id, isNew }] = await create({ url: ' Example.com/feed.xml#top ', folder: 'World' });
  assert.equal(isNew, true);
  const path = `/api/v1/sources/${id}`;
  const source = (await as(path)).json();
  assert.deepEqual(
    [source['url'], source['name'], source['kind'], source['folder'], source['status']],
    ['https://example.com/feed.xml', 'example.com', 'feed', 'World', 'active'],
  );
  assert.equal(asRecord(source['schedule'])['breaker'], 'closed');

  const again = await create({ url: 'https://example.com/feed.xml', name: 'Another' });
  assert.deepEqual(again, [{ id, isNew: false, url: 'https://example.com/feed.xml' }]);

  const changed = (
    await as(path, 'PATCH', { name: 'The Example', folder: null, priority: 9, country: 'DE' })
  ).json();
  assert.deepEqual(
    [changed['name'], changed['folder'], changed['priority'], changed['country'], changed['intervalSeconds']],
    ['The Example', null, 9, 'DE', 900],
  );
  const paused = (await as(`${path}/pause`, 'POST')).json();
  assert.deepEqual([paused['status'], asRecord(paused['schedule'])['nextCrawlAt']], ['paused', null]);
  assertProblem(await as(`${path}/crawl`, 'POST'), 'conflict');
  assert.equal((await as(`${path}/resume`, 'POST')).json()['status'], 'active');
  assert.equal((await as(`${path}/crawl`, 'POST')).status, 200);
  assert.deepEqual((await as(`${path}/fetches`)).json(), { items: [], nextCursor: null });
  assert.deepEqual((await as(`${path}?articles=remove`, 'DELETE')).json(), { removedArticles: 0 });
  for (const [verb, rest] of [
    ['GET', ''],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/crawl'],
    ['GET', '/fetches'],
  ] as const)
    assertProblem(await as(`${path}${rest}`, verb), 'source-not-found', rest);
  const entries = await listAudit({ database: under.database }, { limit: 20 });
  const actions = entries.filter(({ subjectId }) => subjectId === id).map(({ action }) => action);
  assert.deepEqual(actions.sort(), [
    'source.added',
    'source.changed',
    'source.paused',
    'source.removed',
    'source.resumed',
    'source.visited',
  ]);
});

test('ALL-1: faults of a source are reported, and nothing is applied in part', async () => {
  const bad = [
    { url: 'hello' },
    { url: 'ftp://example.org/x' },
    { url: 'https://name:secret@example.org/' },
    { url: 'https://example.org/', kind: 'api' },
    {
      url: 'https://example.org/',
      kind: 'api',
      settings: { api: { items: 'items', title: '/t', url: '/u' } },
    },
    { url: 'https://example.org/', kind: 'scrape', settings: { scrape: { linkSelector: 'a[' } } },
    { url: 'https://example.org/', kind: 'feed', headers: { 'x-key': 'k' } },
    { url: 'https://example.org/', intervalSeconds: 10 },
    { url: 'https://example.org/', country: 'Germany' },
    { url: 'https://example.org/', homePage: 'javascript:alert(1)' },
    { url: 'https://example.org/', language: '???' },
  ];
  for (const source of bad) {
    const answer = await as('/api/v1/sources', 'POST', {
      sources: [{ url: 'https://fine.example/' }, source],
    });
    assertProblem(answer, 'validation-failed', JSON.stringify(source));
    assert.ok(asList(answer.json()['faults']).length > 0, answer.text);
  }
  assert.deepEqual((await as('/api/v1/sources?search=fine.example')).json()['items'], []);
});

test('SRC-5: headers of an api source are sealed and never shown again', async () => {
  const api = { items: '$.data[*]', title: '/headline', url: '/link' };
  const [{ id }] = await create({
    url: 'https://api.example/v1?token=t0ken',
    kind: 'api',
    settings: { api },
    headers: { 'x-api-key': 'hush-hush' },
  });
  const shown = await as(`/api/v1/sources/${id}`);
  assert.equal(shown.json()['hasHeaders'], true);
  assert.doesNotMatch(shown.text, /hush-hush/);
  const { secrets } = await under.database.one(
    row({ secrets: nullable(bytea) }),
    sql`select secrets from sources where id = ${String(id)}`,
  );
  assert.ok(secrets && !secrets.includes('hush-hush'));
  const forReader = await sendRequest(under, { path: `/api/v1/sources/${id}`, headers: reader.headers });
  assert.equal(forReader.json()['url'], 'https://api.example/v1');
  assert.deepEqual([forReader.json()['settings'], forReader.json()['schedule']], [null, null]);
  assert.equal((await as(`/api/v1/sources/${id}`, 'PATCH', { headers: null })).json()['hasHeaders'], false);
});

test('ALL-3: the list pages by cursors that are bound to their query', async () => {
  await create(
    ...['c', 'A', 'b', 'D'].map(name => ({ url: `https://paging.example/${name}`, name: `paging ${name}` })),
  );
  const first = (await as('/api/v1/sources?search=paging&limit=3')).json();
  assert.deepEqual(names(first), ['paging A', 'paging b', 'paging c']);
  const cursor = String(first['nextCursor']);
  assert.deepEqual(names((await as(`/api/v1/sources?search=paging&limit=3&cursor=${cursor}`)).json()), [
    'paging D',
  ]);
  assertProblem(await as(`/api/v1/sources?search=other&cursor=${cursor}`), 'invalid-cursor');
  assert.deepEqual(names((await as('/api/v1/sources?search=paging&kind=api')).json()), []);
});

test('SRC-4: the last fetches are listed newest first, in pages', async () => {
  const [{ id }] = await create({ url: 'https://fetched.example/feed' });
  const at = new Date(under.clock.now());
  for (let n = 0; n < 5; n++)
    await under.database.execute(sql`
      insert into fetches (id, at, source_id, host, url, purpose, status, outcome, error, wire_bytes, found)
      values (
        gen_random_uuid(), ${new Date(at.getTime() + Math.floor(n / 2))}, ${String(id)}, 'fetched.example',
        'https://fetched.example/feed', 'feed', 200, 'changed', null, ${n}, ${n}
      )
    `);
  const seen: unknown[] = [];
  let cursor: unknown;
  do {
    const query = typeof cursor === 'string' ? `&cursor=${cursor}` : '';
    const body = (await as(`/api/v1/sources/${id}/fetches?limit=2${query}`)).json();
    seen.push(...asList(body['items']).map(item => asRecord(item)['wireBytes']));
    cursor = body['nextCursor'];
  } while (cursor !== null);
  assert.deepEqual([seen[0], [...seen].sort()], [4, [0, 1, 2, 3, 4]]);
});

test('AUTH-2: only operators can write', async () => {
  const answer = await sendJson(under, {
    method: 'POST',
    path: '/api/v1/sources',
    headers: reader.headers,
    json: { sources: [{ url: 'https://example.net/' }] },
  });
  assertProblem(answer, 'forbidden');
});

test('SRC-2: the feeds of an address are shown before anything is saved', async () => {
  const site = await serve((request, response) => {
    const isFeed = request.url === '/news.rss';
    response.setHeader('content-type', isFeed ? 'application/rss+xml' : 'text/html');
    response.end(
      isFeed
        ? RSS
        : '<html><head><link rel="alternate" type="application/rss+xml" href="/news.rss"></head></html>',
    );
  });
  const found = (await as('/api/v1/sources/discover', 'POST', { url: site })).json();
  const [candidate] = asList(found['candidates']).map(asRecord);
  assert.deepEqual(
    [candidate?.['url'], candidate?.['title'], candidate?.['itemCount'], candidate?.['kind']],
    [`${site}/news.rss`, 'The News', 1, 'feed'],
  );
  const refused = await as('/api/v1/sources/discover', 'POST', { url: 'http://127.0.0.1:1/' });
  assertProblem(refused, 'address-unreadable');
});

test('SRC-3: a list is imported line by line, once, and exported with its folders', async () => {
  const opml = `<opml version="2.0"><body>
<outline text="Folder"><outline text="One &amp; two" xmlUrl="https://opml.example/1"/></outline>
<outline text="Bad" xmlUrl="javascript:alert(1)"/>
<outline text="Same" xmlUrl="https://opml.example/1"/>
</body></opml>`;
  const report = (await as('/api/v1/sources/import', 'POST', { opml })).json();
  assert.deepEqual([report['added'], report['known'], report['invalid']], [1, 1, 1]);
  assert.deepEqual(
    asList(report['lines']).map(line => [asRecord(line)['line'], asRecord(line)['outcome']]),
    [
      [2, 'added'],
      [3, 'invalid'],
      [4, 'known'],
    ],
  );
  const again = (await as('/api/v1/sources/import', 'POST', { opml })).json();
  assert.deepEqual([again['added'], again['known']], [0, 2]);
  const exported = await as('/api/v1/sources/export');
  assert.match(String(exported.headers['content-type']), /^text\/x-opml/);
  assert.match(
    exported.text,
    /<outline text="Folder" title="Folder">\n\s+<outline type="rss" text="One &amp; two"/,
  );
  assertProblem(await as('/api/v1/sources/import', 'POST', { opml: 'hello' }), 'validation-failed');
});

test('SRC-3: a starter pack is installed, and installing it again changes nothing', async () => {
  const packs = asList((await as('/api/v1/starter-packs')).json()['items']).map(asRecord);
  assert.ok(packs.length > 20);
  const first = await as('/api/v1/starter-packs/iceland/install', 'POST');
  assertProblem(first, 'starter-pack-not-found');
  const added = (await as('/api/v1/starter-packs/germany/install', 'POST')).json();
  assert.ok(Number(added['added']) >= 10);
  const again = (await as('/api/v1/starter-packs/germany/install', 'POST')).json();
  assert.deepEqual([again['added'], again['known']], [0, added['added']]);
});

test('SRC-8: the inbox names remedies, and each is one request', async () => {
  const [{ id: moved }, { id: quiet }] = await create(
    { url: 'https://moved.example/feed' },
    { url: 'https://quiet.example/feed' },
  );
  await under.database.transaction(async tx => {
    await recordProblem(tx, String(moved), 'moved', { status: 301 });
    await recordProblem(tx, String(quiet), 'quiet', {});
    await tx.execute(sql`
      update source_schedule set moved_to = 'https://new.example/feed' where source_id = ${String(moved)}
    `);
  });
  const inbox = (await as('/api/v1/sources/problems?limit=1')).json();
  const rest = (await as(`/api/v1/sources/problems?limit=1&cursor=${inbox['nextCursor']}`)).json();
  const [one, two] = [...asList(inbox['items']), ...asList(rest['items'])].map(asRecord);
  assert.deepEqual(
    [one?.['kind'], two?.['kind'], rest['nextCursor']].sort(),
    ['moved', null, 'quiet'].sort(),
  );
  const remedies = asList([one, two].find(each => each?.['kind'] === 'moved')?.['remedies']);
  assert.equal(remedies[0], 'take-over');

  const taken = (await as(`/api/v1/sources/${moved}/take-over`, 'POST', {})).json();
  assert.equal(taken['url'], 'https://new.example/feed');
  assertProblem(await as(`/api/v1/sources/${moved}/take-over`, 'POST', {}), 'conflict');
  assertProblem(
    await as(`/api/v1/sources/${quiet}/take-over`, 'POST', { url: 'https://new.example/feed' }),
    'conflict',
  );
  assert.equal((await as(`/api/v1/sources/${quiet}/problems/quiet/dismiss`, 'POST')).status, 204);
  assertProblem(await as(`/api/v1/sources/${quiet}/problems/quiet/dismiss`, 'POST'), 'not-found');
  assert.deepEqual((await as('/api/v1/sources/problems')).json()['items'], []);
});

test('ALL-2: adding with an Idempotency-Key takes effect once', async () => {
  const send = () =>
    sendJson(under, {
      method: 'POST',
      path: '/api/v1/sources',
      headers: { ...operator.headers, 'idempotency-key': 'once' },
      json: { sources: [{ url: 'https://once.example/' }] },
    });
  const [first, second] = [await send(), await send()];
  assert.deepEqual(first.json(), second.json());
  assert.equal(second.headers['idempotency-replayed'], 'true');
  const { count } = await under.database.one(
    row({ count: int8 }),
    sql`select count(*) as count from sources where url = 'https://once.example/'`,
  );
  assert.equal(count, 1);
});

const RSS = `<rss version="2.0"><channel><title>The News</title><link>https://news.example/</link>
<item><title>First</title><link>https://news.example/1</link></item></channel></rss>`;

async function create(...sources: Record<string, unknown>[]): Promise<[Added, Added]> {
  const answer = await as('/api/v1/sources', 'POST', { sources });
  assert.equal(answer.status, 200, answer.text);
  return asList(answer.json()['sources']).map(asRecord) as [Added, Added];
}

function as(path: string, method = 'GET', json?: unknown): Promise<TestResponse> {
  if (json === undefined) return sendRequest(under, { method, path, headers: operator.headers });
  return sendJson(under, { method, path, headers: operator.headers, json });
}

function names(body: Record<string, unknown>): unknown[] {
  return asList(body['items']).map(item => asRecord(item)['name']);
}

type Added = Record<string, unknown>;
