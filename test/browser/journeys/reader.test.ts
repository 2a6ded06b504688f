import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import yauzl from 'yauzl';
import { storyAnnouncer } from '../../harness/announce-stories.ts';
import { testBrowser } from '../../harness/browser.ts';
import { fillSearchIndex } from '../../harness/commands.ts';
import { TEST_EPOCH } from '../../harness/database.ts';
import { eventually } from '../../harness/eventually.ts';
import { type Person, signUpReader } from '../../harness/people.ts';
import { testProgram } from '../../harness/program.ts';
import { createStoryFixtures } from '../../harness/story-fixtures.ts';
import { clickButton, fillForm, setSessionCookie } from '../forms.ts';
import { loadAxe, violations } from '../inspect.ts';
import { journey } from './journey.ts';

/** WEB-9: readers, from their first visit to the export of their data. */
const site = await testProgram({ settings: { roles: 'web,signals,index' } });
const browser = await testBrowser(site.url);
/** Enough stories that every section keeps a band below the top; World comes before Sports unless the reader chose otherwise. */
const NEWS: Readonly<Record<string, readonly string[]>> = {
  world: [
    'Ferry runs aground off Port Marrow with 240 people on board',
    'Border post reopens after eleven years',
    'Night trains return to the northern line',
    'Two rivers change their names on the new map',
    'Lighthouse keepers hold their last meeting',
    'Island votes to keep its own time zone',
  ],
  sports: [
    'Underdogs win the harbour regatta by half a length',
    'Record broken twice in one afternoon',
    'Goalkeeper scores from her own half',
    'Rowing crew crosses the strait at night',
    'Marathon moves to the old airfield',
    'Chess league plays on a moving tram',
    'Swimmer returns after nine years away',
  ],
  business: [
    'Chip maker opens a plant in the valley, with a thousand posts to fill within the year',
    'Dockers and owners agree on a four-day week',
    'Bakery chain buys its last rival',
    'Rents fall for the first time in a decade',
  ],
  science: [
    'Telescope finds a second moon around a distant world',
    'Bees count to four, a study says',
    'Glacier gives back a hiker’s camera after fifty years',
    'Oldest map of the night sky was under another drawing',
    'Deep-sea robot comes home with company',
  ],
};
await createNews();

journey(browser, 'newcomer', async (page, { size, checkStop }) => {
  await page.goto('/');
  await checkStop(page, 'visit');
  await page.getByRole('link', { name: 'Start tour' }).click();
  await page.getByLabel('Sports').check();
  await checkStop(page, 'choose');
  await clickButton(page, 'Next');
  await page.getByText('Step 2 of 3').waitFor();
  assert.equal(await page.locator('.band-title').first().textContent(), 'Sports');
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('Step 3 of 3').waitFor();
  await clickButton(page, 'Done');
  await page.getByRole('contentinfo').getByRole('link', { name: 'For you' }).click();
  await checkStop(page, 'invited');
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
  const account = { 'Email address': `newcomer-${size}@example.org`, Password: 'nine moths round a lamp' };
  await fillForm(page, { Name: 'Grace', ...account });
  await checkStop(page, 'sign-up');
  await clickButton(page, 'Create account');
  await page.getByRole('status').getByText('your account is ready').waitFor();
  await fillForm(page, account);
  await clickButton(page, 'Sign in');
  await page.waitForURL('/for-you');
  await leadsWith(page, 'You chose Sports', NEWS['sports'] ?? []);
  await checkStop(page, 'for-you');
});

