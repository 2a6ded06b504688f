import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { imageUrlFor } from '../../src/app/output/image-address.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createKeys } from '../../src/lib/keys.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { METRICS } from '../../src/metrics.ts';
import { createBroker } from '../../src/platform/broker/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { STORIES_CHANGED } from '../../src/streams.ts';
import { atEnd } from '../harness/cleanup.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { sameOrigin, signUpOperator } from '../harness/people.ts';
import { startPublisher } from '../harness/publisher.ts';
import { testStream } from '../harness/stream.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';
import { programBehindProxy } from './support/database-proxy.ts';
import { asList, asRecord } from './support/send-request.ts';

/**
 * OBS-2, OPS-12: a small day of the whole program: it crawls, clusters, indexes and serves one article to readers, and parts
 * of it fail. Every metric of the catalogue must have had a value.
 */
const TITLE = 'Lighthouse keeper retires after forty years';
const BODY = 'She lit the lamp for the last time on Sunday, and the whole harbour came to watch. '.repeat(12);
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
/** Every metric, and the restarts of two kinds of threads. */
const EXPECTED = [
  ...Object.keys(METRICS),
  ...['parser', 'search'].map(role => `worker_restarts_total{role="${role}"}`),
];
/** Only guards against hanging: a dead letter takes ten attempts. */
const LIMIT_MS = 180_000;

const threads: Worker[] = [];
process.on('worker', thread => threads.push(thread));
const site = await programBehindProxy(
  { 'crawl-allow': '127.0.0.1', 'crawl-delay': '1ms', 'rate-limit-sign-in': '5' },
  { startsAt: new Date() },
);
const operator = await signUpOperator(site);
const log = createLog({ database: site.database, telemetry: createMemoryTelemetry() });
atEnd(() => log.close());
const origin = await publisher();
const hooks = await startWebhookReceiver();
// Crawls and tasks are scheduled by the program's clock, so it must advance.
const ticking = setInterval(() => site.clock.advance(100), 50);
atEnd(() => clearInterval(ticking));

test('OPS-12: a small day of the program gives every metric of the catalogue a value', async () => {
  const fed = new Set<string>();
  const collect = async () => {
    const { body } = await site.telemetry.metrics.expose();
    for (const name of EXPECTED) if (hasSample(body, name)) fed.add(name);
  };
  await loseArchive();
  await publishOne();
  const article = await firstArticle();
  await read(article);
  await showPictures();
  await queueLetter();
  await failInParts();
  const unfed = () => EXPECTED.filter(name => !fed.has(name));
  await eventually(async () => {
    await site.program.drain();
    await fetch(`${site.url}/api/v1/feeds/top`);
    await collect();
    // Recounts are of whole hours.
    await site.clock.advance(20 * 60_000);
    assert.deepEqual(unfed(), []);
  }, LIMIT_MS);
});

function publisher(): Promise<string> {
  return startPublisher(address => ({
    '/feed': [
      'application/rss+xml',
      `<rss version="2.0"><channel><title>The Harbour Gazette</title><link>${address}/</link><language>en</language>
<item><title>${TITLE}</title><link>${address}/article</link><pubDate>${new Date().toUTCString()}</pubDate>
<description>${BODY}</description></item></channel></rss>`,
    ],
    '/article': [
      'text/html',
      `<html lang="en"><title>${TITLE}</title><article><h1>${TITLE}</h1><p>${BODY}</p></article></html>`,
    ],
    '/picture.gif': ['image/gif', Buffer.from(GIF, 'base64')],
    '/not-a-picture.gif': ['text/html', '<p>nothing to see</p>'],
  }));
}

/** A file where its folder should be: documents are fetched and parsed without it. */
async function loseArchive(): Promise<void> {
  const folder = join(site.config.data, 'archive');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, '');
}

/** After an operator saved a search for it. */
async function publishOne(): Promise<void> {
  await operator.client.saveSearch({ body: { query: 'lighthouse', webhookUrl: `${hooks.url}/hook` } });
  await operator.client.createSources({
    body: { sources: [{ url: `${origin}/feed`, kind: 'feed', name: 'The Harbour Gazette' }] },
  });
}

/** Resolves when its story is on the front page. */
function firstArticle(): Promise<string> {
  return eventually(async () => {
    const response = await fetch(`${site.url}/api/v1/stories`);
    const [story] = asList(asRecord(await response.json())['items']).map(asRecord);
    assert.ok(story, 'no story yet');
    return String(story['id']);
  });
}

/** A reader reads, shares and searches; the share is sent twice and counts once; a crawler's share counts not at all. */
async function read(article: string): Promise<void> {
  for (let n = 0; n < 2; n++) await post('/api/v1/events/share', { article, id: 'share-1' });
  await post('/api/v1/events/share', { article, id: 'share-2' }, { 'user-agent': 'curl/8' });
  await fetch(`${site.url}/api/v1/search?q=lighthouse`);
  await fetch(`${site.url}/api/v1/feeds/for-you`, { headers: { cookie: operator.cookie } });
  const at = new Date(site.clock.now()).toISOString();
  await site.database.transaction(async tx =>
    log.append(tx, STORIES_CHANGED, [
      { kind: 'breaking', storyId: article, language: 'en', at, because: 'coverage' },
    ]),
  );
}

/** A message that no one receives. */
async function queueLetter(): Promise<void> {
  const telemetry = createMemoryTelemetry();
  const { database } = site;
  const broker = createBroker({ database, telemetry, clock: systemClock, random: systemRandom });
  atEnd(() => broker.close());
  await broker.publishMany('letters', [{ body: { to: 'Ada' } }]);
}

/** One is a picture, one is none, and the host of the others is down. */
async function showPictures(): Promise<void> {
  const keys = createKeys(site.config.secret ?? '', systemRandom);
  const addresses = [`${origin}/picture.gif`, `${origin}/not-a-picture.gif`];
  const port = await freePort();
  for (let n = 0; n < 6; n++) addresses.push(`http://127.0.0.1:${port}/${n}.gif`);
  for (const address of addresses) await fetch(`${site.url}${imageUrlFor(keys, address)}`);
}

/** A wrong password too often, an event that cannot be decoded, an unreachable database, dead threads. */
async function failInParts(): Promise<void> {
  await eventually(async () => {
    const { status } = await post('/api/v1/sessions', { email: 'stranger@example.org', password: 'wrong' });
    assert.equal(status, 429);
  });
  await site.database.transaction(async tx =>
    log.append(tx, testStream(STORIES_CHANGED.name), [{ key: 'en', value: { kind: 'nonsense' } }]),
  );
  await eventually(loseDatabase);
  for (const thread of threads) await thread.terminate();
}

/** Resolves when a request was retried; whether one is depends on who notices the loss first. */
async function loseDatabase(): Promise<void> {
  const { lines, metrics } = site.telemetry;
  const losses = () => lines.filter(({ msg }) => msg === 'database.unavailable').length;
  const before = losses();
  site.databaseProxy.cut();
  const waiting = fetch(`${site.url}/api/v1/sources`, { headers: { cookie: operator.cookie } });
  await eventually(() => assert.ok(losses() > before));
  site.databaseProxy.restore();
  await waiting;
  assert.ok(hasSample((await metrics.expose()).body, 'database_retries_total'));
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0)',
      ...sameOrigin(site.url),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

/** A gauge, a counter, or the buckets of a histogram. */
function hasSample(body: string, name: string): boolean {
  return new RegExp(`^${name}(_count)?(\\{[^}]*\\})? `, 'm').test(body) || body.includes(`\n${name} `);
}
