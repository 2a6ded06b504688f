import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { storyAnnouncer } from '../harness/announce-stories.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { type TestProgram, testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { publishTrending } from '../harness/trending.ts';
import { asList, asRecord, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** WEB-2, FEED-3: the front page lays out the ranking of `/api/v1/feeds/top`. */
const site = await testProgram({ settings: { roles: 'web' } });
const announce = storyAnnouncer(site);
const { source, article, story } = await createStoryFixtures(site.database, TEST_EPOCH);
const sources = await Promise.all(['Herald', 'Post', 'Courier', 'Times'].map(name => source(name)));
const stories: string[] = [];
for (let count = 0; count < 40; count++) {
  const announcers = sources.slice(0, 1 + (count % sources.length));
  const imageUrl = `https://pictures.example/${count}.jpg`;
  const articles = [];
  for (const teller of announcers)
    articles.push(await article(teller, `Story number ${count}`, { imageUrl }));
  stories.push(await story(articles, { category: count % 2 === 0 ? 'world' : 'science' }));
}
await site.database.execute(sql`
  update stories set image_url = (select image_url from articles where articles.id = stories.lead_article_id)
`);
await announce(stories);
const editor = await createTestPeople(site).person({ roles: ['operator'] });

test('FEED-3: the front page begins with the top of the feed, and all its columns keep the order of the feed', async () => {
  await assertSameOrder(site);
});

test('STORY-6: pins, hidden stories and breaking news change feed and front page at once', async () => {
  const [first = '', second = ''] = [stories[3], stories[8]];
  await edit(first, { pinned: true });
  await site.clock.advance(1_000);
  await edit(second, { pinned: true });
  assert.deepEqual((await assertSameOrder(site)).slice(0, 2), [second, first], 'the newest pin leads');
  await edit(second, { hidden: true });
  const order = await assertSameOrder(site);
  assert.equal(order[0], first);
  assert.ok(!order.includes(second));
  await site.database.execute(sql`
    update stories set breaking_since = ${new Date(site.clock.now())}, breaking_because = 'coverage', velocity = 9
    where id = ${stories[20] ?? ''}
  `);
  await announce([stories[20] ?? '']);
  await assertSameOrder(site);
  assert.match((await frontOf(site)).html, /<ul class="banner">[\s\S]*?Story number 20/);
});

test('STORY-6: a pinned story stays first beyond the window of the feed, also after a restart', async () => {
  const [old = ''] = stories;
  await site.database.execute(
    sql`update stories set updated_at = ${new Date(site.clock.now() - 5 * 86_400_000)} where id = ${old}`,
  );
  await site.clock.advance(1_000);
  await edit(old, { pinned: true });
  await announce(stories.slice(30));
  const order = await assertSameOrder(site);
  assert.equal(order[0], old);
  const restarted = await testProgram({
    settings: { roles: 'web' },
    startsAt: new Date(site.clock.now()),
    proxyDatabase: async () => site.databaseUrl,
  });
  await restarted.program.drain();
  await site.clock.advance(31_000);
  restarted.clock.advance(31_000);
  assert.deepEqual(await assertSameOrder(restarted), await assertSameOrder(site));
});

/** Every story has a picture, so lead and secondary stories are the first six of the feed. */
test('INT-1: stories that a reader hides leave the trending list and its rail', async () => {
  const reader = await createTestPeople(site).person();
  const [hidden = '', shown = ''] = stories.slice(-2);
  await publishTrending(site, [hidden, shown]);
  const linked = async (path: string) => {
    const page = await sendRequest(site, { path, headers: { ...reader.headers, accept: 'text/html' } });
    const rail =
      path === '/' ? (page.text.split('id="trending-title"')[1]?.split('</section>')[0] ?? '') : page.text;
    return [hidden, shown].map(id => rail.includes(`href="/stories/${id}"`));
  };
  for (const path of ['/', '/trending']) assert.deepEqual(await linked(path), [true, true], path);
  const path = `/api/v1/account/hidden-stories/${hidden}`;
  const { status } = await sendRequest(site, { method: 'PUT', path, headers: reader.headers });
  assert.equal(status, 204);
  for (const each of ['/', '/trending']) assert.deepEqual(await linked(each), [false, true], each);
});

async function assertSameOrder(program: TestProgram): Promise<string[]> {
  const response = await sendRequest(program, { path: '/api/v1/feeds/top?language=en&limit=100' });
  const feed = asList(response.json()['items']).map(item => String(asRecord(asRecord(item)['story'])['id']));
  const { top, groups } = await frontOf(program);
  assert.deepEqual(top, feed.slice(0, top.length));
  assert.equal(top.length, 6);
  for (const group of groups) {
    const positions = group.map(id => feed.indexOf(id));
    assert.ok(!positions.includes(-1), 'a story on the front page is missing from the feed');
    assert.deepEqual(
      positions,
      positions.toSorted((a, b) => a - b),
    );
  }
  return feed;
}

async function frontOf(program: TestProgram) {
  const { text: html } = await sendRequest(program, { path: '/', headers: { accept: 'text/html' } });
  const part = (from: string, to: string) => html.slice(html.indexOf(from), html.indexOf(to));
  const top = cardsIn(part('<div class="front-lead">', '<div class="front-rail">'));
  const rail = [...part('<div class="front-rail">', 'class="band"').matchAll(/\/stories\/([\w-]+)"/g)];
  const bands = [...html.matchAll(/<ol class="band-list">([\s\S]*?)<\/ol>/g)].map(([, band = '']) => band);
  return { html, top, groups: [rail.map(([, id = '']) => id), ...bands.map(cardsIn)] };
}

function cardsIn(html: string): string[] {
  return [...html.matchAll(/data-story="([\w-]+)"/g)].map(([, id = '']) => id);
}

async function edit(id: string, json: object): Promise<void> {
  const { headers } = editor;
  const { status, text } = await sendJson(site, {
    method: 'PATCH',
    path: `/api/v1/stories/${id}`,
    headers,
    json,
  });
  assert.equal(status, 200, text);
}
