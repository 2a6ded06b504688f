import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { atEnd } from '../../../../test/harness/cleanup.ts';
import { TEST_EPOCH, testDatabase } from '../../../../test/harness/database.ts';
import { Problem } from '../../../errors.ts';
import { sql } from '../../../platform/database/sql.ts';
import { findTopic, listRules } from '../../queries/index.ts';
import { addRule, addTopic, changeTopic, removeTopic } from './edit-taxonomy.ts';
import { readRules, readTaxonomy, seedTopics, TOPICS_CHANGED } from './taxonomy-store.ts';

const { database } = await testDatabase();
await seedTopics(database, TEST_EPOCH);
const lighthouses = {
  id: 'lighthouses',
  name: 'Lighthouses',
  parent: 'lifestyle',
  keywords: [' Light  House', '~ lamp', 'lamp'],
};

test('TOPIC-1: when all 128 places are taken a new topic is refused with words; one that no story has makes room', async () => {
  await assert.rejects(add(lighthouses), isConflict(/All 128 places are taken/));
  const { dimension } = (await findTopic(database, 'africa')) ?? {};
  assert.equal(await database.transaction(tx => removeTopic(tx, 'africa', TEST_EPOCH)), 'removed');
  await add(lighthouses);
  const added = await findTopic(database, 'lighthouses');
  assert.equal(added?.dimension, dimension);
  assert.deepEqual(added?.keywords, ['light house', '~lamp', 'lamp']);
  await assert.rejects(add(lighthouses), isConflict(/already/));
});

test('TOPIC-1: a topic that stories have is put out of use and keeps its place', async () => {
  await database.execute(sql`
    insert into stories (id, language, headline, lead, lead_article_id, topics, entities, first_seen_at, updated_at,
      article_count, text_count, source_count)
    values (gen_random_uuid(), 'en', '', '', gen_random_uuid(), '{}', '{}', now(), now(), 1, 1, 1)
  `);
  await database.execute(sql`insert into story_topics select id, 'europe', 1 from stories`);
  assert.equal(await database.transaction(tx => removeTopic(tx, 'europe', TEST_EPOCH)), 'inactive');
  assert.equal((await findTopic(database, 'europe'))?.isActive, false);
  assert.ok(!(await readTaxonomy(database)).some(({ id }) => id === 'europe'));
  await change('europe', { isActive: true });
  assert.ok((await readTaxonomy(database)).some(({ id }) => id === 'europe'));
});

test('TOPIC-1: there are two levels, and no topic is left without a category', async () => {
  await assert.rejects(change('europe', { parent: 'lighthouses' }), isConflict(/below a category/));
  await assert.rejects(change('world', { parent: 'politics' }), isConflict(/Topics in use stand below it/));
  await assert.rejects(change('world', { isActive: false }), isConflict(/Topics in use stand below it/));
  await assert.rejects(
    database.transaction(tx => removeTopic(tx, 'world', TEST_EPOCH)),
    isConflict(/Topics in use stand below it/),
  );
  await change('europe', { parent: 'politics', name: 'Old World' });
  assert.equal((await findTopic(database, 'europe'))?.parent, 'politics');
});

test('TOPIC-2: a rule is said once, and whoever labels articles is told of every change', async () => {
  const heard = new EventEmitter();
  const subscription = await database.listen(TOPICS_CHANGED, () => heard.emit('told'));
  atEnd(() => subscription.close());
  const told = once(heard, 'told');
  const rule = { keyword: 'Foghorn', topicId: 'lighthouses', weight: 2, addedBy: null, now: TEST_EPOCH };
  await database.transaction(tx => addRule(tx, { ...rule, id: crypto.randomUUID() }));
  await told;
  await assert.rejects(
    database.transaction(tx => addRule(tx, { ...rule, keyword: 'foghorn ', id: crypto.randomUUID() })),
    isConflict(/already/),
  );
  assert.deepEqual(await readRules(database), [{ keyword: 'foghorn', topic: 'lighthouses', weight: 2 }]);
  await database.transaction(tx => removeTopic(tx, 'lighthouses', TEST_EPOCH));
  assert.deepEqual(await listRules(database), []);
});

function add(topic: typeof lighthouses) {
  return database.transaction(tx => addTopic(tx, topic, TEST_EPOCH));
}

function change(id: string, wanted: Parameters<typeof changeTopic>[2]) {
  return database.transaction(tx => changeTopic(tx, id, wanted, TEST_EPOCH));
}

function isConflict(words: RegExp) {
  return (error: unknown) =>
    error instanceof Problem && error.code === 'conflict' && words.test(error.message);
}
