import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { row, text } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { storyAnnouncer } from '../harness/announce-stories.ts';
import { testBrowser } from '../harness/browser.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { startNetworkProxy } from '../harness/network.ts';
import { signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { clickButton, setSessionCookie } from './forms.ts';
import { checkPage, checkWidth } from './inspect.ts';

/** The pages as readers use them: colours, languages, keys, first run, offline, search engines. */
const site = await testProgram({ settings: { roles: 'web' } });
const browser = await testBrowser(site.url);
const network = await startNetworkProxy(site.url);
const { source, article, story, breaking } = await createStoryFixtures(site.database, TEST_EPOCH);
const herald = await source('The Harbour Herald');
const post = await source('Evening Post');
const ids: string[] = [];
for (const category of ['world', 'science', 'sports'])
  for (let n = 1; n <= 14; n++)
    ids.push(
      await story(
        [
          await article(herald, `${category} story number ${n}`),
          await article(post, `${category} again ${n}`),
        ],
        { category },
      ),
    );
const german: string[] = [];
for (let n = 1; n <= 14; n++)
  german.push(
    await story([await article(post, `Meldung Nummer ${n}`, { language: 'de' })], { language: 'de' }),
  );
const [firstId = ''] = ids;
await breaking(firstId, { since: TEST_EPOCH, velocity: 2 });
await storyAnnouncer(site)([...ids, ...german]);

test(
  "WEB-2: the front page has a lead, a rail and sections in the reader's language",
  browser.visit(async page => {
    await page.goto('/');
    const { items } = (await (await page.request.get('/api/v1/feeds/top?language=en')).json()) as TopFeed;
    assert.equal(await textOf(page, '.front-lead h2'), items[0]?.story.headline);
    assert.match(await textOf(page, '.banner'), /world story number 1/);
    const bands = await page.locator('.band-title').allTextContents();
    assert.deepEqual(bands.slice(0, 3), ['World', 'Science', 'Sports']);
    assert.equal(await page.getByText('Meldung').count(), 0, 'stories in other languages are on other pages');
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.screenshot({ path: 'artifacts/pages/front-tablet-light.png', fullPage: true });
  }),
);

test(
  'WEB-6: German readers get German pages, dates, sections and stories',
  browser.visit(
    async page => {
      await page.goto('/');
      assert.equal(await page.locator('html').getAttribute('lang'), 'de');
      await page.getByRole('banner').getByText('Donnerstag, 15. Januar 2026').waitFor();
      await page
        .getByRole('navigation', { name: 'Hauptnavigation' })
        .getByRole('link', { name: 'Wissenschaft' })
        .waitFor();
      assert.equal(await page.locator('.card h2').first().getByText('Meldung').count(), 1);
      await checkPage(page, 'front-german');
      for (const path of [
        '/topics',
        '/settings',
        '/sign-in',
        '/sign-up',
        '/about',
        '/welcome',
        '/design',
        '/breaking',
      ])
        await isInGerman(page, path);
      await isInGerman(page, `/stories/${german[0]}`);
      await isInGerman(page, '/no/such/page');
    },
    { locale: 'de-AT' },
  ),
);

test(
  'WEB-4: colours and language can be chosen without JavaScript, and nothing flashes',
  browser.visit(
    async page => {
      await page.goto('/settings');
      await page.getByLabel('Dark').check();
      await page.getByLabel('Deutsch').check();
      await clickButton(page, 'Save');
      await page.getByText('Einstellungen gespeichert').waitFor();
      assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
      await page.goto('/');
      assert.equal(await publisher(page), 'rgb(22, 21, 19)', 'dark from the first byte on a light device');
      await page.goto('/settings');
      await page.getByLabel('Hell').check();
      await page.getByLabel('English').check();
      await clickButton(page, 'Speichern');
      await page.getByText('Settings saved').waitFor();
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.equal(await publisher(page), 'rgb(251, 249, 244)', 'light on a dark device');
    },
    { javaScriptEnabled: false },
  ),
);

test(
  'WEB-4: whole pages can be set from right to left',
  browser.visit(async page => {
    for (const path of ['/', `/stories/${firstId}`, '/settings', '/topics/science']) {
      await page.goto(path);
      await page.evaluate(`document.documentElement.dir = 'rtl'`);
      await checkWidth(page, `rtl${path.replaceAll('/', '-')}`);
    }
  }),
);

test(
  'WEB-5: keys navigate the page, except while the reader types',
  browser.visit(async page => {
    await page.goto('/');
    await page.keyboard.press('j');
    const first = await focused(page);
    assert.equal(first, await textOf(page, '.card h2 a'));
    await page.keyboard.press('j');
    assert.notEqual(await focused(page), first);
    await page.keyboard.press('k');
    assert.equal(await focused(page), first);
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('Next story').waitFor();
    await checkPage(page, 'keys');
    await list.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await page.waitForURL(/\/stories\//);
    await page.goto('/sign-in');
    await page.getByLabel('Email address').pressSequentially('j?ok');
    assert.equal(await page.getByLabel('Email address').inputValue(), 'j?ok');
    assert.equal(await page.getByRole('dialog').count(), 0);
  }),
);

test(
  'WEB-10: the first run has three steps; chosen sections come first and become interests of the reader',
  browser.visit(async page => {
    const reader = await signUpReader(site, 'newcomer');
    await setSessionCookie(page, site, reader);
    await page.goto('/');
    await page.getByRole('link', { name: 'Start tour' }).click();
    await page.waitForURL('/welcome');
    await page.getByLabel('Sports').check();
    await clickButton(page, 'Next');
    await page.getByText('Step 2 of 3').waitFor();
    assert.equal(await textOf(page, '.band-title'), 'Sports');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('Step 3 of 3').waitFor();
    await checkPage(page, 'tour-3');
    await clickButton(page, 'Done');
    await page.waitForURL('/');
    assert.equal(await page.getByRole('complementary', { name: 'Tour' }).count(), 0);
    const events = await site.database.many(
      row({ data: text }),
      sql`
        select log_events.data from log_events join log_streams on log_streams.id = log_events.stream_id
        where log_streams.name = 'signals.valid'
      `,
    );
    assert.equal(events.filter(({ data }) => data.includes(reader.userId)).length, 1);
  }),
);

test(
  'new stories are announced, but appear only when the reader asks for them',
  browser.visit(async page => {
    await page.goto('/');
    await site.clock.advance(60_000);
    const at = new Date(site.clock.now());
    const id = await story([await article(herald, 'A story that came later')], { category: 'world' });
    await site.database.execute(
      sql`update stories set first_seen_at = ${at}, updated_at = ${at} where id = ${id}`,
    );
    await eventually(async () => {
      await page.evaluate(`document.dispatchEvent(new Event('broadsheet:refresh'))`);
      await page.getByRole('link', { name: 'One new story' }).waitFor({ timeout: 500 });
    });
    assert.equal(await page.getByText('A story that came later').count(), 0);
    await page.getByRole('link', { name: 'One new story' }).click();
    await page.getByText('A story that came later').first().waitFor();
  }),
);

test(
  'WEB-1: read articles stay readable offline until their reader signs out',
  browser.visit(
    async (page, { expect }) => {
      expect(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_FAILED|ERR_SOCKET/);
      await setSessionCookie(page, site, await signUpReader(site, 'traveller'));
      await page.goto(`${network.url}/`);
      await page.evaluate('navigator.serviceWorker.ready');
      await page.goto(`${network.url}/stories/${firstId}`);
      const kept = () =>
        page.evaluate(`caches.open('pages').then(cache => cache.keys()).then(keys => keys.length)`);
      await eventually(async () => assert.equal(await kept(), 1));
      network.cut();
      await page.goto(`${network.url}/stories/${firstId}`);
      await page.getByRole('heading', { level: 1, name: 'world story number 1' }).waitFor();
      await page.goto(`${network.url}/topics/science`);
      await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'world story number 1' }).waitFor();
      network.restore();
      await page.goto(`${network.url}/account`);
      await clickButton(page, 'Sign out');
      await page.waitForURL(`${network.url}/`);
      const stories = `caches.open('pages').then(cache => cache.keys()).then(keys => keys.filter(({ url }) => url.includes('/stories/')).length)`;
      await eventually(async () => assert.equal(await page.evaluate(stories), 0));
    },
    { serviceWorkers: 'allow' },
  ),
);

