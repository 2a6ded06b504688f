import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { storyAnnouncer } from '../harness/announce-stories.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { signalsProgram } from '../harness/shared-programs.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { sendJson, sendRequest, type TestResponse } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** FEED-1..7, FEED-10, FEED-14 as pages without JavaScript. */
const site = await signalsProgram();
const announceStories = storyAnnouncer(site);
const testPeople = createTestPeople(site);
const reader = await testPeople.person();
const { source, article, story } = await createStoryFixtures(site.database, TEST_EPOCH);
const [herald, post] = [await source('The Herald'), await source('The Post', { country: 'DE' })];
const chess = await story(
  [await article(herald, 'Chess champion wins'), await article(post, 'Chess: the champion')],
  { category: 'sports' },
);
const others: string[] = [];
for (let count = 0; count < 30; count++)
  others.push(await story([await article(herald, `Story number ${count}`)], { category: 'world' }));
await announceStories([chess, ...others]);

test('FEED-4: every story of For you shows its reason and the parts of its score', async () => {
  const page = await get('/for-you');
  const cards = cardsIn(page);
  assert.equal(cards.length, 24);
  assert.equal(page.match(/<details class="why">/g)?.length, 24);
  assert.match(page, /<meter [^>]*><\/meter> Freshness/);
  assert.match(await get('/for-you', { 'accept-language': 'de' }), /Aktualität/);
  const visitor = await sendRequest(site, { path: '/for-you', headers: HTML });
  assert.match(visitor.text, /Your personal feed/);
});

test('FEED-4: the front page shows the top of For you to members, without repeating its own top stories', async () => {
  const page = await get('/');
  const [top = '', rail = ''] = page.split('id="for-you-title"');
  const linked = (part: string) =>
    new Set([...part.matchAll(/href="\/stories\/([\w-]+)"/g)].map(([, id]) => id ?? ''));
  const beside = linked(rail.slice(0, rail.indexOf('</section>')));
  assert.equal(beside.size, 5);
  assert.equal(linked(top).size, 4);
  assert.equal(beside.intersection(linked(top)).size, 0);
  assert.doesNotMatch(
    (await sendRequest(site, { path: '/', headers: HTML })).text,
    /for-you-title/,
    'visitors do not see it',
  );
});

test('FEED-7: without a chosen language For you uses the language of the pages; a reader can choose all languages', async () => {
  const newcomer = await testPeople.person();
  const page = async (language: string) => {
    const headers = { ...newcomer.headers, ...HTML, 'accept-language': language };
    const { status, text } = await sendRequest(site, { path: '/for-you', headers });
    assert.equal(status, 200);
    return { cards: cardsIn(text), next: nextIn(text), headers };
  };
  const foreign = await story([await article(post, 'Das kam auf Deutsch', { language: 'de' })], {
    category: 'sports',
    language: 'de',
  });
  await announceStories([foreign]);
  const english = await page('en');
  assert.equal(english.cards.length, 24);
  assert.ok(!english.cards.includes(foreign));
  const more = await sendRequest(site, { path: english.next, headers: english.headers });
  assert.equal(more.status, 200, 'the ranking stays the same on the next page');
  assert.ok(!cardsIn(more.text).includes(foreign));
  const german = await page('de');
  assert.equal(german.cards.length, 24, 'a single story does not make a German page');
  const chosen = await sendJson(site, {
    method: 'PATCH',
    path: '/api/v1/account/feed-settings',
    headers: newcomer.headers,
    json: { language: 'mul' },
  });
  assert.equal(chosen.status, 200, chosen.text);
  const every = await page('en');
  const rest = await sendRequest(site, { path: every.next, headers: every.headers });
  assert.ok([...every.cards, ...cardsIn(rest.text)].includes(foreign));
  await site.database.execute(sql`update stories set is_hidden = true where id = ${foreign}`);
  await announceStories([foreign]);
});

test('FEED-5: the next page continues the same ranking and says how many stories arrived since', async () => {
  const first = await get('/latest');
  const next = nextIn(first);
  const late = await story([await article(post, 'This came late')], { category: 'world' });
  await announceStories([late]);
  await site.clock.advance(31_000);
  const second = await get(next);
  const both = [...cardsIn(first), ...cardsIn(second)];
  assert.equal(new Set(both).size, both.length, 'nothing twice');
  assert.equal(both.length, 31);
  assert.ok(!both.includes(late));
  assert.ok(cardsIn(await get('/latest')).includes(late));
  const forged = await sendRequest(site, {
    path: '/latest?cursor=abc.def',
    headers: { ...reader.headers, ...HTML },
  });
  assert.equal(forged.status, 400);
});

test('FEED-10, WEB-5: plain forms save and mark stories, and shortcut keys find their buttons', async () => {
  const before = await get('/topics/sports');
  assert.match(before, new RegExp(`name="save" value="${chess}" data-key="s" aria-pressed="false"`));
  assert.match(before, new RegExp(`name="read" value="${chess}" data-key="m" aria-pressed="false"`));
  assert.match(before, /<form id="keep" method="post" action="\/stories\/keep" hidden>/);
  const saved = await send('/stories/keep', { save: chess, back: '/topics/sports' });
  assert.deepEqual([saved.status, saved.headers.location], [303, '/topics/sports']);
  await send('/stories/keep', { read: chess, back: 'https://evil.example/' });
  const after = await get('/topics/sports');
  assert.match(after, new RegExp(`name="unsave" value="${chess}" data-key="s" aria-pressed="true"`));
  assert.match(after, new RegExp(`name="unread" value="${chess}" data-key="m" aria-pressed="true"`));
  assert.deepEqual(cardsIn(await get('/saved')), [chess]);
  assert.ok(cardsIn(await get('/history')).includes(chess));
  await send('/stories/keep', { unsave: chess, back: '/saved' });
  await send('/stories/keep', { unread: chess, back: '/saved' });
  assert.match(await get('/saved'), /No saved stories/);
  assert.match(await get('/history'), /No reading history/);
});