journey(browser, 'read, save, share, undo', async (page, { size, checkStop }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await setSessionCookie(page, site, await signUpReader(site, `keeper-${size}`));
  await page.goto('/latest');
  await checkStop(page, 'latest');
  const title = await page.locator('.card h2').first().textContent();
  await page.locator('.card h2 a').first().click();
  await page.waitForURL(/\/stories\//);
  await checkStop(page, 'story');
  await page.locator('.coverage h3 a').first().click();
  await page.waitForURL(/\/articles\//);
  await clickButton(page, 'Save');
  await page.locator('.keep-save[aria-pressed="true"]').waitFor();
  const shared = page.waitForResponse(response => response.url().includes('/api/v1/events'));
  await clickButton(page, 'Copy link');
  await page.getByRole('status').getByText('Link copied').waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), page.url());
  assert.ok((await shared).ok(), 'the share is counted');
  await checkStop(page, 'article');

  await page.goto('/saved');
  assert.deepEqual(await page.locator('.card h2').allTextContents(), [title]);
  await checkStop(page, 'saved');
  await clickButton(page, 'Save');
  await page.locator('.keep-save[aria-pressed="false"]').waitFor();
  await page.reload();
  await page.getByText('No saved stories').waitFor();
  await page.goto('/latest');
  await clickButton(page, 'Mark all as read');
  await page.getByText('stories marked as read.').waitFor();
  await checkStop(page, 'marked');
  await clickButton(page, 'Undo');
  await page.getByText('Marked as unread again.').waitFor();
});

journey(browser, 'more, less, hide', async (page, { size, checkStop }) => {
  await setSessionCookie(page, site, await signUpReader(site, `chooser-${size}`));
  await page.goto('/latest');
  const card = (title: string) => page.locator('.card', { hasText: title });
  const [hidden = '', liked = ''] = await page.locator('.card h2').allTextContents();
  const choose = async (title: string, text: string) => {
    await card(title).locator('summary', { hasText: 'More options' }).click();
    await card(title).getByRole('button', { name: text }).click();
  };
  await card(hidden).locator('summary', { hasText: 'More options' }).press('Enter');
  await card(hidden).getByRole('button', { name: 'Hide this story' }).waitFor();
  await loadAxe(page);
  assert.deepEqual(await violations(page), [], 'an open menu: axe');
  await checkStop(page, 'feedback-menu');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.feedback[open]').count(), 0);
  await page.keyboard.press('Enter');
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Story hidden.').waitFor();
  await card(hidden).waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Undo', 'the focus follows');
  assert.deepEqual(await violations(page), [], 'a hidden story: axe');
  await checkStop(page, 'feedback-hidden');
  await page.reload();
  assert.equal(await card(hidden).count(), 0, 'it stays hidden');
  await page.goto('/account/feeds');
  await page.getByRole('row', { name: hidden }).getByRole('button', { name: 'Show again' }).click();
  await page.getByText('The story is back in your feeds.').waitFor();
  await page.goto('/latest');
  await choose(hidden, 'Hide this story');
  await clickButton(page, 'Undo');
  await page.getByRole('status').getByText('The story is back in your feeds.').waitFor();
  await card(hidden).waitFor();
  await choose(liked, 'More like this');
  await page.getByText('You’ll see more stories like this.').waitFor();
  await card(liked).waitFor();
  await checkStop(page, 'feedback-liked');
  await choose(liked, 'Hide The Harbour Herald');
  await page.getByText('Source hidden.').waitFor();
  await page.goto('/account/feeds');
  await page.getByRole('cell', { name: 'Blocked' }).waitFor();
  await checkStop(page, 'feedback-settings');
});

test(
  'INT-1: without scripts, feedback is a form whose result and undo are on the next page',
  browser.visit(
    async page => {
      await setSessionCookie(page, site, await signUpReader(site, 'plain-chooser'));
      await page.goto('/latest');
      const title = (await page.locator('.card h2').first().textContent()) ?? '';
      await page.locator('.card summary', { hasText: 'More options' }).first().click();
      await page.getByRole('button', { name: 'Hide this story' }).first().click();
      await page.getByRole('status').getByText('Story hidden.').waitFor();
      assert.equal(await page.locator('.card', { hasText: title }).count(), 0);
      await clickButton(page, 'Undo');
      await page.getByRole('status').getByText('The story is back in your feeds.').waitFor();
      assert.equal(await page.locator('.card', { hasText: title }).count(), 1);
    },
    { javaScriptEnabled: false },
  ),
);

journey(browser, 'search with a typo', async (page, { checkStop }) => {
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Search' })
    .click();
  await checkStop(page, 'empty');
  await fillForm(page, { 'Search for': 'ferrry agruond' });
  await clickButton(page, 'Search');
  await page.getByText('Showing results for ferry aground.').waitFor();
  await checkStop(page, 'corrected');
  const [ferry = ''] = NEWS['world'] ?? [];
  await page.getByRole('link', { name: ferry }).click();
  await page.getByRole('heading', { level: 1, name: ferry }).waitFor();
});

