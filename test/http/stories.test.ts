import assert from 'node:assert/strict';
import { test } from 'node:test';
import { int8, row, text } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { atEnd } from '../harness/cleanup.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { asList, asRecord, assertProblem, sendJson, sendRequest } from './support/send-request.ts';
import { articleSubmitter } from './support/submit-articles.ts';
import { createTestPeople } from './support/test-people.ts';

/** STORY-4, 6, 7, TOPIC-1, BREAK-4 over HTTP with the role `stories`: from submitted articles to stories. */
const site = await testProgram({ settings: { roles: 'web,stories' }, startsAt: new Date() });
const testPeople = createTestPeople(site);
const editor = await testPeople.person({ roles: ['operator'] });
const reader = await testPeople.person();
// An edit request waits by the program's clock, so it must advance.
const ticking = setInterval(() => site.clock.advance(50), 50);
atEnd(() => clearInterval(ticking));

const publish = articleSubmitter(site, editor);
let turns = 0;
const QUAKE_TITLES = [
  'Strong earthquake shakes the coast of Chile, tsunami warning issued',
  'Earthquake off Chile: tsunami warning for the coast after strong quake',
];
const BUDGET = ['Parliament passes the budget after a night of debate in Westminster'];
const FESTIVAL = ['Jazz festival opens in Montreux with a tribute to Ella Fitzgerald'];
const articles = await publish([...QUAKE_TITLES, ...BUDGET, ...FESTIVAL]);

test('STORY-4: submitted articles become stories, and an article names its story', async () => {
  const stories = await storiesOf('');
  assert.ok(stories.length >= 3 && stories.length <= 4, `${stories.length}`);
  assert.deepEqual(
    stories.map(({ updatedAt }) => updatedAt),
    stories
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .reverse(),
  );
  const budget = await storyWith(articles[2]);
  const whole = (await get(`/api/v1/stories/${budget}`)).json();
  assert.equal(whole['headline'], BUDGET[0]);
  assert.equal(whole['articleCount'], 1);
  assert.equal(asRecord(asList(asRecord(whole['spread'])['credibility'])[0])['sourceCount'], 1);
  const known = (await get(`/api/v1/articles/${articles[2]}`, reader.headers)).json();
  assert.equal(known['storyId'], budget);
  assert.equal(known['detectedLanguage'], 'en');
  assert.deepEqual(known['copies'], []);
  const timeline = (await get(`/api/v1/stories/${budget}/timeline`)).json();
  assert.equal(asRecord(timeline['firstReport'])['articleId'], articles[2]);
});

test('ALL-3: story pages neither repeat nor skip, and a cursor works for its list only', async () => {
  const all = (await storiesOf('')).map(({ id }) => id);
  const seen: unknown[] = [];
  let cursor = '';
  do {
    const page = (await get(`/api/v1/stories?limit=1${cursor}`)).json();
    seen.push(...asList(page['items']).map(item => asRecord(item)['id']));
    cursor = page['nextCursor'] === null ? '' : `&cursor=${encodeURIComponent(String(page['nextCursor']))}`;
    if (cursor !== '') assertProblem(await get(`/api/v1/stories?language=en${cursor}`), 'invalid-cursor');
  } while (cursor !== '');
  assert.deepEqual(seen, all);
});

test('STORY-6: a merge keeps the older id, redirects the other, and is audited', async () => {
  const [budget, festival] = [await storyWith(articles[2]), await storyWith(articles[3])];
  const merged = await edit('POST', `/api/v1/stories/${festival}/merge`, { with: budget });
  assert.equal(merged.status, 200, merged.text);
  const [older, younger] = [budget, festival].sort();
  assert.equal(merged.json()['id'], older);
  assert.equal(merged.json()['articleCount'], 2);
  for (const part of ['', '/articles', '/timeline', '/related']) {
    const moved = await get(`/api/v1/stories/${younger}${part}`);
    assert.equal(moved.status, 308);
    assert.equal(moved.headers.location, `/api/v1/stories/${older}${part}`);
  }
  const page = await get(`/stories/${younger}`);
  assert.equal(page.headers.location, `/stories/${older}`);
  const again = await edit('POST', `/api/v1/stories/${festival}/merge`, { with: budget });
  assertProblem(again, 'conflict');
  assert.equal(await auditActions('story.merged', festival), 1);

  const split = await edit('POST', `/api/v1/stories/${older}/split`, { articles: [articles[3]] });
  assert.equal(split.status, 200, split.text);
  assert.notEqual(split.json()['id'], older);
  assert.equal(await storyWith(articles[3]), split.json()['id']);
  const none = await edit('POST', `/api/v1/stories/${older}/split`, { articles: [articles[0]] });
  assertProblem(none, 'conflict', 'articles of another story');
});

