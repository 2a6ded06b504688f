import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { parseFeedDocument } from '../../src/ingest/parse/feed/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { MAX_SAVED_SEARCHES } from '../../src/search/alerts/saved-searches.ts';
import { STORIES_CHANGED } from '../../src/streams.ts';
import { atEnd } from '../harness/cleanup.ts';
import { eventually } from '../harness/eventually.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures, type WrittenArticle } from '../harness/story-fixtures.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';
import { asList, asRecord, assertProblem, sendForm, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** SRCH-9: saved searches, and how their owners learn of new matches. */
const server = await startMailServer();
let hookStatus = 204;
const receiver = await startWebhookReceiver(({ json }, response) => {
  if (json['type'] === 'challenge') return false;
  response.writeHead(hookStatus).end();
  return true;
});
const hook = receiver.url;
const site = await testProgram({
  settings: {
    roles: 'web,index,tasks',
    'public-url': 'http://news.example',
    'smtp-url': server.url,
    'mail-from': 'News <news@news.example>',
    'crawl-allow': '127.0.0.1',
  },
});
const listening = site.telemetry.lines.find(({ msg }) => msg === 'http.listening');
const at = { url: String(listening?.['url']) };
const log = createLog({ database: site.database, telemetry: createMemoryTelemetry() });
atEnd(() => log.close());
const testPeople = createTestPeople(site);
const reader = await testPeople.person({ email: 'reader@crowd.example' });
// These articles are stored an hour later, after the searches were saved.
const room = await createStoryFixtures(site.database, new Date(site.clock.now() + 4 * 3_600_000));
const herald = await room.source('The Harbour Herald');
const times = await room.source('Valley Times');

test('SRCH-9: an article is reported once to each matching search on every channel', async () => {
  const ferries = await save({ query: 'ferry -strike', email: 'soon', webhookUrl: `${hook}/ferries` });
  const phrase = await save({ query: '"port marrow" OR lighthouse' });
  const fromTimes = await save({ query: 'ferry source:"valley times"' });
  const world = await save({ query: 'ferry', filters: { topic: 'world' } });
  const sport = await save({ query: 'ferry', filters: { topic: 'sport' } });
  const paused = await save({ query: 'ferry' });
  await send('PATCH', `/${paused}`, { isPaused: true });
  const feed = (await send('POST', `/${ferries}/feed`)).json();

  const first = await publish(herald, 'Ferries run aground off Port Marrow');
  await publish(herald, 'Ferry crews go on strike');
  await site.program.drain();
  await announce(first);
  await site.program.drain();

  assert.deepEqual(await matches(ferries), [first.id]);
  assert.deepEqual(await matches(phrase), [first.id]);
  assert.deepEqual(await matches(fromTimes), []);
  assert.equal((await matches(world)).length, 2);
  assert.deepEqual(await matches(sport), []);
  assert.deepEqual(await matches(paused), []);
  const second = await publish(times, 'Ferry accident: all are safe');
  await site.program.drain();
  assert.deepEqual(await matches(ferries), [second.id, first.id]);
  assert.deepEqual(await matches(fromTimes), [second.id]);

  const calls = () => receiver.deliveries('/ferries');
  await eventually(() => assert.equal(calls().length, 2));
  const { secret } = asRecord((await send('GET', `/${ferries}`)).json()['webhook']);
  for (const call of calls()) {
    const [, seconds = '', sum = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call.headers['broadsheet-signature'])) ?? [];
    const expected = createHmac('sha256', String(secret)).update(`${seconds}.${call.body}`).digest('hex');
    assert.equal(sum, expected);
    assert.ok(Math.abs(Number(seconds) * 1_000 - site.clock.now()) < 2_000);
  }
  const sent = calls().flatMap(({ json }) => asList(json['articles']).map(asRecord));
  assert.deepEqual(sent.map(({ id }) => id).sort(), [first.id, second.id].sort());

  const { pathname } = new URL(String(feed['atom']));
  const shown = parseFeedDocument(Buffer.from((await sendRequest(at, { path: pathname })).text));
  assert.deepEqual(
    shown.items.map(({ id }) => id),
    [`urn:uuid:${second.id}`, `urn:uuid:${first.id}`],
  );
  assert.equal((await send('DELETE', `/${ferries}`)).status, 204);
  assertProblem(await sendRequest(at, { path: pathname }), 'not-found');
  assertProblem(await send('GET', `/${ferries}`), 'saved-search-not-found');
});

