import assert from 'node:assert/strict';
import { test } from 'node:test';
import { row, text } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { testBrowser } from '../harness/browser.ts';
import { atEnd } from '../harness/cleanup.ts';
import { sameOrigin, signUpOperator } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { articleSubmitter } from '../http/support/submit-articles.ts';
import { clickButton, fillForm, setSessionCookie } from './forms.ts';

/** STORY-6 and TOPIC-1: an editor overrides the clusterer while it runs. */
const site = await testProgram({ settings: { roles: 'web,stories' }, startsAt: new Date() });
const browser = await testBrowser(site.url);
const operatorUser = await signUpOperator(site);
// An edit request waits by the program's clock, so it must advance.
const ticking = setInterval(() => site.clock.advance(50), 50);
atEnd(() => clearInterval(ticking));
const send = articleSubmitter(site, {
  userId: operatorUser.userId,
  headers: { cookie: operatorUser.cookie, ...sameOrigin(site.url) },
});
const BUDGET = 'Parliament passes the budget after a night of debate in Westminster';
const FESTIVAL = 'Jazz festival opens in Montreux with a tribute to Ella Fitzgerald';
const [budget = '', festival = ''] = await send([BUDGET, FESTIVAL]);

test(
  'STORY-6: an editor merges two stories by address and splits them again; readers see it at once',
  browser.visit(async (page, { visitor }) => {
    const [budgetStory, festivalStory] = [await storyWith(budget), await storyWith(festival)];
    await setSessionCookie(page, site, operatorUser);
    await page.goto(`/stories/${budgetStory}`);
    await page.getByRole('link', { name: 'Edit story' }).click();
    await page.getByLabel('Address of the other story').fill('somewhere else');
    await clickButton(page, 'Merge stories');
    await page.getByRole('alert').getByText("must be the story's address or id").waitFor();
    await page.getByLabel('Address of the other story').fill(`${site.url}/stories/${festivalStory}`);
    await clickButton(page, 'Merge stories');
    await page.getByText('Stories merged.').waitFor();

    const reader = await visitor();
    await reader.goto(`/stories/${festivalStory}`);
    await reader.waitForURL(`/stories/${budgetStory}`);
    assert.equal(await reader.locator('.coverage > li').count(), 2);

    await clickButton(page, 'Split off as a new story');
    await page.getByRole('alert').getByText('Select at least one article.').waitFor();
    await page.getByRole('checkbox', { name: FESTIVAL }).check();
    await clickButton(page, 'Split off as a new story');
    await page.getByText('New story created from these articles.').waitFor();
    await page.getByRole('heading', { level: 1, name: FESTIVAL }).waitFor();
    assert.equal(await storyWith(budget), budgetStory);
  }),
);

test(
  'STORY-6: an editor changes the headline, pins and hides a story',
  browser.visit(async (page, { visitor }) => {
    const id = await storyWith(festival);
    await setSessionCookie(page, site, operatorUser);
    await page.goto(`/admin/stories?story=${encodeURIComponent(`${site.url}/stories/${id}`)}`);
    await fillForm(page, { Headline: 'Montreux begins' });
    await clickButton(page, 'Save headline');
    await page.getByText('Headline saved.').waitFor();
    await page.getByRole('button', { name: 'Pin to the top' }).click();
    await page.getByText('Story pinned to the top of the front page.').waitFor();
    const reader = await visitor();
    await reader.goto('/');
    assert.equal(await reader.locator('.front-lead h2').first().textContent(), 'Montreux begins');
    await page.getByRole('button', { name: 'Hide from readers' }).click();
    await page.getByText('Story hidden from readers.').waitFor();
    assert.equal((await reader.goto(`/stories/${id}`))?.status(), 404);
    await page.goto('/admin/stories');
    await page.locator('#hidden').getByRole('link', { name: 'Montreux begins' }).waitFor();
  }),
);

test(
  'TOPIC-1: an operator edits the taxonomy and its rules, and tests rules before saving',
  browser.visit(async page => {
    await setSessionCookie(page, site, operatorUser);
    await page.goto('/admin/topics');
    await fillForm(page, { Headline: 'The old foghorn sounds again', Text: 'Visitors came to hear it.' });
    await clickButton(page, 'Test');
    await page.locator('#try').getByRole('status').waitFor();
    assert.equal(await page.locator('#try').getByText('Tennis').count(), 0);
    await fillForm(page, { Keyword: 'foghorn', Weight: 'two' });
    await clickButton(page, 'Add rule');
    await page.getByRole('alert').getByText('must be a number from -10 to 10').waitFor();
    await page.locator('#rules').getByLabel('Topic', { exact: true }).selectOption({ label: 'Tennis' });
    await fillForm(page, { Weight: '3' });
    await clickButton(page, 'Add rule');
    await page.getByText('Rule added.').waitFor();
    await fillForm(page, { Headline: 'The old foghorn sounds again', Text: 'Visitors came to hear it.' });
    await clickButton(page, 'Test');
    await page.locator('#try').getByRole('status').getByText('Tennis').waitFor();

    await page.locator('#tree').getByRole('link', { name: 'Tennis' }).click();
    await fillForm(page, { Name: 'Tennis and padel' });
    await clickButton(page, 'Save topic');
    await page.getByText('Topic saved.').waitFor();
    await page.getByLabel('Yes, remove Tennis and padel').check();
    await clickButton(page, 'Remove topic');
    await page.getByText('Topic removed.').waitFor();
    await page.getByText('No rules yet.').waitFor();
    await fillForm(page, { ID: 'lighthouses', Name: 'Lighthouses', Keywords: 'lighthouse\n~lamp' });
    await page.getByLabel('Parent category').selectOption({ label: 'Lifestyle' });
    await clickButton(page, 'Add topic');
    await page.getByText('Topic added.').waitFor();
    assert.equal(await page.getByLabel('Keywords').inputValue(), 'lighthouse\n~lamp');
  }),
);

async function storyWith(article: string): Promise<string> {
  const { storyId } = await site.database.one(
    row({ story_id: text }),
    sql`select story_id::text from story_articles where article_id = ${article}`,
  );
  return storyId;
}
