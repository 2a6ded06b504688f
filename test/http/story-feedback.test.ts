import assert from 'node:assert/strict';
import { test } from 'node:test';
import { int4, row, text } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { storyAnnouncer } from '../harness/announce-stories.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { sameOrigin } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { asList, asRecord, assertProblem, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople, type TestUser } from './support/test-people.ts';

/** INT-1: what readers say about a story, over the API and with the forms of the pages. */
const site = await testProgram({ settings: { roles: 'web,signals' } });
const people = createTestPeople(site);
const { source, article, story } = await createStoryFixtures(site.database, TEST_EPOCH);
const [herald, post] = [await source('The Herald'), await source('The Post')];
const ferryArticle = await article(herald, 'Ferry runs aground');
const ferry = await story([ferryArticle], { category: 'world', topics: ['transport'] });
const budget = await story([await article(post, 'Budget passes')], { category: 'politics' });
await storyAnnouncer(site)([ferry, budget]);

test('INT-1: saving a story sends one signal, which changes interests, however often it is sent', async () => {
  const reader = await people.person();
  for (let n = 0; n < 2; n++) await call(reader, 'PUT', `/api/v1/account/saved/${ferry}`);
  await call(reader, 'DELETE', `/api/v1/account/saved/${ferry}`);
  await postForm(reader, '/stories/keep', { save: ferry, back: '/saved' });
  await site.program.drain();
  assert.deepEqual(await signalsOf(reader), [{ detail: 'save', count: 1 }]);
  assert.ok((await levelOf(reader, 'transport')) > 0);
  assert.match(await page(reader, '/saved'), /Ferry runs aground/);
});

test('INT-1: more and less like this change interests, and an undo restores them', async () => {
  const reader = await people.person();
  const liked = await postForm(reader, '/stories/feedback', {
    like: ferryArticle.id,
    back: '/latest?language=en',
  });
  await site.program.drain();
  assert.ok((await levelOf(reader, 'transport')) > 0);
  assert.match(liked, /^\/latest\?language=en&feedback=like/);
  const shown = await page(reader, liked);
  assert.match(shown, /You’ll see more stories like this\./);
  assert.match(shown, /name="back" value="\/latest\?language=en"/, 'the next result replaces this one');
  assert.ok(
    (await why(reader, ferry)).some(each => /You read about/.test(each)),
    'the next page is ranked by it',
  );

  const undone = await postForm(reader, '/stories/feedback', { 'undo-like': ferryArticle.id, back: liked });
  await site.program.drain();
  assert.equal(await levelOf(reader, 'transport'), 0);
  assert.match(await page(reader, undone), /<p>Undone\.<\/p>/);

  await postForm(reader, '/stories/feedback', { dislike: ferryArticle.id, back: '/' });
  await site.program.drain();
  assert.ok((await levelOf(reader, 'transport')) < 0);
  const counts = await site.visitor.getArticleCounts({ params: { id: ferryArticle.id } });
  assert.deepEqual([counts.likes, counts.dislikes], [0, 1]);
});

