import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { testBrowser } from '../harness/browser.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { publishTrending } from '../harness/trending.ts';
import { checkPage } from './inspect.ts';

/** TREND-1, TREND-7 in the browser, from rows as the role `signals` writes them. */
const HOUR = 3_600_000;
const site = await testProgram({ settings: { roles: 'web' } });
const browser = await testBrowser(site.url);
const { source, article, story } = await createStoryFixtures(site.database, TEST_EPOCH);
const herald = await source('The Harbour Herald');
const TITLES = [
  'Ferry runs aground off Port Marrow with 240 people on board',
  'Spring tides close the coastal road',
  'Council puts off the vote on the new bridge',
  'Chip maker opens a plant in the valley, with a thousand posts to fill within the year',
  'Night trains return to the northern line',
  'Museum finds a lost sketch in its own cellar',
];
const ids: string[] = [];
for (const [index, title] of TITLES.entries())
  ids.push(
    await story([await article(herald, title)], {
      category: index === 2 ? 'politics' : 'world',
      topics: ['africa'],
    }),
  );
for (let hour = 0; hour < 40; hour++) await storeSnapshot(hour);
await publishTrending(site, ids);

test(
  'TREND-1: the page lists what is trending, with movement since the last hour',
  browser.visit(async page => {
    await page.goto('/');
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Trending' })
      .click();
    await page.waitForURL('/trending');
    assert.deepEqual(await page.locator('.trending h2').allTextContents(), TITLES);
    const first = page.locator('.trending > li').first();
    await first.getByText('60 shares').waitFor();
    await first.getByText('Up 5 places').waitFor();
    await page.getByRole('img', { name: /Ranks of the top five/ }).waitFor();
    await page.getByText('Show as table').click();
    await page.getByRole('table').waitFor();
    await checkPage(page, 'trending-table');
    await page.locator('.trending h2 a').first().click();
    await page.waitForURL(`/stories/${ids[0]}`);
  }),
);

test(
  'TREND-1, TREND-7: list and past hour are selected without JavaScript',
  browser.visit(
    async page => {
      await page.goto('/trending');
      await page.getByLabel('Section', { exact: true }).selectOption('politics');
      await page.getByLabel('Time range', { exact: true }).selectOption('24h');
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await page.waitForURL(/category=politics/);
      assert.deepEqual(await page.locator('.trending h2').allTextContents(), []);
      await page.getByText('Nothing is trending here').waitFor();
      await page.goto('/trending?window=1h');
      const then = new Date(hourBefore(10));
      await page.getByLabel('Day', { exact: true }).fill(then.toISOString().slice(0, 10));
      await page.getByLabel('Hour (UTC)').selectOption(String(then.getUTCHours()));
      await page.getByRole('button', { name: 'Show past ranking' }).click();
      await page.getByText('As of').waitFor();
      assert.equal((await page.locator('.trending h2').allTextContents())[0], TITLES[turnAt(10)]);
      await page.goto('/trending?day=2001-01-01&hour=3');
      await page.getByText('No ranking is stored for that hour.').waitFor();
      assert.equal((await page.goto('/trending?category=nothing'))?.status(), 404);
      await page.goto('/trending?day=2026-99-99&hour=99&window=%00&by=luck&of=<b>');
      await page.getByText('As of').waitFor();
    },
    { javaScriptEnabled: false },
  ),
);

/** Stores the ranking of a past hour: the order rotates every eight hours, and again in the last hour. */
async function storeSnapshot(hoursAgo: number): Promise<void> {
  const turned = ids.map((_, index) => ids[(index + turnAt(hoursAgo)) % 6] ?? '');
  await site.database.execute(sql`
    insert into trending_snapshots (at, span, list, ids, scores, shares, reads)
    values (${new Date(hourBefore(hoursAgo))}, '1h', 'stories/blend/global', ${turned}::uuid[],
      ${turned.map(() => 9)}::real[], ${turned.map(() => 3)}::integer[], ${turned.map(() => 4)}::integer[])
  `);
}

function turnAt(hoursAgo: number): number {
  return hoursAgo === 0 ? 1 : 5 - (Math.floor(hoursAgo / 8) % 6);
}

function hourBefore(hours: number): number {
  return Math.floor(TEST_EPOCH.getTime() / HOUR) * HOUR - hours * HOUR;
}
