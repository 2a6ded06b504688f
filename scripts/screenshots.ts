import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startProcess, temporaryData } from '../regression/lib/program.ts';
import { waitUntilFrontPageIsStable } from '../regression/lib/stable-front-page.ts';
import { launchBrowser } from '../test/harness/chromium.ts';

/**
 * Takes the screenshots of the README from the real program with its demo edition: `npm run screenshots`. It waits for
 * enough articles to fill the front page, signs in as the operator, and opens each page in a browser.
 */
const OUT = join(import.meta.dirname, '../docs/screenshots');
const STORIES = 900;
const DESKTOP = { width: 1280, height: 1000 };
const HAS_ENOUGH_SAMPLES = `document.querySelector('.spark polyline').getAttribute('points').split(' ').length >= 12`;
const PHONE = { width: 390, height: 844 };

const data = await temporaryData();
const program = await startProcess(data.path, ['--demo', 'on']);
const browser = await launchBrowser();
try {
  await mkdir(OUT, { recursive: true });
  await waitUntilFrontPageIsStable(program.url, STORIES);
  const story = await largestStory();
  await take(browser, '/', 'front', { viewport: DESKTOP });
  await take(browser, '/', 'front-phone', { viewport: PHONE });
  await take(browser, '/', 'front-dark', { viewport: DESKTOP, colorScheme: 'dark' });
  await take(browser, `/stories/${story.id}`, 'story', { viewport: DESKTOP });
  await take(browser, `/articles/${story.articleId}`, 'article', { viewport: PHONE, colorScheme: 'dark' });
  await takeSignedIn(browser);
} finally {
  await browser.close();
  program.process.kill('SIGTERM');
  await program.exited;
  await data.remove();
}

async function largestStory(): Promise<{ id: string; articleId: string }> {
  const answer = await fetch(`${program.url}/`, {
    headers: { accept: 'text/html', 'accept-language': 'en' },
  });
  const id = /href="\/stories\/([\w-]+)"/.exec(await answer.text())?.[1] ?? '';
  const page = await (
    await fetch(`${program.url}/stories/${id}`, { headers: { accept: 'text/html' } })
  ).text();
  return { id, articleId: /href="\/articles\/([\w-]+)"/.exec(page)?.[1] ?? '' };
}

async function take(
  from: Browser,
  path: string,
  name: string,
  options: BrowserContextOptions,
): Promise<void> {
  const context = await from.newContext({
    baseURL: program.url,
    locale: 'en-GB',
    serviceWorkers: 'block',
    ...options,
  });
  // Suppresses the invitation to the tour.
  await context.addCookies([{ name: 'tour', value: 'done', url: program.url }]);
  await shoot(await context.newPage(), path, name);
  await context.close();
}

async function shoot(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.screenshot({ path: join(OUT, `${name}.jpg`), type: 'jpeg', quality: 70 });
  console.log(name);
}

async function takeSignedIn(from: Browser): Promise<void> {
  const context = await from.newContext({
    baseURL: program.url,
    locale: 'en-GB',
    serviceWorkers: 'block',
    viewport: { ...DESKTOP, height: 1_500 },
  });
  const page = await context.newPage();
  await page.goto(program.operatorLink ?? '/');
  await page.getByLabel('Name').fill('Operator');
  await page.getByLabel('Email address').fill('operator@example.org');
  await page.getByLabel('Password').fill('seven lanterns under the bridge');
  await page.getByRole('button', { name: 'Become the operator' }).click();
  await page.waitForURL('/account');
  await context.addCookies([{ name: 'tour', value: 'done', url: program.url }]);
  await page.goto('/topics/sports');
  await page.getByRole('button', { name: 'Follow' }).click();
  await page.setViewportSize(DESKTOP);
  await shoot(page, '/for-you', 'for-you');
  await page.setViewportSize({ ...DESKTOP, height: 1_500 });
  await page.goto('/admin');
  // The chart needs several samples, five seconds apart.
  await page.locator('.spark polyline').first().waitFor({ state: 'attached', timeout: 60_000 });
  while (!(await page.evaluate(HAS_ENOUGH_SAMPLES)))
    await page.waitForResponse(answer => answer.url().endsWith('/admin'));
  await page.screenshot({ path: join(OUT, 'overview.jpg'), type: 'jpeg', quality: 70 });
  await context.close();
}
