import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import vectors from '../../../test/corpus/sanitise/vectors.json' with { type: 'json' };
import { testBrowser } from '../../../test/harness/browser.ts';
import { allAttacks, HOOKS } from './attacks.testing.ts';
import { hostileHtml } from './hostile-html.testing.ts';
import { sanitiseHtml } from './index.ts';

/**
 * Tests sanitised HTML in a real browser. The page has no content security policy, so only the sanitiser prevents an
 * attack.
 */
// Without TLS: a page with TLS would upgrade the requests for pictures.
const SITE = 'http://page.test/';
const BASE = { baseUrl: 'https://news.example.com/a' };
const browser = await testBrowser(SITE);

const outputs = allAttacks().map(html => sanitiseHtml(html, BASE));

test(
  'PARSE-5: the page detects attacks that are not sanitised',
  browser.visit(async (page, { expect }) => {
    expect(/./); // Attacks cause errors, which are expected here.
    await openPage(page);
    const raw = vectors['event handlers'].concat(vectors['foreign content'], vectors.mutation);
    const { fired } = await put(page, raw);
    assert.ok(fired.length >= 20, `only ${fired.length} fired`);
  }),
);

test(
  'PARSE-5: nothing runs when sanitised HTML becomes the content of an element',
  browser.visit(async page => {
    const requests = await openPage(page);
    const { fired, changed, links } = await put(page, outputs);
    assert.deepEqual(fired, []);
    assert.deepEqual(changed, [], 'the browser serialises the same HTML');
    assert.deepEqual(
      links.filter(scheme => !['http:', 'https:', 'mailto:', 'tel:'].includes(scheme)),
      [],
    );
    assertOnlyPictures(requests);
  }),
);

test(
  'PARSE-5: a browser serialises sanitised HTML unchanged, so its meaning cannot mutate',
  browser.visit(async page => {
    await openPage(page);
    const some = fc.sample(hostileHtml(), { numRuns: 3_000, seed: 1 });
    const { fired, changed } = await put(
      page,
      some.map(html => sanitiseHtml(html, BASE)),
    );
    assert.deepEqual(fired, []);
    assert.deepEqual(changed, []);
  }),
);

test(
  'PARSE-5: nothing runs when sanitised HTML is part of a document, in any context',
  browser.visit(async page => {
    for (const [before, after] of CONTEXTS) {
      const body = outputs.map(html => `<section>${before}${html}${after}</section>`).join('\n');
      const requests = await openPage(page, `<!doctype html><title>Context</title><body>${body}`);
      assert.deepEqual(await page.evaluate(SETTLE), [], before);
      assert.equal(page.url(), SITE, before);
      assertOnlyPictures(requests);
    }
  }),
);

test(
  'PARSE-5: nothing runs when sanitised HTML is parsed and serialised in other ways',
  browser.visit(async page => {
    const requests = await openPage(page);
    for (const parser of PARSERS) {
      await page.evaluate(`for (const html of ${JSON.stringify(outputs)}) { ${parser} }`);
      assert.deepEqual(await page.evaluate(SETTLE), [], parser);
    }
    assertOnlyPictures(requests);
  }),
);

async function openPage(
  page: Page,
  html = '<!doctype html><title>Empty</title><body>',
): Promise<SeenRequest[]> {
  const requests: SeenRequest[] = [];
  await page.unrouteAll();
  await page.context().addInitScript(HOOKS);
  await page.route('**/*', async route => {
    const request = route.request();
    if (request.url() === SITE && request.isNavigationRequest() && request.frame() === page.mainFrame())
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
    requests.push({
      url: request.url(),
      type: request.resourceType(),
      referer: request.headers()['referer'],
    });
    // Broken pictures trigger error handlers, valid ones load handlers.
    return route.fulfill({
      contentType: 'image/png',
      body: request.url().includes('ok.png') ? PICTURE : 'x',
    });
  });
  await page.goto(SITE);
  return requests;
}

