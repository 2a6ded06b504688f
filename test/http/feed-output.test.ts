import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { parseFeedDocument } from '../../src/ingest/parse/feed/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { STORIES_CHANGED, TRENDING_ENTERED } from '../../src/streams.ts';
import { atEnd } from '../harness/cleanup.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { asList, asRecord, assertProblem, sendForm, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** FEED-11, FEED-12: feeds for other programs, hub notifications, and digests by mail. */
const pings: URLSearchParams[] = [];
const mailServer = await startMailServer();
const hub = await startHub();
const site = await testProgram({
  settings: {
    roles: 'web,tasks',
    'public-url': 'http://news.example',
    'websub-hub': hub,
    'smtp-url': mailServer.url,
    'mail-from': 'News <news@news.example>',
  },
});
/** The public address leads elsewhere; the log line has the address that the program listens on. */
const listening = site.telemetry.lines.find(({ msg }) => msg === 'http.listening');
const at = { url: String(listening?.['url']) };
const testPeople = createTestPeople(site);
const reader = await testPeople.person();
const log = createLog({ database: site.database, telemetry: createMemoryTelemetry() });
atEnd(() => log.close());
const { source, article, story } = await createStoryFixtures(site.database, TEST_EPOCH);
const herald = await source('The <Herald> & Co');
const ids: string[] = [];
for (let number = 0; number < 35; number++)
  ids.push(await story([await article(herald, `Number ${number}: 5 < 6 & "more" \u0001`)]));
await site.database.transaction(async tx =>
  log.append(
    tx,
    STORIES_CHANGED,
    ids.map(id => ({ kind: 'changed', storyId: id, language: 'en', articleIds: [] })),
  ),
);
await site.program.drain();

test('FEED-12: all formats agree, with stable ids, pages and hub links, and our own parser reads them', async () => {
  for (const format of ['atom', 'rss', 'json']) {
    const answer = await sendRequest(at, { path: `/feeds/latest.${format}` });
    assert.equal(answer.status, 200, format);
    const feed = parseFeedDocument(Buffer.from(answer.text), {
      contentType: String(answer.headers['content-type']),
    });
    assert.equal(feed.items.length, 30, format);
    assert.equal(feed.items[0]?.id, `urn:uuid:${ids.at(-1)}`, format);
    assert.equal(feed.items[0]?.title, 'Number 34: 5 < 6 & "more"', format);
    assert.match(String(answer.headers['link']), new RegExp(`<${hub}>; rel="hub"`));
    const again = await sendRequest(at, {
      path: `/feeds/latest.${format}`,
      headers: { 'if-none-match': String(answer.headers['etag']) },
    });
    assert.equal(again.status, 304);
    const next = /latest\.\w+\?page=2/.exec(answer.text)?.[0] ?? '';
    const rest = parseFeedDocument(Buffer.from((await sendRequest(at, { path: `/feeds/${next}` })).text));
    assert.equal(rest.items.length, 5, format);
  }
});

test('FEED-12: topics, sources and stories have feeds; unknown ones are not found', async () => {
  for (const path of [
    'topic/world.atom',
    `source/${herald}.rss`,
    `story/${ids[0]}.json`,
    'top.rss?language=en',
  ])
    assert.equal((await sendRequest(at, { path: `/feeds/${path}` })).status, 200, path);
  for (const path of [
    'nothing.atom',
    'top.pdf',
    'topic/nothing.rss',
    'story/x.rss',
    'for-you.atom',
    'top.rss?page=0',
  ])
    assert.equal((await sendRequest(at, { path: `/feeds/${path}` })).status, 404, path);
  const style = await sendRequest(at, { path: '/feeds/style.xsl' });
  assert.match(style.text, /xsl:stylesheet/);
});

test('FEED-12: a private feed is readable by its address until it is revoked', async () => {
  const { headers } = reader;
  const made = await sendJson(at, {
    method: 'POST',
    path: '/api/v1/account/feed-tokens',
    headers,
    json: { feed: 'for-you' },
  });
  assert.equal(made.status, 201);
  const { pathname } = new URL(String(made.json()['atom']));
  const answer = await sendRequest(at, { path: pathname });
  assert.equal(answer.status, 200);
  assert.match(String(answer.headers['cache-control']), /private/);
  assert.ok(parseFeedDocument(Buffer.from(answer.text)).items.length > 0);
  assertProblem(await sendRequest(at, { path: pathname.replace(/.\.atom$/, '_.atom') }), 'not-found');
  const id = String(made.json()['id']);
  await sendRequest(at, { method: 'DELETE', path: `/api/v1/account/feed-tokens/${id}`, headers });
  assertProblem(await sendRequest(at, { path: pathname }), 'not-found');
});