test('STORY-6: a moved article stays in its new story', async () => {
  const budget = await storyWith(articles[2]);
  const moved = await edit('POST', `/api/v1/articles/${articles[1]}/move`, { to: budget });
  assert.equal(moved.status, 200, moved.text);
  assert.equal(await storyWith(articles[1]), budget);
  const elsewhere = { to: '019bc186-de00-7166-ac8d-881139da5638' };
  assertProblem(await edit('POST', `/api/v1/articles/${articles[1]}/move`, elsewhere), 'story-not-found');
});

test('STORY-6: an edit is reported as pending while the stories role does not answer', async () => {
  const quiet = await testProgram({ settings: { roles: 'web' } });
  const room = await createStoryFixtures(quiet.database, TEST_EPOCH);
  const publisher = await room.source('The Paper');
  const one = await room.story([await room.article(publisher, 'One thing')]);
  const other = await room.story([await room.article(publisher, 'Another thing')]);
  const foreign = await room.story([await room.article(publisher, 'Une chose')], { language: 'fr' });
  const { headers } = await createTestPeople(quiet).person({ roles: ['operator'] });
  const merge = (json: unknown) =>
    sendJson(quiet, { method: 'POST', path: `/api/v1/stories/${one}/merge`, headers, json });
  assertProblem(await merge({ with: foreign }), 'conflict', 'another language');
  const waiting = merge({ with: other });
  const passing = setInterval(() => quiet.clock.advance(500), 10);
  atEnd(() => clearInterval(passing));
  const response = await waiting;
  clearInterval(passing);
  assert.equal(response.status, 202, response.text);
  const [order] = await quiet.database.many(row({ id: text }), sql`select id::text from story_orders`);
  assert.equal(response.json()['orderId'], order?.id);
});

test('STORY-6: editors set headline, pin and visibility; readers do not see hidden stories', async () => {
  const id = await storyWith(articles[3]);
  const fixed = await edit('PATCH', `/api/v1/stories/${id}`, { headline: 'Montreux begins', pinned: true });
  assert.deepEqual(
    [fixed.json()['headline'], fixed.json()['isPinned'], fixed.json()['hasEditorHeadline']],
    ['Montreux begins', true, true],
  );
  const [lead = ''] = /<article[\s\S]*?<\/article>/.exec((await get('/')).text) ?? [];
  assert.match(lead, /Montreux begins/, 'the pinned story comes first');
  await edit('PATCH', `/api/v1/stories/${id}`, { hidden: true });
  assertProblem(await get(`/api/v1/stories/${id}`), 'story-not-found');
  assertProblem(await get(`/stories/${id}`), 'story-not-found');
  assert.ok(!(await storiesOf('')).some(story => story.id === id));
  const back = await edit('PATCH', `/api/v1/stories/${id}`, { hidden: false, pinned: false, headline: null });
  assert.equal(back.json()['headline'], FESTIVAL[0]);
  assert.equal(await auditActions('story.changed', id), 3);
  for (const headline of ['', '   ', 'x'.repeat(301)])
    assertProblem(await edit('PATCH', `/api/v1/stories/${id}`, { headline }), 'validation-failed', headline);
});

test('STORY-7: visits are private to their reader and absent from public responses', async () => {
  const id = await storyWith(articles[2]);
  const other = await testPeople.person();
  const visits = async (headers: Record<string, string>) =>
    asRecord(asList((await get(`/api/v1/account/stories?ids=${id}`, headers)).json()['items'])[0]);
  assert.equal((await visits(reader.headers))['seen'], false);
  const put = await sendRequest(site, {
    method: 'PUT',
    path: `/api/v1/stories/${id}/visit`,
    headers: reader.headers,
  });
  assert.equal(put.status, 204);
  assert.equal((await visits(reader.headers))['seen'], true);
  assert.equal((await visits(other.headers))['seen'], false);
  await get(`/articles/${articles[2]}`, other.headers);
  assert.equal((await visits(other.headers))['seen'], true, 'reading an article marks its story');
  const shared = await get(`/api/v1/stories/${id}`, reader.headers);
  assert.match(String(shared.headers['cache-control']), /^public/);
  assert.equal(shared.text, (await get(`/api/v1/stories/${id}`)).text);
});

