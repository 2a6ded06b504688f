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

test('TOPIC-1: a new topic is refused when all 128 dimensions are used, until an unused one is removed', async () => {
  await assert.rejects(add(lighthouses), isConflict('too-many-topics'));
  const { dimension } = (await findTopic(database, 'africa')) ?? {};
  assert.equal(await database.transaction(tx => removeTopic(tx, 'africa', TEST_EPOCH)), 'removed');
  await add(lighthouses);
  const added = await findTopic(database, 'lighthouses');
  assert.equal(added?.dimension, dimension);
  assert.deepEqual(added?.keywords, ['light house', '~lamp', 'lamp']);
  await assert.rejects(add(lighthouses), isConflict('topic-exists'));
});

test('TOPIC-1: a topic with stories is deactivated and keeps its dimension', async () => {
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

test('TOPIC-1: there are two levels, and every active topic has an active category', async () => {
  await assert.rejects(change('europe', { parent: 'lighthouses' }), isConflict('topic-parent-inactive'));
  await assert.rejects(change('world', { parent: 'politics' }), isConflict('category-has-topics'));
  await assert.rejects(change('world', { isActive: false }), isConflict('category-has-topics'));
  await assert.rejects(
    database.transaction(tx => removeTopic(tx, 'world', TEST_EPOCH)),
    isConflict('category-has-topics'),
  );
  await change('europe', { parent: 'politics', name: 'Old World' });
  assert.equal((await findTopic(database, 'europe'))?.parent, 'politics');
});

test('TOPIC-2: duplicate rules are refused, and every change notifies the labellers', async () => {
  const notifications = new EventEmitter();
  const subscription = await database.listen(TOPICS_CHANGED, () => notifications.emit('changed'));
  atEnd(() => subscription.close());
  const notified = once(notifications, 'changed');
  const rule = { keyword: 'Foghorn', topicId: 'lighthouses', weight: 2, addedBy: null, now: TEST_EPOCH };
  await database.transaction(tx => addRule(tx, { ...rule, id: crypto.randomUUID() }));
  await notified;
  await assert.rejects(
    database.transaction(tx => addRule(tx, { ...rule, keyword: 'foghorn ', id: crypto.randomUUID() })),
    isConflict('topic-rule-exists'),
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

function isConflict(reason: string) {
  return (error: unknown) =>
    error instanceof Problem && error.code === 'conflict' && error.reason?.code === reason;
}
