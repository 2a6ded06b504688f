import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { atEnd } from '../harness/cleanup.ts';
import { eventually } from '../harness/eventually.ts';
import { signUpOperator } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { startPublisher } from '../harness/publisher.ts';
import { asList, asRecord } from './support/send-request.ts';

/** OBS-1, WEB-3: the whole program crawls, clusters and serves one article; then its log lines and its overview are checked. */
const site = await testProgram({
  settings: { 'crawl-allow': '127.0.0.1', 'crawl-delay': '1ms' },
  startsAt: new Date(),
});
const operatorUser = await signUpOperator(site);
// Crawls and tasks are scheduled by the program's clock, so it must advance.
const ticking = setInterval(() => site.clock.advance(100), 50);
atEnd(() => clearInterval(ticking));

test('OBS-1: each named event is logged with the ids of what it concerns', async () => {
  await publishOne();
  const { id: story } = await firstArticle();
  await use(story);
  const { items } = await operatorUser.client.listSources({ query: { limit: 10 } });
  const sourceId = (path: string) => items.find(({ url }) => url.endsWith(path))?.id ?? '';
  await operatorUser.client.changeInterests({ body: { command: 'pause' } });
  await eventually(async () => {
    await site.program.drain();
    assertLogged('article.ingested', { sourceId: sourceId('/feed'), status: 'new', articleIds: [story] });
    // The second feed lists the article of the first one.
    assertLogged('article.duplicate', { sourceId: sourceId('/second-feed'), articleId: story });
    assertLogged('cluster.assigned', { article: story, story, action: 'opened', language: 'en' });
    assertLogged('interest.updated', { userId: operatorUser.userId });
    assertLogged('feed.cache_miss', { feed: 'for-you' });
    assertLogged('crawl.error', { source: sourceId('/missing'), status: 404 });
  });
});

test('WEB-3: the same run fills every stage of the overview, and the service levels of what it does', async () => {
  await firstArticle();
  await eventually(async () => {
    const page = await overview();
    const levels = page.split('<tr role="row"><td').slice(1);
    const unknown = levels.filter(row => row.includes('No data') && !RARE.test(row));
    assert.deepEqual([levels.length > 0, unknown], [true, []]);
    const stages = page.split('<li class="stage">').slice(1);
    const idle = stages.filter(each => /\b0 events stored/.test(each));
    assert.deepEqual([stages.length > 0, idle], [true, []]);
  });
});

/** No story of the run breaks, and tasks are due too seldom for it. */
const RARE = /Delay of breaking news|Start delay of due tasks/;

/** Quantiles are of what follows the first reading. */
async function overview(): Promise<string> {
  await fetch(`${site.url}/api/v1/search?q=lighthouse`);
  await fetch(`${site.url}/api/v1/feeds/top`);
  await site.program.drain();
  const response = await fetch(`${site.url}/admin`, { headers: { cookie: operatorUser.cookie } });
  return response.text();
}

/** A line of this event has at least these fields. */
function assertLogged(event: string, fields: Readonly<Record<string, unknown>>): void {
  const found = site.telemetry.lines.filter(({ msg }) => msg === event).map(line => asRecord(line));
  const picked = found.map(line => Object.fromEntries(Object.keys(fields).map(name => [name, line[name]])));
  assert.ok(
    picked.some(each => isDeepStrictEqual(each, fields)),
    `${event} ${JSON.stringify(fields)} is not among ${JSON.stringify(picked)}`,
  );
}

async function publishOne(): Promise<void> {
  const title = 'Lighthouse keeper retires after forty years';
  const body = 'She lit the lamp for the last time on Sunday, and the whole harbour came to watch. '.repeat(
    12,
  );
  const feed = (address: string) =>
    [
      'application/rss+xml',
      `<rss version="2.0"><channel><title>The Harbour Gazette</title><link>${address}/</link><language>en</language>
<item><title>${title}</title><link>${address}/article</link><pubDate>${new Date().toUTCString()}</pubDate>
<description>${body}</description></item></channel></rss>`,
    ] as const;
  const origin = await startPublisher(address => ({
    '/feed': feed(address),
    '/second-feed': feed(address),
    '/article': [
      'text/html',
      `<html lang="en"><title>${title}</title><article><h1>${title}</h1><p>${body}</p></article></html>`,
    ],
  }));
  const sources = ['/feed', '/second-feed', '/missing'].map(
    path => ({ url: `${origin}${path}`, kind: 'feed', name: `The Harbour Gazette ${path}` }) as const,
  );
  await operatorUser.client.createSources({ body: { sources } });
}

/** Resolves when its story is on the front page. */
function firstArticle(): Promise<{ id: string }> {
  return eventually(async () => {
    const response = await fetch(`${site.url}/api/v1/stories`);
    const [story] = asList(asRecord(await response.json())['items']).map(asRecord);
    assert.ok(story, 'no story yet');
    return { id: String(story['id']) };
  });
}

/** A reader shares, and opens a personal feed. */
async function use(article: string): Promise<void> {
  await fetch(`${site.url}/api/v1/events/share`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)' },
    body: JSON.stringify({ article, id: 'share-1' }),
  });
  await fetch(`${site.url}/api/v1/feeds/for-you`, { headers: { cookie: operatorUser.cookie } });
}