test('INT-1: a hidden story leaves every feed and page of its reader at once, until it is shown again', async () => {
  const reader = await people.person();
  const places = ['/', '/latest', '/for-you', '/topics/world'];
  const before = await Promise.all(places.map(path => page(reader, path)));
  for (const [index, text] of before.entries()) assert.match(text, linkTo(ferry), places[index]);
  const hidden = await postForm(reader, '/stories/feedback', { hide: ferry, back: '/latest' });
  for (const path of places) assert.doesNotMatch(await page(reader, path), linkTo(ferry), path);
  for (const feed of ['for-you', 'top', 'latest'])
    assert.deepEqual(await feedOf(reader, feed), [budget], feed);
  assert.deepEqual(
    (await feedOf(null, 'top')).toSorted(),
    [ferry, budget].toSorted(),
    'visitors still see it',
  );
  assert.match(await page(reader, hidden), /Story hidden\..*name="undo-hide" value="/s);
  assert.match(await page(reader, `/stories/${ferry}`), /name="undo-hide"[^>]*>Show this story again/);

  const settings = await page(reader, '/account/feeds');
  assert.match(settings, /Ferry runs aground/);
  assert.match(await page(reader, '/account/feeds', { 'accept-language': 'de' }), /Ausgeblendete Meldungen/);
  await postForm(reader, '/account/feeds/unhide', { id: ferry });
  assert.deepEqual((await feedOf(reader, 'top')).toSorted(), [ferry, budget].toSorted());
  await site.program.drain();
  assert.deepEqual(await signalsOf(reader), [
    { detail: 'hide', count: 1 },
    { detail: 'undo-hide', count: 1 },
  ]);
  assert.equal(await levelOf(reader, 'transport'), 0);
});

test('INT-1: the API hides stories too, each once', async () => {
  const reader = await people.person();
  const path = `/api/v1/account/hidden-stories/${ferry}`;
  for (let n = 0; n < 2; n++) await call(reader, 'PUT', path);
  const { items } = await json(reader, '/api/v1/account/hidden-stories');
  assert.deepEqual(
    asList(items).map(each => [asRecord(each)['storyId'], asRecord(each)['headline']]),
    [[ferry, 'Ferry runs aground']],
  );
  await call(reader, 'DELETE', path);
  await call(reader, 'DELETE', path);
  assert.deepEqual((await json(reader, '/api/v1/account/hidden-stories'))['items'], []);
  const unknown = `/api/v1/account/hidden-stories/${reader.userId}`;
  assertProblem(
    await sendRequest(site, { method: 'PUT', path: unknown, headers: reader.headers }),
    'story-not-found',
  );
  const { headers } = await people.token(reader.userId, ['reading:read']);
  assertProblem(await sendRequest(site, { method: 'PUT', path, headers }), 'scope-missing');
});

test('INT-1: hiding a source blocks it at once, lists it in the settings, and an undo restores the earlier stance', async () => {
  const reader = await people.person();
  await sendJson(site, {
    method: 'PUT',
    path: '/api/v1/account/stances',
    headers: reader.headers,
    json: { on: 'source', id: herald, stance: 'follow' },
  });
  const hidden = await postForm(reader, '/stories/feedback', {
    'hide-source': ferryArticle.id,
    back: '/latest',
  });
  assert.match(hidden, /~follow$/);
  assert.deepEqual(await feedOf(reader, 'top'), [budget]);
  assert.match(await page(reader, '/account/feeds'), /The Herald<\/a>.*Blocked/s);
  await postForm(reader, '/stories/feedback', {
    'undo-hide-source': ferryArticle.id,
    was: 'follow',
    back: '/latest',
  });
  assert.deepEqual((await feedOf(reader, 'top')).toSorted(), [ferry, budget].toSorted());
  const { items } = await json(reader, '/api/v1/account/stances');
  assert.deepEqual(
    asList(items).map(each => asRecord(each)['stance']),
    ['follow'],
  );
});

test('INT-1: every story of a signed-in reader has the menu, visitors have none', async () => {
  const reader = await people.person();
  for (const path of ['/', '/latest', `/stories/${ferry}`, `/articles/${ferryArticle.id}`]) {
    const shown = await page(reader, path);
    assert.equal(shown.match(/class="feedback"/g)?.length, shown.match(/class="keep-save"/g)?.length, path);
    assert.match(shown, /Hide <bdi>The Herald<\/bdi>/, path);
    assert.doesNotMatch((await sendRequest(site, { path, headers: HTML })).text, /class="feedback"/, path);
  }
});

test('forged feedback changes nothing and redirects nowhere else', async () => {
  const reader = await people.person();
  const away = await postForm(reader, '/stories/feedback', {
    like: ferryArticle.id,
    back: '//evil.example/',
  });
  assert.match(away, /^\/\?feedback=/);
  for (const fields of [
    { like: 'nonsense' },
    { like: reader.userId },
    { hide: reader.userId },
    { steal: ferry },
  ]) {
    const { status } = await sendForm(reader, '/stories/feedback', { ...fields, back: '/' });
    assert.equal(status, 404, JSON.stringify(fields));
  }
  const foreign = { ...reader.headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  assert.equal(
    (await sendForm({ ...reader, headers: foreign }, '/stories/feedback', { hide: ferry })).status,
    403,
  );
  assert.doesNotMatch(
    await page(reader, '/latest?feedback=steal~x~%3Cscript%3E'),
    /feedback-notice|<script>/,
  );
  const visitor = await sendRequest(site, {
    method: 'POST',
    path: '/stories/feedback',
    headers: { ...FORM, ...sameOrigin(site.url) },
    body: `hide=${ferry}`,
  });
  assert.match(String(visitor.headers['location']), /^\/sign-in/);
});

async function signalsOf({ userId }: TestUser) {
  return site.database.many(
    row({ detail: text, count: int4 }),
    sql`
      select detail, count(*)::int as count from signals
      where user_id = ${userId} and kind = 'feedback' and dropped_by is null group by detail order by detail
    `,
  );
}

async function levelOf(reader: TestUser, topic: string): Promise<number> {
  const { items } = await json(reader, '/api/v1/account/interests');
  const found = asList(items)
    .map(asRecord)
    .find(({ on, id }) => on === 'topic' && id === topic);
  return Number(found?.['level'] ?? 0);
}

async function why(reader: TestUser, storyId: string): Promise<string[]> {
  const { items } = await json(reader, '/api/v1/feeds/for-you?limit=50');
  const item = asList(items)
    .map(asRecord)
    .find(each => asRecord(each['story'])['id'] === storyId);
  return asList(item?.['why']).map(each => String(asRecord(each)['text']));
}

async function feedOf(reader: TestUser | null, name: string): Promise<unknown[]> {
  const { items } = await json(reader, `/api/v1/feeds/${name}?limit=50`);
  return asList(items).map(each => asRecord(asRecord(each)['story'])['id']);
}

async function json(reader: TestUser | null, path: string) {
  const response = await sendRequest(site, { path, headers: reader?.headers ?? {} });
  assert.equal(response.status, 200, response.text);
  return response.json();
}

async function call({ headers }: TestUser, method: string, path: string): Promise<void> {
  const response = await sendRequest(site, { method, path, headers });
  assert.equal(response.status, 204, response.text);
}

async function page({ headers }: TestUser, path: string, more = {}): Promise<string> {
  const response = await sendRequest(site, { path, headers: { ...headers, ...HTML, ...more } });
  assert.equal(response.status, 200, path);
  return response.text;
}

async function postForm(reader: TestUser, path: string, fields: Record<string, string>): Promise<string> {
  const response = await sendForm(reader, path, fields);
  assert.equal(response.status, 303, response.text);
  return String(response.headers['location']);
}

function sendForm({ headers }: TestUser, path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields).toString();
  return sendRequest(site, { method: 'POST', path, headers: { ...headers, ...FORM }, body });
}

function linkTo(storyId: string): RegExp {
  return new RegExp(`href="/stories/${storyId}"`);
}

const HTML = { accept: 'text/html' };
const FORM = { ...HTML, 'content-type': 'application/x-www-form-urlencoded' };