/** Sets the content of elements, compares the result, and sends events to everything in it. */
async function put(page: Page, some: readonly string[]): Promise<Seen> {
  const result: unknown = await page.evaluate(`(async () => {
    const changed = [], links = new Set();
    for (const html of ${JSON.stringify(some)}) {
      const host = document.createElement('div');
      document.body.append(host);
      host.innerHTML = html;
      if (host.innerHTML !== html) changed.push([html, host.innerHTML]);
      for (const link of host.querySelectorAll('a[href], area[href]')) links.add(link.protocol);
      for (const element of host.querySelectorAll('*'))
        for (const type of ['mouseover', 'pointerenter', 'focus', 'animationstart', 'toggle'])
          element.dispatchEvent(new Event(type));
    }
    return { fired: await ${SETTLE}, changed, links: [...links] };
  })()`);
  return result as Seen;
}

/** The page may load the pictures of the article, and nothing from trackers or attackers. */
function assertOnlyPictures(requests: readonly SeenRequest[]): void {
  const shown = new Set(outputs.flatMap(html => pictureAddresses(html)));
  const posters = new Set(
    outputs.flatMap(html => [...html.matchAll(/ poster="([^"]*)"/g)].map(([, url]) => url)),
  );
  for (const { url, type, referer } of requests) {
    assert.equal(type, 'image', url);
    assert.ok(shown.has(url), url);
    assert.notEqual(new URL(url).hostname, 'evil.test', url);
    // No attribute removes the referrer of a poster; the policy of the page does that.
    if (!posters.has(url)) assert.equal(referer, undefined, url);
  }
}

function pictureAddresses(html: string): string[] {
  const found = html.matchAll(/<(?:img|source|video)\b[^>]*? (?:src|srcset|poster)="[^>]*>/g);
  return [...found].flatMap(([tag]) =>
    [...tag.matchAll(/https?:[^\s"]*/g)].map(([address]) =>
      address.replaceAll('&amp;', '&').replace(/,$|#.*/, ''),
    ),
  );
}

/** Loads every picture, lazy ones too, so that their handlers run, and returns the hooks that fired. */
const SETTLE = `(async () => {
  for (const image of document.images) image.loading = 'eager';
  await Promise.allSettled([...document.images].map(image => image.decode()));
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  return __fired;
})()`;

const CONTEXTS: readonly (readonly [string, string])[] = [
  ['', ''],
  ['<table><tr><td>', '</table>'],
  ['<table>', '</table>'],
  ['<ul><li>', '</ul>'],
  ['<p><b><i><a href="/">', '</a></i></b></p>'],
  ['<button type=button>', '</button>'],
  ['<details open><summary>', '</summary></details>'],
  ['<select><option>', '</option></select>'],
  ['<svg><foreignObject>', '</foreignObject></svg>'],
  ['<svg><desc>', '</desc></svg>'],
  ['<math><mtext>', '</mtext></math>'],
  ['<math><annotation-xml encoding="text/html">', '</annotation-xml></math>'],
  ['<template>', '</template>'],
  ['<noscript>', '</noscript>'],
  ['<textarea>', '</textarea>'],
  ['<!-- ', ' -->'],
];

const PARSERS = [
  'document.body.insertAdjacentHTML("beforeend", html);',
  'document.body.append(document.createRange().createContextualFragment(html));',
  'document.body.append(...new DOMParser().parseFromString(html, "text/html").body.childNodes);',
  'const t = document.createElement("template"); t.innerHTML = html; document.body.append(t.content);',
  'const a = document.createElement("div"); a.innerHTML = html; a.innerHTML = a.innerHTML; a.innerHTML = a.innerHTML; document.body.append(a);',
  'const s = document.createElement("div"); document.body.append(s); s.attachShadow({ mode: "open" }).innerHTML = html;',
];

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface SeenRequest {
  readonly url: string;
  readonly type: string;
  readonly referer: string | undefined;
}

interface Seen {
  readonly fired: readonly string[];
  /** Pairs of our HTML and the different HTML that the browser serialises. */
  readonly changed: readonly unknown[];
  readonly links: readonly string[];
}