test('FEED-14: marking all as read covers the whole ranking but no later story, and can be undone', async () => {
  const page = await get('/latest');
  const fields = fieldsOf(page, '/read');
  const late = await story([await article(post, 'This came even later')], { category: 'world' });
  await site.clock.advance(31_000);
  await announceStories([late]);
  const done = await send('/read', fields);
  assert.equal(done.status, 303);
  const marked = await get(String(done.headers.location));
  assert.match(marked, /32 stories marked as read/);
  assert.match(marked, new RegExp(`name="read" value="${late}"`));
  assert.match(marked, new RegExp(`name="unread" value="${others[20]}"`));
  const undone = await send('/read/undo', fieldsOf(marked, '/read/undo'));
  assert.match(await get(String(undone.headers.location)), /Marked as unread again/);
  assert.match(await get('/history'), /No reading history/);
});

test('FEED-14: a blocked source leaves feeds, front page and coverage, and returns when unblocked', async () => {
  assert.match(await get(`/stories/${chess}`), /Chess: the champion/);
  await send('/stances', { on: 'source', id: post, stance: 'block', back: `/sources/${post}` });
  assert.match(await get(`/sources/${post}`), /value="no-block" aria-pressed="true"/);
  const coverage = await get(`/stories/${chess}`);
  assert.doesNotMatch(coverage, /Chess: the champion/);
  assert.match(coverage, /One article from a blocked source is hidden/);
  for (const path of ['/', '/latest', '/topics/world', '/countries/DE'])
    assert.doesNotMatch(await get(path), /This came late/, path);
  assert.match(await get('/account/feeds'), /Blocked/);
  await send('/account/feeds/stance', { on: 'source', id: post, stance: '' });
  assert.match(await get('/topics/world'), /This came late/);
});

test('FEED-14, STORY-7: muted words, feed settings and the folding of seen stories are set on one page', async () => {
  const refused = await send('/account/feeds/mute', { words: '!!!', for: 'week' });
  assert.equal(refused.status, 422);
  await send('/account/feeds/mute', { words: 'champion', for: 'week' });
  assert.ok(!cardsIn(await get('/topics/sports')).includes(chess));
  await site.clock.advance(8 * 86_400_000);
  assert.match(await get('/account/feeds'), /<span class="badge">Expired<\/span>/);
  await send('/account/feeds', { language: 'en', country: '', foldsSeen: 'yes', digest: 'weekly' });
  const settings = await get('/account/feeds');
  assert.match(settings, /name="foldsSeen" value="yes" checked/);
  assert.doesNotMatch(settings, /name="liftsRare" value="yes" checked/);
  assert.match(settings, /<option value="weekly" selected>/);
  const made = await send('/account/feeds/address', { feed: 'saved' });
  assert.match(made.text, /\/feeds\/private\/[0-9a-f]{32}\.[\w-]{32}\.atom/);
});

test('FEED-7: a reader imports an OPML file', async () => {
  const boundary = 'xxxxxxxx';
  const opml = `<opml><body><outline text="a" xmlUrl="https://${herald}.example/feed"/></body></opml>`;
  const response = await sendRequest(site, {
    method: 'POST',
    path: '/account/feeds/list',
    headers: {
      ...reader.headers,
      ...HTML,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: `--${boundary}\r\ncontent-disposition: form-data; name="opml"; filename="a.opml"\r\ncontent-type: text/xml\r\n\r\n${opml}\r\n--${boundary}--\r\n`,
  });
  assert.equal(response.headers.location, '/account/feeds?done=list&n=1#list');
  assert.match(await get('/account/feeds'), /The Herald/);
});

const HTML = { accept: 'text/html' };

async function get(path: string, headers = {}): Promise<string> {
  const response = await sendRequest(site, { path, headers: { ...reader.headers, ...HTML, ...headers } });
  assert.equal(response.status, 200, `${path} ${response.text.slice(0, 400)}`);
  return response.text;
}

function send(path: string, fields: Readonly<Record<string, string>>): Promise<TestResponse> {
  return sendRequest(site, {
    method: 'POST',
    path,
    headers: { ...reader.headers, ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
}

function cardsIn(page: string): string[] {
  return [...page.matchAll(/<article [^>]*data-story="([\w-]+)"/g)].map(([, id]) => id ?? '');
}

function nextIn(page: string): string {
  return unescaped(/href="([^"]+)" rel="next"/.exec(page)?.[1] ?? '');
}

/** The hidden fields of the form with that action. */
function fieldsOf(page: string, action: string): Record<string, string> {
  const form = new RegExp(`action="${action}">(.*?)</form>`).exec(page)?.[1] ?? '';
  const found = form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function unescaped(text: string): string {
  return text.replaceAll('&amp;', '&');
}
