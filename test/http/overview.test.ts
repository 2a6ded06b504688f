import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { STORIES_CHANGED } from '../../src/streams.ts';
import { atEnd } from '../harness/cleanup.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { signUpOperator } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { publishTrending } from '../harness/trending.ts';

/**
 * WEB-3: what the operator overview shows of readers: top stories, response times, delay of breaking news.
 */
const site = await testProgram({ settings: { roles: 'web' } });
const operatorUser = await signUpOperator(site);
const log = createLog({ database: site.database, telemetry: createMemoryTelemetry() });
atEnd(() => log.close());
const { source, article, story } = await createStoryFixtures(site.database, TEST_EPOCH);
const herald = await source('The Harbour Herald');
const storyId = await story([await article(herald, 'Ferry runs aground off Port Marrow')]);

test('rows without data say so', async () => {
  const page = await overview();
  assert.match(page, /No shares or reads in the last hour\./);
  assert.match(page, /No searches in the last hour\./);
  for (const row of ['Search response time', 'Delay of breaking news', 'Feed page response time'])
    assert.match(rowOf(page, row), /No data/);
  assert.match(rowOf(page, 'Age of the trending lists'), /No data/);
});

test('TREND-1: the overview shows the top trending stories with shares and reads', async () => {
  await publishTrending(site, [storyId]);
  const row = rowOf(await overview(), 'Ferry runs aground off Port Marrow');
  assert.match(row, new RegExp(`href="/stories/${storyId}"`));
  assert.match(row, />60<.*>200</s);
});

test('pages and API report the response time of searches', async () => {
  await fetch(`${site.url}/search?q=ferry`);
  await fetch(`${site.url}/api/v1/search?q=ferry`);
  const page = await overview();
  assert.match(page, /<dt>Response time p50<\/dt><dd>[\d.]+ s<\/dd>/);
  assert.match(page, /<dt>Response time p99<\/dt><dd>[\d.]+ s<\/dd>/);
  assert.match(rowOf(page, 'Search response time'), /Met|Missed/);
});

test('BREAK-2: the delay of breaking news is measured against one minute', async () => {
  await breaks(1_500);
  assert.match(rowOf(await overview(), 'Delay of breaking news'), />2 s<.*badge">Met</s);
  await breaks(90_000);
  assert.match(rowOf(await overview(), 'Delay of breaking news'), />120 s<.*badge bad">Missed</s);
});

test('WEB-3: the overview shows the feed API, the trending lists and the interests', async () => {
  await fetch(`${site.url}/api/v1/feeds/latest`);
  const age = (site.clock.now() - TEST_EPOCH.getTime()) / 1_000;
  const page = await overview();
  assert.match(rowOf(page, 'Feed page response time'), />0\.2 s<.*>[\d.]+ s<.*>(Met|Missed)</s);
  assert.match(rowOf(page, 'Age of the trending lists'), new RegExp(`>30 s<.*>${age} s<.*badge">Met<`, 's'));
  assert.match(rowOf(page, 'Delay until a read changes interests'), />10 s<.*>0 s<.*badge">Met</s);
});

test('WEB-3: the web process shows the sources and tasks of other processes', async () => {
  for (const row of ['Active sources not fetched', 'Start delay of due tasks'])
    assert.match(rowOf(await overview(), row), /No data/);
  await operatorUser.client.createSources({
    body: { sources: [{ url: 'https://far.example/feed', kind: 'feed', name: 'Far' }] },
  });
  const { id: taskId } = await operatorUser.client.createTask({
    body: { kind: 'letter.send', name: 'Letter', schedule: { cron: '30 6 * * *', timeZone: 'UTC' } },
  });
  const ran = (endedAt: Date, delaySeconds: number) => sql`
    insert into task_runs (id, task_id, due_at, by_hand, attempt, started_at, ended_at, outcome)
    values (${randomUUID()}, ${taskId}, ${endedAt}::timestamptz - ${delaySeconds} * interval '1 second', false, 1,
      ${endedAt}, ${endedAt}, 'succeeded')
  `;
  const now = site.clock.now();
  await site.database.execute(ran(new Date(now - 2 * 3_600_000), 500));
  await site.database.execute(ran(new Date(now - 60_000), 2));
  const page = await overview();
  assert.match(rowOf(page, 'Start delay of due tasks'), />2 s<.*badge">Met</s);
  assert.match(rowOf(page, 'Active sources not fetched'), />0%<.*badge">Met</s);
});

test('WEB-3: percentiles are those of the last hour', async () => {
  assert.match(rowOf(await overview(), 'Delay of breaking news'), />120 s<.*badge bad">Missed</s);
  await site.clock.advance(61 * 60_000);
  const page = await overview();
  assert.match(page, /No searches in the last hour\./);
  assert.match(rowOf(page, 'Delay of breaking news'), /No data/);
  await breaks(1_500);
  assert.match(rowOf(await overview(), 'Delay of breaking news'), />2 s<.*badge">Met</s);
});

/** Stores a story that an article made breaking `agoMs` ago and the stories role announces now. */
async function breaks(agoMs: number): Promise<void> {
  const at = new Date(site.clock.now() - agoMs).toISOString();
  await site.database.transaction(async tx =>
    log.append(tx, STORIES_CHANGED, [{ kind: 'breaking', storyId, language: 'en', at, because: 'coverage' }]),
  );
  await site.program.drain();
}

async function overview(): Promise<string> {
  const headers = { accept: 'text/html', cookie: operatorUser.cookie };
  return (await fetch(`${site.url}/admin`, { headers })).text();
}

/** The table row that contains a text. */
function rowOf(page: string, text: string): string {
  const row = page.split('<tr ').find(each => each.includes(text));
  assert.ok(row, `no row with ${text}`);
  return row.slice(0, row.indexOf('</tr>'));
}