test(
  'WEB-7: the front page sends at most 60 KB of script, compressed, and fonts and styles stay small',
  browser.visit(async page => {
    const sizes = new Map<string, number>();
    page.on('response', async response => {
      const type = response.request().resourceType();
      const { responseBodySize } = await response.request().sizes();
      sizes.set(type, (sizes.get(type) ?? 0) + responseBodySize);
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    await eventually(async () => assert.ok((sizes.get('script') ?? 0) > 0 && (sizes.get('font') ?? 0) > 0));
    assert.ok((sizes.get('script') ?? 0) <= 60_000, `scripts: ${sizes.get('script')} bytes`);
    assert.ok((sizes.get('stylesheet') ?? 0) <= 20_000, `styles: ${sizes.get('stylesheet')} bytes`);
    assert.ok((sizes.get('font') ?? 0) <= 120_000, `fonts: ${sizes.get('font')} bytes`);
    assert.ok((sizes.get('document') ?? 0) <= 40_000, `page: ${sizes.get('document')} bytes`);
  }),
);

test(
  'WEB-8: pages have a canonical address, a description and preview data, and crawlers find them',
  browser.visit(async page => {
    await page.goto(`/stories/${firstId}?before=nonsense`);
    assert.equal(await attribute(page, 'link[rel=canonical]', 'href'), `${site.url}/stories/${firstId}`);
    assert.equal(await attribute(page, 'meta[property="og:title"]', 'content'), 'world story number 1');
    const data = JSON.parse(await textOf(page, 'script[type="application/ld+json"]'));
    assert.equal(data['@type'], 'NewsArticle');
    assert.equal(data.headline, 'world story number 1');
    await page.goto('/sign-in');
    assert.equal(await attribute(page, 'meta[name=robots]', 'content'), 'noindex');
    const robots = await (await page.request.get('/robots.txt')).text();
    assert.match(robots, new RegExp(`Sitemap: ${site.url}/sitemap.xml`));
    for (const path of ['/sitemap.xml', '/sitemap-sections.xml', '/sitemap-news.xml']) {
      const xml = await (await page.request.get(path)).text();
      const parsed = `new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml').querySelectorAll('parsererror').length`;
      assert.equal(await page.evaluate(parsed), 0, `${path} is well-formed`);
    }
    const manifest = await (await page.request.get('/manifest.webmanifest')).json();
    for (const { src } of manifest.icons) assert.equal((await page.request.get(src)).status(), 200, src);
  }),
);

test(
  'WEB-8: no headline can close the structured data block',
  browser.visit(async page => {
    const title = '</script><script>__pwned=1</script><!--';
    const id = await story([await article(herald, title, { summary: title })], { category: 'world' });
    await page.goto(`/stories/${id}`);
    assert.equal(await page.evaluate('typeof __pwned'), 'undefined');
    assert.equal(await page.locator('script:not([src])').count(), 1);
    assert.equal(JSON.parse(await textOf(page, 'script[type="application/ld+json"]')).headline, title);
  }),
);

async function isInGerman(page: Page, path: string): Promise<void> {
  await page.goto(path);
  assert.equal(await page.locator('html').getAttribute('lang'), 'de', path);
  assert.equal(await page.getByRole('link', { name: 'Einstellungen' }).count(), 2, path);
}

function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.textContent');
}

async function textOf(page: Page, selector: string): Promise<string> {
  return (await page.locator(selector).first().textContent()) ?? '';
}

function attribute(page: Page, selector: string, name: string): Promise<string | null> {
  return page.locator(selector).getAttribute(name);
}

function publisher(page: Page): Promise<string> {
  return page.evaluate('getComputedStyle(document.body).backgroundColor');
}

interface TopFeed {
  readonly items: readonly { readonly story: { readonly headline: string } }[];
}
