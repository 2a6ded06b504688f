import assert from 'node:assert/strict';
import { createClient } from '../src/client/index.ts';
import { systemClock } from '../src/lib/clock.ts';
import { systemRandom } from '../src/lib/random.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/start.ts';
import { createMemoryTelemetry } from '../src/platform/telemetry/memory/memory.ts';
import { FeedReader } from '../test/harness/feed-reader.ts';
import { freePort } from '../test/harness/free-port.ts';
import { signUpReader } from '../test/harness/people.ts';
import { startProcess, temporaryData } from './lib/program.ts';

/**
 * FEED-5, FEED-6, PG-4 against the real program with the demo edition, which loses one part after the other:
 * when a restart clears the memory, a scrolling reader continues without repeated stories; without a search
 * index, search pages say so and everything else works; when PostgreSQL stops for good, public pages and
 * feeds still answer, and signed-in readers get an error that names the cause.
 */
const PUBLIC = [
  '/',
  '/api/v1/feeds/top',
  '/api/v1/feeds/latest',
  '/api/v1/feeds/latest?language=en&limit=50',
  '/api/v1/feeds/country?of=GB',
  '/feeds/top.atom',
  '/feeds/latest.rss',
  '/feeds/top.json',
  '/trending',
  '/topics/sports',
];
const [data, own] = [await temporaryData(), await temporaryData()];
const postgres = await startEmbeddedPostgres(
  { directory: own.path, log: createMemoryTelemetry().log, clock: systemClock, random: systemRandom },
  { systemDirectory: `${own.path}/system` },
);
const port = await freePort();
const flags = ['--database-url', postgres.url(), '--secret', 'the secret of a program that loses parts'];
const start = () => startProcess(data.path, [...flags, '--port', String(port), '--demo', 'on']);
const steps: [string, (reader: FeedReader) => Promise<string>][] = [
  ['restart without memory', memoryLost],
  ['no search index', noIndex],
  ['PostgreSQL is stopped', postgresStopped],
];
let program = await start();
let failed = 0;
try {
  await waitForStories(40);
  const visitor = createClient({ baseUrl: program.url });
  const reader = new FeedReader(program.url, await signUpReader({ url: program.url, visitor }, 'ada'));
  for (const [name, step] of steps) {
    try {
      console.log(`ok: ${name}: ${await step(reader)}`);
    } catch (error) {
      failed++;
      console.log(`FAILED: ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  program.process.kill('SIGTERM');
  await program.exited;
  await postgres.stop();
  await data.remove();
  await own.remove();
}
process.exitCode = failed === 0 ? 0 : 1;

async function memoryLost(reader: FeedReader): Promise<string> {
  const first = await reader.page();
  assert.ok(first.nextCursor, 'the feed has only one page');
  program.process.kill('SIGTERM');
  await program.exited;
  program = await start();
  const next = await reader.page(first.nextCursor);
  assert.deepEqual(
    next.ids.filter(id => first.ids.includes(id)),
    [],
    'shown twice',
  );
  assert.ok(next.ids.length > 0, 'nothing more');
  assert.equal((await reader.page()).ids.length, first.ids.length);
  return `${next.ids.length} more stories, none repeated`;
}

async function noIndex(): Promise<string> {
  const folder = await temporaryData();
  const other = await startProcess(folder.path, [...flags, '--roles', 'web'], 'run');
  try {
    const search = await fetch(`${other.url}/api/v1/search?q=storm`);
    const { type = '' } = (await search.json()) as { type?: string };
    assert.equal(search.status, 503);
    assert.match(type, /search-unavailable/);
    const page = await fetch(`${other.url}/search?q=storm`, { headers: { accept: 'text/html' } });
    assert.match(
      await page.text(),
      /Search is not available|could not answer/,
      'the page names the missing part',
    );
    await allAnswer(other.url);
    return `search gets ${search.status}, ${PUBLIC.length} other pages 200`;
  } finally {
    other.process.kill('SIGTERM');
    await other.exited;
    await folder.remove();
  }
}

async function postgresStopped(reader: FeedReader): Promise<string> {
  const [storyId = ''] = (await reader.waitForPage(page => page.ids.length > 0, 'no stories')).ids;
  // Pages that any reader loaded stay available to all.
  const paths = [...PUBLIC, `/stories/${storyId}`];
  await allAnswer(program.url, paths);
  await postgres.stop();
  await allAnswer(program.url, paths);
  await assert.rejects(() => reader.page(), /503/, 'sessions cannot be checked');
  return `${paths.length} public pages and feeds get 200, personal feeds 503`;
}

async function allAnswer(url: string, paths: readonly string[] = PUBLIC): Promise<void> {
  const statuses = await Promise.all(
    paths.map(async path => {
      const response = await fetch(`${url}${path}`, { headers: { 'accept-language': 'en' } });
      const { length } = await response.text();
      return response.status === 200 && length > 200 ? [] : [`${path}: ${response.status}, ${length} bytes`];
    }),
  );
  assert.deepEqual(statuses.flat(), []);
}

async function waitForStories(stories: number): Promise<void> {
  const giveUpAt = performance.now() + 300_000;
  for (;;) {
    const { items } = (await (await fetch(`${program.url}/api/v1/feeds/latest?limit=100`)).json()) as {
      items: unknown[];
    };
    if (items.length >= stories) return;
    if (performance.now() > giveUpAt) throw new Error(`only ${items.length} stories in five minutes`);
    await systemClock.sleep(500);
  }
}