test('FEED-12: the hub is notified of changed feeds', async () => {
  await eventually(() => assert.ok(pings.length > 0));
  assert.equal(pings[0]?.get('hub.mode'), 'publish');
  assert.ok(pings[0]?.getAll('hub.url').includes('http://news.example/feeds/latest.atom'));
});

test('TREND-9: a hub is notified of new top stories and pushes them to subscribers', async () => {
  await site.database.transaction(async tx =>
    log.append(tx, TRENDING_ENTERED, [
      { of: 'stories', id: ids[0] ?? '', category: null, window: '1h', rank: 1, score: 1, at: 0 },
    ]),
  );
  await eventually(() =>
    assert.ok(pings.some(ping => ping.getAll('hub.url').includes('http://news.example/feeds/trending.atom'))),
  );
});

test('FEED-11: a reader who enables digests gets one a day, by mail and as a page, until they unsubscribe', async () => {
  const { headers } = reader;
  await sendJson(at, {
    method: 'PATCH',
    path: '/api/v1/account/feed-settings',
    headers,
    json: { digest: 'daily' },
  });
  await site.program.drain();
  await site.program.drain();
  const [letter, ...more] = mailServer.letters;
  assert.deepEqual(more, []);
  assert.match(letter?.header('List-Unsubscribe') ?? '', /^<http:\/\/news\.example\/digest\/stop/);
  const page = await sendRequest(at, { path: '/digest', headers: { ...headers, accept: 'text/html' } });
  assert.match(page.text, /Number \d+: 5 &lt; 6 &amp;/);
  const [, of = '', sign = ''] =
    /digest\/stop\?of=([0-9a-f-]+)&(?:amp;)?sign=([\w-]+)/.exec(letter?.text ?? '') ?? [];
  const from = { origin: 'http://news.example', accept: 'text/html' };
  const forged = { path: '/digest/stop', headers: from, fields: { of, sign: `x${sign.slice(1)}` } };
  assert.equal((await sendForm(at, forged)).status, 410);
  assert.equal((await sendForm(at, { ...forged, fields: { of, sign } })).status, 200);
  const settings = await sendRequest(at, { path: '/api/v1/account/feed-settings', headers });
  assert.equal(settings.json()['digest'], 'none');
});

test('FEED-9: variants and experiments are data; readers are assigned, exposures recorded, results reported', async () => {
  const operator = await testPeople.person({ roles: ['operator'] });
  const send = (method: string, path: string, json?: unknown) =>
    json === undefined
      ? sendRequest(at, { method, path, headers: operator.headers })
      : sendJson(at, { method, path, headers: operator.headers, json });
  const put = await send('PUT', '/api/v1/ranking/variants/fresh', {
    settings: { weights: { freshness: 0.9 } },
  });
  assert.equal(put.status, 200, put.text);
  assertProblem(
    await send('PUT', '/api/v1/ranking/variants/wrong', { settings: { weights: { speed: 1 } } }),
    'validation-failed',
  );
  const begun = { id: 'fresher', control: 'standard', variant: 'fresh', share: 1, mode: 'shadow' };
  assert.equal((await send('POST', '/api/v1/ranking/experiments', begun)).status, 201);
  assertProblem(await send('POST', '/api/v1/ranking/experiments', begun), 'conflict');
  await site.clock.advance(10_000);
  const loadFeed = () => sendRequest(at, { path: '/api/v1/feeds/for-you', headers: reader.headers });
  await loadFeed();
  await eventually(async () => {
    await loadFeed();
    await site.program.drain();
    const { items } = (await send('GET', '/api/v1/ranking/experiments/fresher/results')).json();
    const [control] = asList(items).map(asRecord);
    assert.ok(Number(control?.['pages']) > 0 && Number(control?.['shown']) > 0);
  });
  const results = (await send('GET', '/api/v1/ranking/experiments/fresher/results')).json();
  assert.ok(Number(asRecord(results['shadow'])['overlap']) > 0);
  assert.equal((await send('POST', '/api/v1/ranking/experiments/fresher/end')).status, 204);
  assertProblem(
    await sendRequest(at, { path: '/api/v1/ranking/experiments', headers: reader.headers }),
    'forbidden',
  );
});

function startHub(): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      pings.push(new URLSearchParams(Buffer.concat(chunks).toString()));
      response.writeHead(204).end();
    });
  });
  atEnd(() => new Promise(resolve => server.close(() => resolve())));
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}
