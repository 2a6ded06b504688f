import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { allAttacks, HOOKS_BESIDE_SCRIPTS } from '../../src/ingest/sanitise/attacks.testing.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { STORIES_CHANGED } from '../../src/streams.ts';
import { testBrowser } from '../harness/browser.ts';
import { atEnd } from '../harness/cleanup.ts';
import { fillSearchIndex } from '../harness/commands.ts';
import { signUpOperator } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures, type WrittenArticle } from '../harness/story-fixtures.ts';
import { setSessionCookie } from './forms.ts';

/**
 * ALL-7, PARSE-5: every attack of the corpus as title, summary, author, body and source of an article, as an
 * older version or a manual repair might have left it in the database, on every page that shows content of
 * sources. The harness reports violations of the content security policy, so even an attempt fails.
 */
const site = await testProgram({ settings: { roles: 'web,index' } });
const browser = await testBrowser(site.url);
const operatorUser = await signUpOperator(site);
const room = await createStoryFixtures(site.database, new Date(site.clock.now()));
const attacks = allAttacks().map(attack => attack.replaceAll('\0', '�').slice(0, 20_000));
/** The maximum that the page of a story lists. */
const IN_A_STORY = 20;
const sources: string[] = [];
for (const attack of attacks.slice(0, 12)) sources.push(await room.source(attack.slice(0, 200)));
const articles: WrittenArticle[] = [];
for (const [number, attack] of attacks.entries())
  articles.push(
    await room.article(sources[number % sources.length] ?? '', `zebra ${attack}`.slice(0, 500), {
      summary: attack.slice(0, 2_000),
    }),
  );
await site.database.execute(sql`
  update articles set body_html = attack, body_text = attack, authors = array[left(attack, 200)]
  from unnest(${articles.map(({ id }) => id)}::uuid[], ${attacks}::text[]) as each (id, attack)
  where articles.id = each.id
`);
const stories: string[] = [];
for (let at = 0; at < articles.length; at += IN_A_STORY)
  stories.push(
    await room.story(articles.slice(at, at + IN_A_STORY), {
      category: 'world',
      entities: [{ key: `name-${at}`, name: attacks[at]?.slice(0, 100) ?? '', kind: 'other' }],
    }),
  );
await announceStories();
await fillSearchIndex(site);

test(
  'ALL-7: no attack runs on the page of an article',
  { timeout: 600_000 },
  browser.visit(async (page, { visitor, expect }) => {
    expect(PICTURE);
    const others = await Promise.all([visitor(), visitor()]);
    const waiting = articles.map(({ id }) => `/articles/${id}`);
    await Promise.all([page, ...others].map(each => visitAll(each, waiting)));
  }),
);

test(
  'ALL-7: no attack runs where articles are listed: front page, stories, names, sources, search, feeds',
  { timeout: 600_000 },
  browser.visit(async (page, { expect }) => {
    expect(PICTURE);
    await visitAll(page, [
      '/',
      '/topics/world',
      '/search?q=zebra+',
      '/search?q=zebra+&page=2',
      `/search?q=${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
      ...stories.map(id => `/stories/${id}`),
      ...sources.map(id => `/sources/${id}`),
      '/entities/name-0',
      '/feeds/top.atom',
      '/feeds/latest.rss',
      ...stories.slice(0, 10).map(id => `/feeds/story/${id}.atom`),
    ]);
  }),
);

test(
  'ALL-7: no attack runs on the pages of operators',
  { timeout: 600_000 },
  browser.visit(async (page, { expect }) => {
    expect(PICTURE);
    await setSessionCookie(page, site, operatorUser);
    await visitAll(page, [
      '/admin',
      '/admin/sources',
      ...sources.map(id => `/admin/sources/${id}`),
      ...stories.slice(0, 10).map(id => `/stories/${id}`),
    ]);
  }),
);

/** Visits addresses from the list until it is empty; several pages may share it. */
async function visitAll(page: Page, waiting: string[]): Promise<void> {
  await page.context().addInitScript(HOOKS_BESIDE_SCRIPTS);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await page.goto(path);
    assert.equal(response?.status(), 200, path);
    assert.deepEqual(await page.evaluate(TOUCHED), [], `something ran on ${path}`);
    assert.equal(new URL(page.url()).pathname, new URL(path, site.url).pathname, 'the page redirected');
    assert.deepEqual(await page.evaluate(FOREIGN), [], `foreign on ${path}`);
  }
}

async function announceStories(): Promise<void> {
  const log = createLog({ database: site.database, telemetry: createMemoryTelemetry() });
  atEnd(() => log.close());
  await site.database.transaction(async tx =>
    log.append(
      tx,
      STORIES_CHANGED,
      stories.map(id => ({ kind: 'changed', storyId: id, language: 'en', articleIds: [] })),
    ),
  );
  await site.program.drain();
}

/** Attackers' pictures do not load, and a page may be left before the browser requests them. */
const PICTURE = /^request: \S+ \S+\/image\//;

/** Handlers wait for mouse or focus; this triggers both. */
const TOUCHED = `(async () => {
  for (const element of document.querySelectorAll('main *'))
    for (const type of ['mouseover', 'pointerenter', 'focus', 'animationstart', 'toggle'])
      element.dispatchEvent(new Event(type));
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  return __fired ?? [];
})()`;

/** Elements that our pages never contain. */
const FOREIGN = `[...document.querySelectorAll(${JSON.stringify(
  [
    'script:not([src^="/assets/"]):not([type="application/ld+json"])',
    'iframe, object, embed, base, frame, meta[http-equiv], link[rel=import], main style',
    'a[href^="javascript:" i], a[href^="data:" i], a[href^="vbscript:" i], form[action^="javascript:" i]',
    '[onload], [onerror], [onfocus], [onmouseover], [onclick], [ontoggle], [onbegin], [srcdoc]',
  ].join(', '),
)})].map(element => element.outerHTML.slice(0, 200))`;
