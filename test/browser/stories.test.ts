import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { storyAnnouncer } from '../harness/announce-stories.ts';
import { testBrowser } from '../harness/browser.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { setSessionCookie } from './forms.ts';
import { checkPage } from './inspect.ts';

/** STORY-4, STORY-7, TOPIC-1, BREAK-4: stories in the browser, from rows as the clusterer writes them. */
const site = await testProgram({ settings: { roles: 'web' } });
const browser = await testBrowser(site.url);
const announce = storyAnnouncer(site);
const { source, article, story, breaking } = await createStoryFixtures(site.database, TEST_EPOCH);
const [herald, post, gazette, radio] = [
  await source('The Harbour Herald', { credibility: 0.9 }),
  await source('Evening Post', { country: 'IE', credibility: 0.6 }),
  await source('Gazette de la Côte', { country: 'FR', language: 'fr', credibility: 0.3 }),
  await source('Coast Radio', { country: null, language: null }),
];
const coast = { key: 'port-marrow', name: 'Port Marrow', kind: 'place' };
const people = [coast, { key: 'ida-lund', name: 'Ida Lund', kind: 'person' }];
const ferry = [
  await article(herald, 'Ferry runs aground off Port Marrow with 240 people on board', {
    summary:
      'All passengers are safe after the evening ferry struck a sandbank half a mile from the harbour, the coastguard says.',
  }),
  await article(post, 'Ferry runs aground off Port Marrow'),
  await article(radio, 'Ferry runs aground off Port Marrow'),
  await article(gazette, 'Coastguard praises crew as passengers are brought ashore'),
  await article(herald, 'Harbour master Ida Lund: sandbank was on no chart'),
  await article(post, 'Inquiry into ferry grounding to begin on Monday'),
] as const;
const tideId = await story([await article(post, 'Spring tides close the coastal road')], {
  category: 'climate',
  entities: [coast],
});
const ferryId = await story(ferry, {
  topics: ['europe', 'transport'],
  entities: people,
  related: [tideId],
  copies: [[ferry[0], ferry[1], ferry[2]]],
});
await breaking(ferryId, { since: new Date(TEST_EPOCH.getTime() - 7_200_000), velocity: 2.4 });
for (let n = 1; n <= 30; n++)
  await story([await article(n % 2 ? herald : radio, `Council item ${n} is put off to another week again`)], {
    category: 'politics',
    entities: n > 4 ? [] : [coast],
  });

test(
  'STORY-4, BREAK-2: the front page shows each event once, breaking news first, with links to all coverage',
  browser.visit(async page => {
    await site.database.execute(sql`update stories set pinned_at = ${TEST_EPOCH} where id = ${ferryId}`);
    await announce([ferryId]);
    await page.goto('/');
    const headlines = page.locator('.front .card h2');
    assert.equal(await headlines.first().textContent(), ferry[0].title, 'pinned stories come first');
    await page.getByText('6 articles from 4 sources').waitFor();
    const banner = page.getByRole('region', { name: 'Breaking news' });
    await banner.getByRole('link', { name: ferry[0].title }).waitFor();
    assert.equal(await page.getByText('Breaking', { exact: true }).count(), 4);

    await banner.getByRole('link', { name: ferry[0].title }).click();
    await page.waitForURL(`/stories/${ferryId}`);
    await page.getByRole('heading', { level: 1, name: ferry[0].title }).waitFor();
    assert.deepEqual(await page.locator('.coverage > li > h3').allTextContents(), [
      ferry[5].title,
      ferry[4].title,
      ferry[3].title,
      ferry[0].title,
    ]);
    await page.getByText('and 2 copies').click();
    await page.getByText('Coast Radio', { exact: false }).first().waitFor();
    await page.getByRole('img', { name: /Articles over time/ }).waitFor();
    await page.getByRole('link', { name: 'Spring tides close the coastal road' }).click();
    await page.waitForURL(`/stories/${tideId}`);
    await page.getByRole('link', { name: 'Port Marrow' }).click();
    await page.waitForURL('/entities/port-marrow');
    await page.getByText('Mentioned in 6 articles').waitFor();
  }),
);

