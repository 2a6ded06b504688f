import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { testBrowser } from '../harness/browser.ts';
import { atEnd } from '../harness/cleanup.ts';

/** Pages with one defect each: the harness must notice every one. */
const PAGES: Readonly<Record<string, string>> = {
  '/good': '<p>Nothing to see here</p>',
  '/console': '<script>console.error("it went wrong")</script>',
  '/exception': '<script>setTimeout(() => { throw new Error("not caught") })</script>',
  '/missing': '<img src="/nowhere.png" alt="">',
  '/elsewhere': '<script src="http://news.example/script.js"></script>',
  '/policy': '<p onclick="1">A handler that the policy forbids</p>',
  '/shift':
    '<p hidden id="a" style="margin:0;height:200px"></p><p>Moved</p><script>requestAnimationFrame(() => requestAnimationFrame(() => { a.hidden = false }))</script>',
};

const server = createServer((request, response) => {
  const page = PAGES[request.url ?? ''];
  response.writeHead(page === undefined ? 404 : 200, {
    'content-type': 'text/html; charset=utf-8',
    ...(request.url === '/policy' ? { 'content-security-policy': "default-src 'none'; img-src 'self'" } : {}),
  });
  response.end(`<!doctype html><link rel="icon" href="data:,"><title>A page</title>${page ?? ''}`);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
atEnd(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});

const browser = await testBrowser(`http://localhost:${(server.address() as AddressInfo).port}`);

test(
  'a page without errors passes',
  browser.visit(async page => {
    assert.equal((await page.goto('/good'))?.status(), 200);
  }),
);

test(
  'an error status alone does not fail a visit: the test checks the page',
  browser.visit(async page => {
    assert.equal((await page.goto('/nothing'))?.status(), 404);
  }),
);

for (const [path, pageError] of [
  ['/console', /console: it went wrong/],
  ['/exception', /exception: not caught/],
  ['/missing', /request: 404 .*nowhere\.png/],
  ['/elsewhere', /request: net::ERR_NAME_NOT_RESOLVED http:\/\/news\.example/],
  ['/policy', /console: .*Content Security Policy/],
] as const) {
  test(`a visit to ${path} fails with the reason`, async () => {
    await assert.rejects(browser.visit(async page => void (await page.goto(path)))(), pageError);
    await browser.visit(async (page, { expect }) => {
      expect(pageError);
      await page.goto(path);
    })();
  });
}

test(
  'layout shifts without input are recorded',
  browser.visit(async page => {
    await page.goto('/shift');
    await page.waitForFunction('__layoutShifts.length > 0');
    assert.match(String(await page.evaluate('__layoutShifts[0]')), /^0\.\d+ BODY/);
  }),
);

test('each visit has its own profile', async () => {
  const cookies: number[] = [];
  const visit = browser.visit(async page => {
    await page.goto('/good');
    cookies.push((await page.context().cookies()).length);
    await page.evaluate('document.cookie = "left=behind"');
  });
  await visit();
  await visit();
  assert.deepEqual(cookies, [0, 0]);
});
