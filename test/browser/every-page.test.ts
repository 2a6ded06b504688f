import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { DE } from '../../src/serve/web/texts/de/index.ts';
import { EN } from '../../src/serve/web/texts/en/index.ts';
import { testBrowser } from '../harness/browser.ts';
import { testProgram } from '../harness/program.ts';
import { PAGES } from '../http/support/routes.ts';
import { setSessionCookie } from './forms.ts';
import { checkPage, OVERFLOWING_ELEMENTS } from './inspect.ts';
import { populateSite } from './populated-site.ts';

/**
 * Every page of the route table with something behind it. A page that is new has to be given its place here: where it is
 * looked at, and by whom, or why there is nothing to look at.
 */
const site = await testProgram({ settings: { roles: 'web,index' } });
const browser = await testBrowser(site.url);
const populated = await populateSite(site);

const NO_PAGES: Readonly<Record<string, string>> = {
  '/account/export': 'a file',
  '/admin/sources/export': 'a file',
  '/auth/oidc/start': 'leads to the sign-in service',
  '/auth/oidc/callback': 'leads back from the sign-in service',
  '/operator': 'for the first visitor alone, whose test looks at it',
};

/** As nobody sees them who is signed in. */
const FOR_VISITORS: Readonly<Record<string, string>> = {
  '/sign-in': '/sign-in',
  '/sign-up': '/sign-up',
  '/new-password': populated.passwordLink,
  '/digest/stop': populated.stopDigest,
  '/saved-searches/stop': populated.stopSearch,
};

const PAGE_PATHS: Readonly<Record<string, string>> = {
  '/stories/{id}': `/stories/${populated.story}`,
  '/articles/{id}': `/articles/${populated.article}`,
  '/sources/{id}': `/sources/${populated.source}`,
  '/topics/{id}': '/topics/science',
  '/entities/{key}': '/entities/port-marrow',
  '/countries/{code}': '/countries/GB',
  '/search': '/search?q=ferry',
  '/saved-searches/{id}': `/saved-searches/${populated.search}`,
  '/admin/sources/{id}': `/admin/sources/${populated.source}`,
  '/admin/sources/import/{id}': populated.importPath,
  '/admin/stories/{id}': `/admin/stories/${populated.story}`,
  '/admin/topics/{id}': '/admin/topics/science',
  '/admin/signals/new': '/admin/signals/new?kind=repeat-window',
  '/admin/signals/{id}': '/admin/signals/scrapers',
  '/admin/experiments/{id}': '/admin/experiments/fresher-first',
  '/admin/queues/{queue}': '/admin/queues/letters',
  '/admin/tasks/{id}': `/admin/tasks/${populated.task}`,
  '/admin/log/dead-letters/{id}': `/admin/log/dead-letters/${populated.deadLetter}`,
};

/** What there is to look at: of one path the table has each page once. */
const places = PAGES.filter(({ method, path }) => method === 'GET' && !(path in NO_PAGES)).map(
  ({ path }) => ({
    pattern: path,
    path: FOR_VISITORS[path] ?? PAGE_PATHS[path] ?? path,
    isForVisitors: path in FOR_VISITORS,
  }),
);

test('every page of the table is covered by this test', () => {
  const patterns = new Set(PAGES.map(({ path }) => path));
  for (const path of [...Object.keys(NO_PAGES), ...Object.keys(FOR_VISITORS), ...Object.keys(PAGE_PATHS)])
    assert.ok(patterns.has(path), `${path} is no page any more`);
  for (const { pattern, path } of places) assert.ok(!path.includes('{'), `${pattern} has no place yet`);
});

