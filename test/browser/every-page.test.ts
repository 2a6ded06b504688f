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
 * Every page of the route table, with content. A new page must be added here: its address and who sees it, or
 * the reason why it shows no page.
 */
const site = await testProgram({ settings: { roles: 'web,index' } });
const browser = await testBrowser(site.url);
const populated = await populateSite(site);

const NO_PAGES: Readonly<Record<string, string>> = {
  '/account/export': 'a file',
  '/admin/sources/export': 'a file',
  '/auth/oidc/start': 'redirects to the sign-in service',
  '/auth/oidc/callback': 'redirects back from the sign-in service',
  '/operator': 'for the first visitor only; its own test visits it',
};

/** Pages that a signed-in user does not see. */
const FOR_VISITORS: Readonly<Record<string, string>> = {
  '/sign-in': '/sign-in',
  '/sign-up': '/sign-up',
  '/new-password': populated.passwordLink,
  '/confirm-email': populated.confirmEmail,
  '/mail/stop': populated.stopMail,
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

/** The addresses to visit: one for each path of the table. */
const pages = PAGES.filter(({ method, path }) => method === 'GET' && !(path in NO_PAGES)).map(({ path }) => ({
  pattern: path,
  path: FOR_VISITORS[path] ?? PAGE_PATHS[path] ?? path,
  isForVisitors: path in FOR_VISITORS,
}));

test('this test covers every page of the table', () => {
  const patterns = new Set(PAGES.map(({ path }) => path));
  for (const path of [...Object.keys(NO_PAGES), ...Object.keys(FOR_VISITORS), ...Object.keys(PAGE_PATHS)])
    assert.ok(patterns.has(path), `${path} is not a page any more`);
  for (const { pattern, path } of pages) assert.ok(!path.includes('{'), `${pattern} has no address yet`);
});

for (const isForVisitors of [true, false]) {
  const who = isForVisitors ? 'for visitors' : 'signed in';

  test(
    `WEB-4, WEB-5: axe finds no violation in light or dark, no layout shifts, no overflow, ${who}`,
    browser.visit(async page => {
      await walk(page, isForVisitors, pattern => checkPage(page, nameOf(pattern)));
    }),
  );

  test(
    `WEB-6: the German pages contain no English sentence and fit a small phone, ${who}`,
    browser.visit(
      async page => {
        const english = sentencesOf(EN, DE);
        await walk(page, isForVisitors, async pattern => {
          const text = await page.content();
          assert.match(text, /<html lang="de"/);
          assert.deepEqual(await page.evaluate(OVERFLOWING_ELEMENTS), [], 'wider than the screen');
          assert.deepEqual(await page.evaluate(HIDDEN), [], 'the current entry is scrolled out of view');
          assert.equal(await page.evaluate('scrollY'), 0);
          const left = english.filter(sentence => text.includes(sentence));
          // The descriptions of the API are in English.
          if (pattern !== '/api/docs') assert.deepEqual(left, []);
        });
      },
      { locale: 'de-DE', viewport: { width: 320, height: 640 } },
    ),
  );
}

test(
  'WEB-4: stories and articles in right-to-left languages are set so; the page around them is not',
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
  'WEB-4: an article prints black on white, without interactive controls',
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

/** Current entries outside the visible part of a scrollable row. */
const HIDDEN = `[...document.querySelectorAll('.tabs [aria-current], .mainnav [aria-current]')]
  .filter(element => element.checkVisibility())
  .filter(element => {
    const { left, right } = element.getBoundingClientRect();
    return left < 0 || right > innerWidth;
  })
  .map(element => element.textContent)`;

/** Opens each page and reports all that fail. */
async function walk(
  page: Page,
  isForVisitors: boolean,
  check: (pattern: string) => Promise<void>,
): Promise<void> {
  if (!isForVisitors) await setSessionCookie(page, site, populated.person);
  const faults: string[] = [];
  for (const { pattern, path } of pages.filter(place => place.isForVisitors === isForVisitors))
    await open(page, path)
      .then(() => check(pattern))
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

/**
 * Texts of several words that differ between two catalogues; names and single words may be the same by
 * chance.
 */
function sentencesOf(one: object, other: object): string[] {
  const theirs = new Set(Object.values(other).flatMap(textsOf));
  return Object.values(one)
    .flatMap(textsOf)
    .filter(text => text.split(' ').length >= 3 && !text.includes('{') && !theirs.has(text));
}

function textsOf(entry: unknown): string[] {
  return typeof entry === 'string' ? [entry] : Object.values(entry ?? {}).map(String);
}
