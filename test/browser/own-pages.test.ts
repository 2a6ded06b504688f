import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { storyAnnouncer } from '../harness/announce-stories.ts';
import { testBrowser } from '../harness/browser.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { signUpOperator, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { clickButton, setSessionCookie } from './forms.ts';
import { checkPage } from './inspect.ts';

/** Feed pages, readers' lists and settings, experiments and the audit log, in a real browser. */
const site = await testProgram({ settings: { roles: 'web' } });
const browser = await testBrowser(site.url);
const { source, article, story } = await createStoryFixtures(site.database, TEST_EPOCH);
const [herald, post] = [await source('The Harbour Herald'), await source('Evening Post', { country: 'DE' })];
const ids: string[] = [];
for (let n = 1; n <= 26; n++)
  ids.push(
    await story([await article(herald, `Story number ${n}`), await article(post, `Number ${n} told again`)]),
  );
await storyAnnouncer(site)(ids);
const reader = await signUpReader(site, 'reader');
const op = await signUpOperator(site);

test(
  'WEB-4, WEB-5: axe finds no violation on feed pages that are empty or just changed',
  browser.visit(async page => {
    await page.goto('/for-you');
    await checkPage(page, 'for-you-visitor');
    await setSessionCookie(page, site, reader);
    for (const path of ['saved', 'history', 'digest']) {
      await page.goto(`/${path}`);
      await page.locator('.empty').waitFor();
      await checkPage(page, `${path}-empty`);
    }
    await page.goto('/latest');
    await clickButton(page, 'Mark all as read');
    await page.getByText('26 stories marked as read.').waitFor();
    await checkPage(page, 'latest-marked');
    await clickButton(page, 'Undo');
    await page.getByText('Marked as unread again.').waitFor();
    await page.goto('/account/feeds?find=post');
    await checkPage(page, 'account-feeds-found');
  }),
);

test(
  'WEB-5: the keys s and m save and mark the focused story without leaving the page',
  browser.visit(async page => {
    await setSessionCookie(page, site, await signUpReader(site, 'keys'));
    await page.goto('/latest');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const second = page.locator('[data-story]').nth(1);
    await page.keyboard.press('s');
    await second.locator('.keep-save[aria-pressed="true"]').waitFor();
    await page.keyboard.press('m');
    await second.locator('.keep-read[aria-pressed="true"]').waitFor();
    await page.keyboard.press('s');
    await second.locator('.keep-save[aria-pressed="false"]').waitFor();
    await page.keyboard.press('s');
    await second.locator('.keep-save[aria-pressed="true"]').waitFor();
    const title = await second.getByRole('heading').textContent();
    await page.goto('/saved');
    assert.deepEqual(await page.locator('.card h2').allTextContents(), [title]);
    await page.goto('/history');
    assert.deepEqual(await page.locator('.card h2').allTextContents(), [title]);
  }),
);

test(
  'FEED-9: an operator writes a variant, starts an experiment, reads its results and ends it; each step is audited',
  browser.visit(async page => {
    await setSessionCookie(page, site, op);
    await page.goto('/admin/experiments');
    await page.getByLabel('Variant name').fill('fresher');
    await page.getByLabel('Settings').fill('{ "weights": { "freshnes": 1 } }');
    await clickButton(page, 'Save variant');
    await page.getByRole('alert').getByText('weights.freshnes is not known').waitFor();
    await page.getByLabel('Settings').fill('{ "weights": { "freshness": 0.4 } }');
    await clickButton(page, 'Save variant');
    await page.getByText('Variant saved.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('fresher-first');
    await page.getByLabel('Variant', { exact: true }).selectOption('fresher');
    await clickButton(page, 'Start experiment');
    await page.getByText('Experiment started.').waitFor();
    await expose('fresher-first');
    await page.getByRole('link', { name: 'fresher-first' }).click();
    await page.getByText('No significant difference').waitFor();
    await page.locator('.intervals').waitFor();
    await clickButton(page, 'End experiment');
    await page.getByText('Experiment ended.').waitFor();
    await page.goto('/admin/audit');
    await page.getByText('An operator ended a ranking experiment').waitFor();
    await page.goto('/admin/audit?action=ranking.changed');
    assert.equal(await page.locator('tbody tr').count(), 1);
  }),
);

/** Two readers in each arm saw some stories and read none. */
async function expose(experiment: string): Promise<void> {
  for (const [index, arm] of ['control', 'control', 'variant', 'variant'].entries()) {
    const { userId } = index === 0 ? reader : await signUpReader(site, `arm${index}`);
    await site.database.execute(sql`
      insert into ranking_exposures (at, experiment_id, arm, user_id, feed, story_ids)
      values (${TEST_EPOCH}, ${experiment}, ${arm}, ${userId}, 'for-you', ${ids.slice(0, 5)}::uuid[])
    `);
  }
}
