import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testBrowser } from '../harness/browser.ts';
import { fillSearchIndex } from '../harness/commands.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';

/** SRCH-1 and SRCH-3 in the browser. */
const site = await testProgram({ settings: { roles: 'web,index' } });
const browser = await testBrowser(site.url);
const { source, article, story } = await createStoryFixtures(site.database, TEST_EPOCH);
const herald = await source('The Harbour Herald');
const ferry = await story([await article(herald, 'Ferry runs aground <b>off</b> Port Marrow')]);
await fillSearchIndex(site);

test(
  'a search without JavaScript highlights matches, corrects typos, and says when nothing is found',
  browser.visit(
    async page => {
      await page.goto('/');
      await page
        .getByRole('navigation', { name: 'Main navigation' })
        .getByRole('link', { name: 'Search' })
        .click();
      await page.getByLabel('Search for').fill('ferry');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByText('1 article found').waitFor();
      assert.equal(await page.locator('.results mark').first().textContent(), 'Ferry');
      assert.equal(await page.locator('.results h2 b').count(), 0);
      await page.goto('/search?q=ferrry');
      await page.getByText('Showing results for').waitFor();
      await page.locator('.results h2 a').click();
      await page.waitForURL(`/stories/${ferry}`);
      await page.goto('/search?q=zeppelin');
      await page.getByText('No results').waitFor();
    },
    { javaScriptEnabled: false },
  ),
);