test(
  'TOPIC-1: topics are listed by category, and their stories in pages, without JavaScript',
  browser.visit(
    async page => {
      await page.goto('/topics');
      await page.getByRole('main').getByRole('link', { name: 'Politics', exact: true }).click();
      await page.waitForURL('/topics/politics');
      const seen = await page.locator('.latest h2').allTextContents();
      await page.getByRole('link', { name: 'Older stories' }).click();
      seen.push(...(await page.locator('.latest h2').allTextContents()));
      assert.equal(seen.length, 30);
      assert.equal(new Set(seen).size, 30);
      assert.equal(await page.getByRole('link', { name: 'Older stories' }).count(), 0);
    },
    { javaScriptEnabled: false },
  ),
);

test(
  'BREAK-4: breaking news has its own page',
  browser.visit(async page => {
    await page.goto('/breaking');
    assert.deepEqual(await page.locator('.latest h2').allTextContents(), [ferry[0].title]);
  }),
);

test(
  'STORY-7: reading one article marks its story read, and new coverage is counted',
  browser.visit(async page => {
    await setSessionCookie(page, site, await signUpReader(site, 'follower'));
    await page.goto(`/articles/${ferry[3].id}`);
    await page.getByRole('link', { name: ferry[0].title }).waitFor();
    await page.goto('/');
    await page.locator('.front-lead button[name="unread"]').waitFor();
    await site.database.execute(
      sql`update stories set article_count = article_count + 3 where id = ${ferryId}`,
    );
    await announce([ferryId]);
    await page.goto('/');
    await page.locator('.front-lead').getByText('3 new', { exact: true }).waitFor();
    await page.goto(`/stories/${ferryId}`);
    await page.goto('/');
    await page.locator('.front-lead button[name="unread"]').waitFor();
  }),
);

test(
  'STORY-7: seen coverage can be folded, also without JavaScript',
  browser.visit(
    async page => {
      const reader = await signUpReader(site, 'folder');
      await setSessionCookie(page, site, reader);
      await page.goto(`/stories/${ferryId}`);
      await page.getByRole('button', { name: 'Collapse articles I have seen' }).click();
      await page.waitForURL(`/stories/${ferryId}#coverage`);
      await page.getByText('4 articles you have already seen').waitFor();
      assert.equal(await page.locator('.coverage > li').first().isVisible(), false);
      await site.database.execute(
        sql`update story_visits set seen_at = ${ferry[4].storedAt} where story_id = ${ferryId}`,
      );
      await page.goto(`/stories/${ferryId}`);
      assert.deepEqual(await page.locator('.coverage > li > h3:visible').allTextContents(), [ferry[5].title]);
      await page.getByText('3 articles you have already seen').click();
      assert.equal(await page.locator('.coverage > li > h3:visible').count(), 4);
      await page.getByRole('button', { name: 'Show articles I have seen' }).click();
      await page.waitForURL(`/stories/${ferryId}#coverage`);
      assert.equal(await page.locator('.seen-before').count(), 0);
    },
    { javaScriptEnabled: false },
  ),
);

test(
  'STORY-4: a missing picture gets a placeholder without layout shift',
  browser.visit(async (page, { expect }) => {
    expect(/request: [45]\d\d .*\/images?\//);
    const imageUrl = 'http://127.0.0.1:9/gone.jpg';
    const lostId = await story([await article(post, 'A picture is lost', { imageUrl })], {
      category: 'science',
      imageUrl,
    });
    await page.goto('/topics/science');
    await page.locator('.card-image').waitFor();
    await checkPage(page, 'picture-lost');
    await page.goto(`/stories/${lostId}`);
    await page.getByRole('heading', { level: 1, name: 'A picture is lost' }).waitFor();
    const frame: { isDotted: boolean; height: number } = await page.evaluate(`(() => {
      const image = document.querySelector('.lead-image');
      const isDotted = getComputedStyle(image).backgroundImage.startsWith('radial-gradient');
      return { isDotted, height: image.getBoundingClientRect().height };
    })()`);
    assert.ok(frame.isDotted && frame.height > 100, JSON.stringify(frame));
  }),
);

test(
  'STORY-1: a merged story redirects to its successor, and a hidden one is not found',
  browser.visit(async page => {
    const gone = '019bc186-de00-7166-ac8d-881139da5638';
    await site.database.execute(
      sql`insert into story_redirects (from_id, into_id, at) values (${gone}, ${ferryId}, ${TEST_EPOCH})`,
    );
    await page.goto(`/stories/${gone}`);
    await page.waitForURL(`/stories/${ferryId}`);
    await site.database.execute(sql`update stories set is_hidden = true where id = ${tideId}`);
    assert.equal((await page.goto(`/stories/${tideId}`))?.status(), 404);
  }),
);
