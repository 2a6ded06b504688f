import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { testBrowser } from '../../harness/browser.ts';
import { eventually } from '../../harness/eventually.ts';
import { newsroomProgram } from '../../harness/shared-programs.ts';
import { articleSubmitter } from '../../http/support/submit-articles.ts';
import { clickButton, fillForm, setSessionCookie } from '../forms.ts';
import { journey } from './journey.ts';
import { startNewsroom } from './newsroom.ts';

/** WEB-9: the editor, whose changes readers see at once and the audit log records. */
const site = await newsroomProgram();
const editor = await startNewsroom(site);
const browser = await testBrowser(site.url);
const submit = articleSubmitter(site, editor);

journey(browser, 'merge and split stories', async (page, { size, checkStop, visitor }) => {
  const [kept, merged] = TITLES[size];
  const [first = '', second = ''] = await submit([kept, merged]);
  const reader = await visitor();
  const [story, other] = [await storyOf(reader, first), await storyOf(reader, second)];
  await setSessionCookie(page, site, editor);
  await page.goto(story);
  await page.getByRole('link', { name: 'Edit story' }).click();
  await checkStop(page, 'edit');
  await page.getByLabel('Address of the other story').fill(other);
  await clickButton(page, 'Merge stories');
  await page.getByText('Stories merged.').waitFor();
  await reader.goto(other);
  await reader.waitForURL(story);
  assert.equal(await reader.locator('.coverage > li').count(), 2);

  await page.getByRole('checkbox', { name: merged }).check();
  await clickButton(page, 'Split off as a new story');
  await page.getByText('New story created from these articles.').waitFor();
  await checkStop(page, 'split');
  await reader.goto(story);
  assert.equal(await reader.locator('.coverage > li').count(), 1);
  assert.notEqual(await storyOf(reader, second), story);
  for (const action of ['story.merged', 'story.split']) await isRecorded(page, action, idOf(story));
});

journey(browser, 'pin and hide a story', async (page, { size, checkStop, visitor }) => {
  const [, , title] = TITLES[size];
  const [article = ''] = await submit([title]);
  const reader = await visitor();
  const story = await storyOf(reader, article);
  await setSessionCookie(page, site, editor);
  await page.goto(story);
  await page.getByRole('link', { name: 'Edit story' }).click();
  await fillForm(page, { Headline: `Chosen: ${title}` });
  await clickButton(page, 'Save headline');
  await page.getByText('Headline saved.').waitFor();
  await page.getByRole('button', { name: 'Pin to the top' }).click();
  await page.getByText('Story pinned to the top of the front page.').waitFor();
  await checkStop(page, 'pinned');
  await eventually(async () => {
    await reader.goto('/');
    assert.equal(await reader.locator('.front-lead h2').first().textContent(), `Chosen: ${title}`);
  });
  await checkStop(reader, 'front');

  await page.getByRole('button', { name: 'Hide from readers' }).click();
  await page.getByText('Story hidden from readers.').waitFor();
  assert.equal((await reader.goto(story))?.status(), 404);
  await reader.goto('/');
  assert.equal(await reader.getByText(title).count(), 0);
  await isRecorded(page, 'story.changed', idOf(story));
  await checkStop(page, 'audit-log');
});

/** The address of the story of an article, as soon as a reader can open it. */
async function storyOf(page: Page, article: string): Promise<string> {
  return eventually(async () => {
    await page.goto(`/articles/${article}`);
    const address = await page.locator('.part-of a').first().getAttribute('href', { timeout: 1_000 });
    return new URL(address ?? '', site.url).href;
  });
}

/** The audit log names the editor, the action and the story. */
async function isRecorded(page: Page, action: string, story: string): Promise<void> {
  await page.goto('/admin/audit');
  await page.getByLabel('Action').selectOption(action);
  await clickButton(page, 'Show');
  const entries = page.getByRole('row').filter({ hasText: action }).filter({ hasText: story });
  await entries.filter({ hasText: 'Op' }).first().waitFor();
}

function idOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

/** About different events, so that each becomes a story. */
const TITLES = {
  phone: [
    'Parliament passes the budget after a night of debate in Westminster',
    'Jazz festival opens in Montreux with a tribute to Ella Fitzgerald',
    'Geologists drill through the glacier above Zermatt',
  ],
  desktop: [
    'Beekeepers in Provence count fewer hives after the dry summer',
    'Tram drivers in Melbourne call off their strike',
    'Archaeologists in Athens find a potter’s kiln under the station',
  ],
} as const;
