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

/** RUN-1: the demo edition as people meet it, crawled from the made-up world while they look. */
const site = await testProgram({ settings: { demo: 'on' }, startsAt: new Date() });
const browser = await testBrowser(site.url);
const operatorUser = await signUpOperator(site);
// Visits pause between two requests by the program's clock, so it has to go on.
const going = setInterval(() => site.clock.advance(50), 50);
atEnd(() => clearInterval(going));

test(
  'RUN-1: within a minute the front page shows made-up news and says so, and a visitor has no button',
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
  'RUN-1: the operator removes it with one click, in the middle of a crawl, and nothing of it is left',
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
    assert.deepEqual(await left(), { sources: 0, articles: 0, pages: 0 }, 'visits under way left nothing');
    const late = await visitor();
    await late.goto('/');
    await late.getByRole('heading', { level: 1, name: 'No stories yet' }).waitFor();
    assert.equal(await late.getByText('fictional').count(), 0);
  }),
);

/** Some publishers of the made-up world are slow or broken, as in the other one, and a page may be left before it is whole. */
const PICTURE = /^request: \S+ \S+\/image\//;

/** Somebody who looks again until there is enough to read. */
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