test('SRCH-9: mails bundle matches, report each once, and stop by their unsubscribe link', async () => {
  const id = await save({ query: 'glacier', email: 'soon', name: 'Ice' });
  await publish(herald, 'Glacier calves into the fjord');
  await publish(herald, 'Glacier tours are booked out');
  await site.program.drain();
  await site.program.drain();
  const about = () =>
    server.letters.map(({ text }) => text).filter(each => each.includes('New results for Ice'));
  assert.equal(about().length, 1);
  await publish(herald, 'Glacier shrinks again');
  await site.program.drain();
  assert.equal(about().length, 1, 'the next mail waits for a quarter of an hour');
  site.clock.advance(16 * 60_000);
  await site.program.drain();
  assert.equal(about().length, 2);
  // The first mail may have been sent before the second article arrived.
  for (const title of ['calves into the fjord', 'tours are booked out', 'shrinks again'])
    assert.equal(about().filter(letter => letter.includes(title)).length, 1, title);
  const [, of = '', sign = ''] =
    /saved-searches\/stop\?of=([0-9a-f-]+)&(?:amp;)?sign=([\w-]+)/.exec(about()[1] ?? '') ?? [];
  assert.equal(of, id);
  const headers = { origin: 'http://news.example', accept: 'text/html' };
  const path = '/saved-searches/stop';
  const forged = `${sign.startsWith('x') ? 'y' : 'x'}${sign.slice(1)}`;
  assert.equal((await sendForm(at, { path, headers, fields: { of, sign: forged } })).status, 410);
  assert.equal((await sendForm(at, { path, headers, fields: { of, sign } })).status, 200);
  assert.equal((await send('GET', `/${id}`)).json()['email'], 'none');
});

test('SRCH-9: a failed webhook call is retried with the same id', async () => {
  const failing = await save({ query: 'orchard', webhookUrl: `${hook}/orchard` });
  hookStatus = 500;
  await publish(herald, 'Orchard blossoms early');
  await site.program.drain();
  const hookOf = async (id: string) => asRecord((await send('GET', `/${id}`)).json()['webhook']);
  await eventually(async () => assert.match(String((await hookOf(failing))['error']), /status 500/));
  hookStatus = 200;
  await eventually(async () => assert.equal((await hookOf(failing))['failures'], 0));
  assert.equal(new Set(receiver.deliveries('/orchard').map(({ json }) => json['id'])).size, 1);
});

test('SRCH-9: invalid searches are refused, searches are private, and their number is limited', async () => {
  for (const query of ['-storm', 'before:2026-01-01', '   ', '""'])
    assertProblem(await send('POST', '', { query }), 'validation-failed', query);
  for (const webhookUrl of ['ftp://a.example/', 'javascript:1', 'https://a:b@c.example/'])
    assertProblem(await send('POST', '', { query: 'a storm', webhookUrl }), 'validation-failed', webhookUrl);
  const id = await save({ query: 'storm' });
  const other = await testPeople.person();
  for (const [method, json] of [['GET'], ['DELETE'], ['PATCH', { name: 'mine' }]] as const)
    assertProblem(await send(method, `/${id}`, json, other.headers), 'saved-search-not-found', method);
  assertProblem(await send('GET', `/${id}/matches`, undefined, other.headers), 'saved-search-not-found');
  assertProblem(await send('POST', `/${id}/feed`, undefined, other.headers), 'saved-search-not-found');
  const many = await Promise.all(
    Array.from({ length: MAX_SAVED_SEARCHES + 3 }, (_, n) =>
      send('POST', '', { query: `storm ${n}` }, other.headers),
    ),
  );
  assert.equal(many.filter(({ status }) => status === 201).length, MAX_SAVED_SEARCHES);
  assertProblem(await send('POST', '', { query: 'more' }, other.headers), 'conflict');
});

test('SRCH-9: matches are paginated', async () => {
  const id = await save({ query: 'parade' });
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await publish(herald, `Parade number ${n}`)).id);
  await site.program.drain();
  const seen: unknown[] = [];
  for (let cursor = ''; ; ) {
    const page = (await send('GET', `/${id}/matches?limit=2${cursor}`)).json();
    seen.push(...asList(page['items']).map(item => asRecord(asRecord(item)['article'])['id']));
    if (page['nextCursor'] === null) break;
    cursor = `&cursor=${page['nextCursor']}`;
  }
  assert.deepEqual([...seen].sort(), ids.sort());
});

function send(method: string, path: string, json?: unknown, headers = reader.headers) {
  const options = { method, path: `/api/v1/account/saved-searches${path}`, headers };
  return json === undefined ? sendRequest(at, options) : sendJson(at, { ...options, json });
}

async function save(settings: Record<string, unknown>): Promise<string> {
  const answer = await send('POST', '', settings);
  assert.equal(answer.status, 201, answer.text);
  return String(answer.json()['id']);
}

async function matches(id: string): Promise<unknown[]> {
  const { items } = (await send('GET', `/${id}/matches`)).json();
  return asList(items).map(item => asRecord(asRecord(item)['article'])['id']);
}

async function publish(sourceId: string, title: string): Promise<WrittenArticle> {
  const article = await room.article(sourceId, title, { summary: 'In brief.' });
  await room.story([article], { category: 'world' });
  await announce(article);
  return article;
}

async function announce({ id }: WrittenArticle): Promise<void> {
  await site.database.transaction(async tx =>
    log.append(tx, STORIES_CHANGED, [{ kind: 'changed', storyId: id, language: 'en', articleIds: [id] }]),
  );
}