journey(browser, 'follow a topic', async (page, { size, checkStop }) => {
  await setSessionCookie(page, site, await signUpReader(site, `follower-${size}`));
  await page.goto('/topics');
  await checkStop(page, 'topics');
  await page.getByRole('main').getByRole('link', { name: 'Science', exact: true }).click();
  await clickButton(page, 'Follow');
  const follow = page.getByRole('button', { name: 'Follow', exact: true });
  await follow.and(page.locator('[aria-pressed="true"]')).waitFor();
  await checkStop(page, 'topic');
  await leadsWith(page, 'You follow Science', NEWS['science'] ?? []);
  await checkStop(page, 'for-you');
  await page.goto('/account/feeds');
  await clickButton(page, 'Remove Science');
  await page.getByRole('status').getByText('Saved').waitFor();
  await page.goto('/topics/science');
  await follow.and(page.locator('[aria-pressed="false"]')).waitFor();
});

journey(browser, 'settings', async (page, { size, checkStop }) => {
  await setSessionCookie(page, site, await signUpReader(site, `settler-${size}`));
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Dark').check();
  await page.getByLabel('Deutsch').check();
  await clickButton(page, 'Save');
  await page.getByText('Einstellungen gespeichert').waitFor();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await checkStop(page, 'german');
  await page.getByLabel('Hell').check();
  await page.getByLabel('English').check();
  await clickButton(page, 'Speichern');
  await page.getByText('Settings saved').waitFor();
  await page.goto('/for-you');
  await page.getByRole('main').getByRole('link', { name: 'your content preferences' }).click();
  await fillForm(page, { 'Word or phrase': 'telescope' });
  await page.getByLabel('Duration').selectOption('One week');
  await clickButton(page, 'Mute');
  await page.getByRole('status').getByText('Word muted').waitFor();
  await checkStop(page, 'feeds');
  await page.goto('/latest');
  await page.getByRole('heading', { name: 'Bees count to four' }).waitFor();
  assert.equal(await page.getByText('Telescope').count(), 0);
});

journey(browser, 'export', async (page, { size, checkStop }) => {
  const reader = await signUpReader(site, `leaver-${size}`);
  await setSessionCookie(page, site, reader);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Download or delete your data' }).click();
  await page.waitForURL('/account#data');
  await checkStop(page, 'account');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download your data' }).click();
  const download = await downloaded;
  assert.equal(download.suggestedFilename(), 'broadsheet-account.zip');
  await isAllOf(reader, await readFile(await download.path()));
});

/** The news of all journeys, in the feeds and in the index. */
async function createNews(): Promise<void> {
  const { source, article, story } = await createStoryFixtures(site.database, TEST_EPOCH);
  const [herald, post] = [
    await source('The Harbour Herald'),
    await source('Evening Post', { country: 'IE' }),
  ];
  const ids: string[] = [];
  for (const [category, titles] of Object.entries(NEWS))
    for (const title of titles)
      ids.push(
        await story([await article(herald, title), await article(post, `${title}, as we hear`)], {
          category,
        }),
      );
  await storyAnnouncer(site)(ids);
  await fillSearchIndex(site);
}

/** Learning runs in the background, so this reloads until the reason shows. */
async function leadsWith(page: Page, reason: string, titles: readonly string[]): Promise<void> {
  await eventually(async () => {
    await page.goto('/for-you');
    const first = page.locator('.card').first();
    assert.ok((await first.locator('.why summary').innerText()).includes(reason));
    assert.ok(titles.includes((await first.locator('h2').textContent()) ?? ''));
  });
}

/** AUTH-4: the download is a zip with all data of its owner and a list of its contents. */
async function isAllOf({ email }: Person, bytes: Buffer): Promise<void> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(Buffer.from(chunk));
    files.set(entry.fileName, Buffer.concat(chunks).toString());
  }
  const names = [...files.keys()].join(', ');
  assert.ok(files.has('README.txt'), names);
  assert.ok(
    [...files].some(([name, text]) => /account|user/.test(name) && text.includes(email)),
    names,
  );
}
