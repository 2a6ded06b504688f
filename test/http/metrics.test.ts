import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { METRICS } from '../../src/metrics.ts';
import { atEnd } from '../harness/cleanup.ts';
import { eventually } from '../harness/eventually.ts';
import { signUpOperator } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { startPublisher } from '../harness/publisher.ts';
import { asList, asRecord } from './support/send-request.ts';

/**
 * OBS-1, OBS-2: the whole program crawls, clusters, indexes and serves one article; then the metrics and the named
 * log lines are checked.
 */
const site = await testProgram({
  settings: { 'crawl-allow': '127.0.0.1', 'crawl-delay': '1ms' },
  startsAt: new Date(),
});
const operatorUser = await signUpOperator(site);
// Crawls and tasks are scheduled by the program's clock, so it must advance.
const ticking = setInterval(() => site.clock.advance(100), 50);
atEnd(() => clearInterval(ticking));

/** Promised metrics that no code feeds yet. The list may only shrink: a metric that gets a value must leave it. */
const KNOWN_GAPS: readonly string[] = ['live_connections', 'drop_units'];

/**
 * The metrics that catalogue.test.ts promises, without those that need a fault: dropped events, restarts,
 * breakers.
 */
const PROMISED = [
  'articles_ingested_total',
  'article_parse_latency_seconds',
  'crawl_fetch_error_rate',
  'crawl_fetch_total',
  'sources_overdue_ratio',
  'log_consumer_lag',
  'queue_messages',
  'task_start_delay_seconds',
  'feed_api_latency_seconds',
  'feed_cache_hit_rate',
  'search_index_lag_seconds',
  'trending_score_freshness_seconds',
  'user_interest_update_lag_seconds',
  'cluster_assignments_total',
  'read_event_dedup_rate',
  'classifier_latency_seconds',
  'http_request_duration_seconds',
  'live_connections',
  'drop_units',
] as const satisfies readonly (keyof typeof METRICS)[];

test('OBS-2: a run of the program feeds every promised metric but the known gaps', async () => {
  await publishOne();
  const { id } = await firstArticle();
  await use(id);
  await eventually(async () => {
    await site.program.drain();
    await fetch(`${site.url}/api/v1/feeds/top`);
    const { body } = await site.telemetry.metrics.expose();
    assert.deepEqual(
      PROMISED.filter(name => !hasSample(body, name)),
      KNOWN_GAPS,
    );
  });
});

test('OBS-1: the same run logs each named event with the ids of what it concerns', async () => {
  const { items } = await operatorUser.client.listSources({ query: { limit: 10 } });
  const sourceId = (path: string) => items.find(({ url }) => url.endsWith(path))?.id ?? '';
  const { id: story } = await firstArticle();
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

/** A reader reads, shares and searches; the share is sent twice and counts once. */
async function use(article: string): Promise<void> {
  const post = (path: string, body: unknown) =>
    fetch(`${site.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)' },
      body: JSON.stringify(body),
    });
  for (let n = 0; n < 2; n++) await post('/api/v1/events/share', { article, id: 'share-1' });
  await fetch(`${site.url}/api/v1/search?q=lighthouse`);
  await fetch(`${site.url}/api/v1/feeds/for-you`, { headers: { cookie: operatorUser.cookie } });
}

/** A gauge, a counter, or the buckets of a histogram. */
function hasSample(body: string, name: string): boolean {
  return new RegExp(`^${name}(_count)?(\\{[^}]*\\})? `, 'm').test(body);
}
