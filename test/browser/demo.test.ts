import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { int8, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { testBrowser } from '../harness/browser.ts';
import { atEnd } from '../harness/cleanup.ts';
import { eventually } from '../harness/eventually.ts';
import { signUpOperator } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { clickButton, setSessionCookie } from './forms.ts';
import { checkPage } from './inspect.ts';

/** RUN-1: the demo edition in the browser, while the program crawls the simulated world. */
const site = await testProgram({ settings: { demo: 'on' }, startsAt: new Date() });
const browser = await testBrowser(site.url);
const operatorUser = await signUpOperator(site);
// The crawler waits between requests by the program's clock, so it must advance.
const ticking = setInterval(() => site.clock.advance(50), 50);
atEnd(() => clearInterval(ticking));

test(
  'RUN-1: within a minute the front page shows fictional news and says so; visitors cannot remove it',
  { timeout: 120_000 },
  browser.visit(async (page, { expect }) => {
    expect(PICTURE);
    await frontPageWith(page, 20);
    const notice = page.getByRole('complementary', { name: 'Demo edition' });
    await notice.getByText('All publishers and stories on these pages are fictional.').waitFor();
    assert.equal(await notice.getByRole('button').count(), 0);
    await checkPage(page, 'demo-front');
    await page.goto('/about');
    await notice.waitFor();
  }),
);

test(
  'RUN-1: the operator removes the demo with one click, even during a crawl, and nothing of it remains',
  { timeout: 120_000 },
  browser.visit(async (page, { visitor, expect }) => {
    expect(PICTURE);
    await setSessionCookie(page, site, operatorUser);
    await frontPageWith(page, 20);
    await checkPage(page, 'demo-front-operator');
    await clickButton(page, 'Remove the demo');
    await page.getByRole('heading', { level: 1, name: 'No stories yet' }).waitFor();
    assert.equal(await page.getByRole('complementary', { name: 'Demo edition' }).count(), 0);

    await site.program.drain();
    assert.deepEqual(await left(), { sources: 0, articles: 0, pages: 0 }, 'running fetches stored nothing');
    const late = await visitor();
    await late.goto('/');
    await late.getByRole('heading', { level: 1, name: 'No stories yet' }).waitFor();
    assert.equal(await late.getByText('fictional').count(), 0);
  }),
);

/**
 * Some simulated publishers are slow or broken, and the test may leave a page before its pictures have
 * loaded.
 */
const PICTURE = /^request: \S+ \S+\/image\//;

/** Reloads until the front page has enough articles. */
async function frontPageWith(page: Page, articles: number): Promise<void> {
  await eventually(async () => {
    await page.goto('/');
    assert.ok((await page.locator('.card').count()) >= articles);
  }, 60_000);
}

function left() {
  return site.database.one(
    row({ sources: int8, articles: int8, pages: int8 }),
    sql`
      select (select count(*) from sources) as sources, (select count(*) from articles) as articles,
        (select count(*) from crawl_pages) as pages
    `,
  );
}
