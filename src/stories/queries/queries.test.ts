import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { createStoryFixtures } from '../../../test/harness/story-fixtures.ts';
import { markVisited, visitsOf } from '../../feeds/readers/story-visits.ts';
import { sql } from '../../platform/database/sql.ts';
import {
  findArticleContext,
  findStory,
  listBreaking,
  listStories,
  listTexts,
  searchEntities,
  spreadOf,
  storiesByIds,
  timelineOf,
} from './index.ts';

const { database } = await testDatabase();
const { source, article, story, breaking } = await createStoryFixtures(database, TEST_EPOCH);
const [herald, post, gazette] = [
  await source('The Herald', { country: 'GB', credibility: 0.9 }),
  await source('The Post', { country: 'GB', credibility: 0.5 }),
  await source('Die Gazette', { country: 'DE', language: 'de-AT', credibility: 0.2 }),
];
const merkel = { key: 'angela-merkel', name: 'Angela Merkel', kind: 'person' };
const quake = [
  await article(herald, 'Earthquake shakes the coast'),
  await article(post, 'Earthquake shakes the coast, agency says'),
  await article(gazette, 'Thousands without power after the quake'),
  await article(herald, 'Rescue teams reach the coast'),
] as const;
const quakeId = await story(quake, {
  topics: ['africa'],
  entities: [merkel],
  copies: [[quake[0], quake[1]]],
});
const budgetId = await story([await article(post, 'Budget passes')], {
  category: 'politics',
  topics: ['europe'],
});
const latestId = await story([await article(post, 'Festival opens')], { topics: ['africa'] });

test('STORY-4: lists are ordered by update, page without gaps or repeats, and filter', async () => {
  assert.deepEqual(await pages({}), [latestId, budgetId, quakeId]);
  assert.deepEqual(await pages({ category: 'politics' }), [budgetId]);
  assert.deepEqual(await pages({ topic: 'africa' }), [latestId, quakeId]);
  assert.deepEqual(await pages({ topic: 'africa', entity: merkel.key }), [quakeId]);
  assert.deepEqual(await pages({ entity: merkel.key, language: 'de' }), []);
});

async function pages(query: { category?: string; topic?: string; entity?: string; language?: string }) {
  const ids: string[] = [];
  for (let after: Awaited<ReturnType<typeof listStories>>[number] | undefined; ; ) {
    [after] = await listStories(database, { ...query, after, limit: 1 });
    if (!after) return ids;
    ids.push(after.id);
  }
}

test('STORY-6: hidden stories are in no list, and an editor’s headline takes precedence', async () => {
  await database.execute(sql`update stories set is_hidden = true where id = ${latestId}`);
  await database.execute(sql`update stories set editor_headline = 'Coast shaken' where id = ${quakeId}`);
  assert.deepEqual(await pages({}), [budgetId, quakeId]);
  assert.deepEqual(await pages({ topic: 'africa' }), [quakeId]);
  assert.deepEqual(await storiesByIds(database, [latestId]), []);
  const found = await findStory(database, quakeId);
  assert.equal(found?.kind === 'story' && found.story.headline, 'Coast shaken');
  assert.equal(found?.kind === 'story' && found.story.chosenHeadline, quake[0].title);
  await database.execute(sql`update stories set is_hidden = false, editor_headline = null`);
});

test('COPY: a text is shown once, with its copies beneath', async () => {
  const texts = await listTexts(database, quakeId, { limit: 10 });
  assert.deepEqual(
    texts.map(({ article: { title }, copyCount }) => [title, copyCount]),
    [
      [quake[3].title, 0],
      [quake[2].title, 0],
      [quake[0].title, 1],
    ],
  );
  assert.deepEqual(
    texts[2]?.copies.map(({ id, sourceName }) => [id, sourceName]),
    [[quake[1].id, 'The Post']],
  );
  const [, second] = texts;
  const rest = await listTexts(database, quakeId, { limit: 10, after: second?.article });
  assert.deepEqual(
    rest.map(({ article: { id } }) => id),
    [quake[0].id],
  );
});

test('STORY-4: the timeline counts articles and new sources despite wrong dates', async () => {
  const old = await article(herald, 'From the archive', { publishedAt: new Date(0) });
  const late = await article(post, 'Dated tomorrow', {
    publishedAt: new Date(TEST_EPOCH.getTime() + 86_400_000),
  });
  const id = await story([old, late]);
  const { unit, spans, firstReport } = await timelineOf(database, id);
  assert.equal(unit, 'day');
  assert.equal(spans.length, 2);
  assert.deepEqual(
    spans.map(({ articles, newSources }) => [articles, newSources]),
    [
      [1, 1],
      [1, 1],
    ],
  );
  assert.ok((spans[0]?.at.getTime() ?? 0) > TEST_EPOCH.getTime() - 4 * 86_400_000);
  assert.equal(firstReport?.id, old.id);
  await database.execute(sql`delete from stories where id = ${id}`);
  await database.execute(sql`delete from story_articles where story_id = ${id}`);
  const quakes = await timelineOf(database, quakeId);
  assert.deepEqual(
    quakes.spans.reduce((sum, span) => sum + span.newSources, 0),
    3,
  );
});

