import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStoryFixtures } from '../../../test/harness/story-fixtures.ts';
import type { IngestContext } from '../../ingest/context.ts';
import { addTestSource, rss, startTestCrawling, testCrawl, testSite } from '../../ingest/flow.testing.ts';
import { int4, nullable, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { crawlTasks } from './periodic-tasks.ts';

test('SCHED-3: sources of a breaking story are fetched every five minutes while it lasts, others are not', async () => {
  const context = await testCrawl();
  const { database } = context;
  const site = await testSite(({ headers, path }, response) => {
    response
      .writeHead(200, { 'content-type': 'application/rss+xml', 'cache-control': `max-age=${TWO_HOURS}` })
      .end(rss([{ path: `http://${headers.host}${path}/a`, title: 'One' }]));
  });
  const reporter = await addTestSource(context, { url: `${site.url}/reporter` });
  const other = await addTestSource(context, { url: `${site.url}/other` });
  const crawler = startTestCrawling(context);
  await crawler.drain();
  assert.deepEqual(
    [await secondsToNextFetch(context, reporter), await secondsToNextFetch(context, other)],
    [TWO_HOURS, TWO_HOURS],
  );

  const { article, story, breaking } = await createStoryFixtures(database, new Date(context.clock.now()));
  const storyId = await story([await article(reporter, 'Earthquake shakes the coast')]);
  await runTasks(context);
  assert.equal(await secondsToNextFetch(context, reporter), TWO_HOURS, 'the story is not breaking');

  await breaking(storyId, { since: new Date(context.clock.now()), velocity: 9 });
  await runTasks(context);
  assert.equal(await secondsToNextFetch(context, reporter), 300, 'five minutes after its last fetch');
  assert.equal(await secondsToNextFetch(context, other), TWO_HOURS);

  await passMinutes(context, 5);
  await crawler.drain();
  assert.deepEqual(
    site.requests
      .filter(({ path }) => path !== '/robots.txt')
      .map(({ path }) => path)
      .toSorted(),
    ['/other', '/reporter', '/reporter'],
  );
  assert.equal(await secondsToNextFetch(context, reporter), 300, 'max-age does not slow it down');

  await breaking(storyId, {
    since: new Date(context.clock.now() - 60_000),
    until: new Date(context.clock.now()),
    velocity: 9,
  });
  await passMinutes(context, 5);
  await runTasks(context);
  await crawler.drain();
  assert.equal(await secondsToNextFetch(context, reporter), TWO_HOURS, 'the story ended');
});

test('SCHED-3: a failing source of a breaking story keeps its delay, a paused one stays paused', async () => {
  const context = await testCrawl();
  const { database } = context;
  const site = await testSite((_, response) => void response.writeHead(500).end());
  const failing = await addTestSource(context, { url: `${site.url}/failing` });
  const paused = await addTestSource(context, { url: `${site.url}/paused` });
  await database.execute(
    sql`update source_schedule set failures = 3, next_crawl_at = now() + interval '1 hour' where source_id = ${failing}`,
  );
  await database.execute(sql`update source_schedule set next_crawl_at = null where source_id = ${paused}`);
  const { article, story, breaking } = await createStoryFixtures(database, new Date(context.clock.now()));
  const storyId = await story([await article(failing, 'One'), await article(paused, 'Two')]);
  await breaking(storyId, { since: new Date(context.clock.now()), velocity: 9 });
  await runTasks(context);
  const { rows } = await database.one(
    row({ rows: int4 }),
    sql`select count(*)::int as rows from source_schedule where hurried_until is not null`,
  );
  assert.equal(rows, 0);
});

async function runTasks(context: IngestContext): Promise<void> {
  const withMail = () => Promise.resolve();
  for (const { run } of crawlTasks({ ...context, withMail })) await run();
}

/** Between the last fetch and the next; null for a paused source. */
async function secondsToNextFetch({ database }: IngestContext, id: string): Promise<number | null> {
  const { seconds } = await database.one(
    row({ seconds: nullable(int4) }),
    sql`
      select round(extract(epoch from next_crawl_at - last_fetch_at))::int as seconds
      from source_schedule where source_id = ${id}
    `,
  );
  return seconds;
}

/** As if everything had happened so many minutes earlier. */
async function passMinutes({ database }: IngestContext, minutes: number): Promise<void> {
  const passed = sql`${minutes} * interval '1 minute'`;
  await database.transaction(async tx => {
    await tx.execute(sql`
      update source_schedule
      set next_crawl_at = next_crawl_at - ${passed}, last_fetch_at = last_fetch_at - ${passed},
        hurried_until = hurried_until - ${passed}
    `);
    await tx.execute(sql`update crawl_hosts set due_at = due_at - ${passed}`);
  });
}

const TWO_HOURS = 7_200;