for (const isForVisitors of [true, false]) {
  const who = isForVisitors ? 'for visitors' : 'for whoever is signed in';

  test(
    `WEB-4, WEB-5: axe finds nothing by day and by night, nothing moves and all fits, ${who}`,
    browser.visit(async page => {
      await walk(page, isForVisitors, pattern => checkPage(page, nameOf(pattern)));
    }),
  );

  test(
    `WEB-6: in German no sentence of the English catalogue is left, and longer words fit a small phone, ${who}`,
    browser.visit(
      async page => {
        const english = sentencesOf(EN, DE);
        await walk(page, isForVisitors, async pattern => {
          const text = await page.content();
          assert.match(text, /<html lang="de"/);
          assert.deepEqual(await page.evaluate(OVERFLOWING_ELEMENTS), [], 'wider than the screen');
          assert.deepEqual(await page.evaluate(HIDDEN), [], 'where one is cannot be seen in the row');
          assert.equal(await page.evaluate('scrollY'), 0);
          const left = english.filter(sentence => text.includes(sentence));
          // What is described there is in English.
          if (pattern !== '/api/docs') assert.deepEqual(left, []);
        });
      },
      { locale: 'de-DE', viewport: { width: 320, height: 640 } },
    ),
  );
}

test(
  'WEB-4: a story and an article that are written from right to left are set so, the page around them is not',
  browser.visit(async page => {
    await open(page, `/stories/${populated.arabicStory}`);
    assert.equal(await directionOf(page, 'h1'), 'rtl');
    assert.equal(await directionOf(page, '.masthead'), 'ltr');
    await checkPage(page, 'story-arabic');
    await open(page, `/articles/${populated.arabicArticle}`);
    assert.equal(await directionOf(page, '.story-body'), 'rtl');
    await checkPage(page, 'article-arabic');
  }),
);

test(
  'WEB-4: on paper an article is black on white, and what can only be clicked is left out',
  browser.visit(async page => {
    await setSessionCookie(page, site, populated.person);
    await open(page, `/articles/${populated.article}`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.screenshot({ path: 'artifacts/pages/article-print.png', fullPage: true });
    const [publisher, ink] = await page.evaluate<[string, string]>(
      `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('h1')).color]`,
    );
    assert.deepEqual([publisher, ink], ['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    for (const role of ['navigation', 'button'] as const)
      assert.equal(await page.getByRole(role).filter({ visible: true }).count(), 0, role);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.story-body').getByText('in a few sentences more').waitFor();
    assert.equal((await page.pdf({ format: 'A4' })).subarray(0, 5).toString(), '%PDF-');
  }),
);

/** In rows that are longer than a phone is wide. */
const HIDDEN = `[...document.querySelectorAll('.tabs [aria-current], .mainnav [aria-current]')]
  .filter(element => element.checkVisibility())
  .filter(element => {
    const { left, right } = element.getBoundingClientRect();
    return left < 0 || right > innerWidth;
  })
  .map(element => element.textContent)`;

/** Opens each page and tells of all that are not as they should be. */
async function walk(
  page: Page,
  isForVisitors: boolean,
  look: (pattern: string) => Promise<void>,
): Promise<void> {
  if (!isForVisitors) await setSessionCookie(page, site, populated.person);
  const faults: string[] = [];
  for (const { pattern, path } of places.filter(place => place.isForVisitors === isForVisitors))
    await open(page, path)
      .then(() => look(pattern))
      .catch(error => faults.push(`${pattern}: ${error}`));
  assert.deepEqual(faults, []);
}

async function open(page: Page, path: string): Promise<void> {
  const response = await page.goto(path);
  assert.equal(response?.status(), 200, path);
}

function directionOf(page: Page, selector: string): Promise<string> {
  return page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).direction`);
}

function nameOf(pattern: string): string {
  return pattern === '/' ? 'front' : pattern.slice(1).replaceAll(/\W+/g, '-').replace(/-$/, '');
}

/** What is said in one language and not in the other, of several words: names and single words may be the same by chance. */
function sentencesOf(one: object, other: object): string[] {
  const theirs = new Set(Object.values(other).flatMap(textsOf));
  return Object.values(one)
    .flatMap(textsOf)
    .filter(text => text.split(' ').length >= 3 && !text.includes('{') && !theirs.has(text));
}

function textsOf(entry: unknown): string[] {
  return typeof entry === 'string' ? [entry] : Object.values(entry ?? {}).map(String);
}