test('STORY-4: a headline that its publisher changed is part of the timeline', async () => {
  await database.execute(sql`
    insert into article_revisions (article_id, content_hash, id, seen_at, title, summary, body_html, body_text)
    values (${quake[2].id}, gen_random_uuid(), gen_random_uuid(), ${TEST_EPOCH}, 'Power is back', '', '', '')
  `);
  const { headlines } = await timelineOf(database, quakeId);
  assert.deepEqual(
    headlines.map(({ title, sourceName }) => [title, sourceName]),
    [['Power is back', 'Die Gazette']],
  );
});

test('STORY-4: the spread of sources by country, language and credibility', async () => {
  const spread = await spreadOf(database, quakeId);
  assert.deepEqual(spread.countries, [
    { name: 'GB', sources: 2 },
    { name: 'DE', sources: 1 },
  ]);
  assert.deepEqual(spread.languages, [
    { name: 'en', sources: 2 },
    { name: 'de', sources: 1 },
  ]);
  assert.deepEqual(new Set(spread.credibility.map(({ name }) => name)), new Set(['high', 'medium', 'low']));
});

test('STORY-1: the id of a merged story leads to its successor', async () => {
  const gone = '019bc186-de00-7166-ac8d-881139da5638';
  await database.execute(
    sql`insert into story_redirects (from_id, into_id, at) values (${gone}, ${quakeId}, ${TEST_EPOCH})`,
  );
  assert.deepEqual(await findStory(database, gone), { kind: 'merged', into: quakeId });
  assert.equal(await findStory(database, '019bc186-de00-7166-ac8d-881139da5639'), null);
  const found = await storiesByIds(database, [budgetId, gone, quakeId]);
  assert.deepEqual(
    found.map(({ id }) => id),
    [budgetId, quakeId],
  );
});

test('BREAK-4: breaking stories come first, by velocity, then those of the last six hours', async () => {
  const hours = (n: number) => new Date(TEST_EPOCH.getTime() - n * 3_600_000);
  await breaking(quakeId, { since: hours(2), velocity: 3 });
  await breaking(budgetId, { since: hours(1), velocity: 5 });
  await breaking(latestId, { since: hours(9), until: hours(5), velocity: 90 });
  const ids = async (now: Date) => (await listBreaking(database, now)).map(({ id }) => id);
  assert.deepEqual(await ids(TEST_EPOCH), [budgetId, quakeId, latestId]);
  assert.deepEqual(await ids(hours(-2)), [budgetId, quakeId]);
});

test('TOPIC-3: entities are found by word and by prefix', async () => {
  for (const query of ['Merkel', 'angela mer', 'ANGELA MERKEL'])
    assert.deepEqual(
      (await searchEntities(database, query, 5)).map(({ key }) => key),
      [merkel.key],
      query,
    );
  for (const query of ['merk', '...', 'angela b'])
    assert.deepEqual(await searchEntities(database, query, 5), [], query);
});

test('STORY-7: visits count the articles added since', async () => {
  const userId = '019bc186-de00-7166-ac8d-881139da5638';
  await database.execute(sql`
    insert into users (id, email, display_name, roles, created_at, updated_at)
    values (${userId}, 'reader@example.org', 'Reader', '{reader}', ${TEST_EPOCH}, ${TEST_EPOCH})
  `);
  const visit = { userId, storyId: quakeId, at: TEST_EPOCH };
  assert.deepEqual(await visitsOf(database, userId, [quakeId]), []);
  assert.deepEqual(await markVisited(database, [visit, visit]), [true, true]);
  await database.execute(sql`update stories set article_count = article_count + 3 where id = ${quakeId}`);
  const [seen] = await visitsOf(database, userId, [budgetId, quakeId]);
  assert.equal(seen?.storyId, quakeId);
  assert.equal(seen?.newSinceSeen, 3);
  await markVisited(database, [visit]);
  assert.equal((await visitsOf(database, userId, [quakeId]))[0]?.newSinceSeen, 0);
  const unknown = { ...visit, storyId: userId };
  assert.deepEqual(await markVisited(database, [unknown, visit, { ...visit, userId: quakeId }]), [
    false,
    true,
    true,
  ]);
});

test('the context of an article has story, topics, entities and copies, or nothing before it is clustered', async () => {
  const context = await findArticleContext(database, quake[0].id);
  assert.equal(context.storyId, quakeId);
  assert.equal(context.language, 'en');
  assert.deepEqual(
    context.topics.map(({ id }) => id),
    ['world', 'africa'],
  );
  assert.deepEqual(
    context.entities.map(({ name }) => name),
    ['Angela Merkel'],
  );
  assert.deepEqual(context.copies, [quake[1].id]);
  const { id } = await article(post, 'Just in');
  assert.deepEqual(await findArticleContext(database, id), {
    storyId: null,
    language: null,
    topics: [],
    entities: [],
    copies: [],
  });
});