test('TOPIC-1: the taxonomy is public; only operators change it, and every change is audited', async () => {
  const tree = asList((await get('/api/v1/topics')).json()['categories']).map(asRecord);
  assert.equal(tree.length, 12);
  const body = { id: 'lighthouses', name: 'Lighthouses', parent: 'lifestyle', keywords: ['lighthouse'] };
  assertProblem(await edit('POST', '/api/v1/topics', body), 'conflict', 'all slots are taken');
  assertProblem(await edit('POST', '/api/v1/topics', body, reader.headers), 'forbidden');
  const unused = asList(tree.find(({ category }) => asRecord(category)['id'] === 'education')?.['topics']);
  const { id } = asRecord(unused[0]);
  const removed = await edit('DELETE', `/api/v1/topics/${id}`);
  assert.deepEqual(removed.json(), { outcome: 'removed' });
  assert.equal((await edit('POST', '/api/v1/topics', body)).status, 201);
  const renamed = await edit('PATCH', '/api/v1/topics/lighthouses', { name: 'Beacons' });
  assert.equal(renamed.json()['name'], 'Beacons');
  assert.equal(await auditActions('topic.changed', 'lighthouses'), 1);
});

test('TOPIC-2: a rule is tested, saved and applied to later articles', async () => {
  const sample = { title: 'The old foghorn sounds again', text: 'Visitors came to hear it.' };
  const tried = async () =>
    asList((await edit('POST', '/api/v1/topics/try', sample)).json()['topics']).map(
      topic => asRecord(topic)['id'],
    );
  assert.ok(!(await tried()).includes('lighthouses'));
  const rule = await edit('POST', '/api/v1/topic-rules', {
    keyword: 'foghorn',
    topicId: 'lighthouses',
    weight: 2,
  });
  assert.equal(rule.status, 201);
  assert.ok((await tried()).includes('lighthouses'));
  await eventually(async () => {
    const [id] = await publish([`${sample.title}, for the ${++turns}th time`]);
    const known = (await get(`/api/v1/articles/${id}`, reader.headers)).json();
    assert.ok(asList(known['topics']).some(topic => asRecord(topic)['id'] === 'lighthouses'));
  });
  const weaker = await edit('PATCH', `/api/v1/topic-rules/${rule.json()['id']}`, { weight: -1 });
  assert.equal(weaker.json()['weight'], -1);
  assert.equal((await edit('DELETE', `/api/v1/topic-rules/${rule.json()['id']}`)).status, 204);
  assertProblem(await edit('DELETE', `/api/v1/topic-rules/${rule.json()['id']}`), 'topic-rule-not-found');
});

test('TOPIC-3: entities are found and link to their stories', async () => {
  const found = asList((await get('/api/v1/entities?query=chile')).json()['items']).map(asRecord);
  const chile = found.find(({ name }) => name === 'Chile');
  assert.equal(chile?.['kind'], 'place');
  assert.equal((await get(`/api/v1/entities/${chile?.['key']}`)).json()['name'], 'Chile');
  assert.ok((await storiesOf(`?entity=${chile?.['key']}`)).length >= 1);
});

test('BREAK-4: breaking stories are listed; otherwise the list is empty', async () => {
  const long = new Date(site.clock.now() - 7 * 3_600_000);
  await site.database.execute(
    sql`update stories set breaking_since = ${long}, breaking_until = ${long} where breaking_since is not null`,
  );
  assert.deepEqual((await get('/api/v1/breaking')).json(), { items: [] });
  const id = await storyWith(articles[2]);
  const now = new Date(site.clock.now());
  await site.database.execute(
    sql`update stories set breaking_since = ${now}, breaking_until = null, breaking_because = 'coverage', velocity = 3 where id = ${id}`,
  );
  const [story] = asList((await get('/api/v1/breaking')).json()['items']).map(asRecord);
  assert.equal(story?.['id'], id);
  assert.equal(asRecord(story?.['breaking'])['isNow'], true);
});

function edit(method: string, path: string, json?: unknown, headers = editor.headers) {
  return json === undefined
    ? sendRequest(site, { method, path, headers })
    : sendJson(site, { method, path, headers, json });
}

function get(path: string, headers: Record<string, string> = {}) {
  return sendRequest(site, { path, headers });
}

async function storiesOf(query: string): Promise<{ id: string; updatedAt: string }[]> {
  const { items } = (await get(`/api/v1/stories${query}`)).json();
  return asList(items).map(item => {
    const { id, updatedAt } = asRecord(item);
    return { id: String(id), updatedAt: String(updatedAt) };
  });
}

async function storyWith(article: string | undefined): Promise<string> {
  const { storyId } = await site.database.one(
    row({ story_id: text }),
    sql`select story_id::text from story_articles where article_id = ${article ?? null}`,
  );
  return storyId;
}

async function auditActions(action: string, subject: string | undefined): Promise<number> {
  const { count } = await site.database.one(
    row({ count: int8 }),
    sql`select count(*) from audit_log where action = ${action} and subject_id = ${subject ?? null}`,
  );
  return count;
}
