import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { worldArticles } from '../articles.testing.ts';
import { inconsistencies } from '../consistency.testing.ts';
import { createStoriesHarness, type StoriesHarness } from '../stories-harness.testing.ts';
import { type Classifier, ClassifierUnavailable } from '../topics/port.ts';

const ARTICLES = worldArticles({ before: TEST_EPOCH.getTime(), count: 400 });

test('TOPIC-5: articles are stored without labels while the classifier is down, and labelled when it recovers', async () => {
  const harness = await createStoriesHarness({ partitions: 4 });
  const classifier = switchableClassifier();
  const stories = await harness.start({ classifier });
  await harness.store(ARTICLES);
  await stories.drained();
  assert.deepEqual(await labelled(harness), { placed: 400, labelled: 0, sorted: 0 });
  assert.deepEqual(await inconsistencies(harness.database), {});

  await harness.clock.advance(10_000);
  assert.equal((await labelled(harness)).labelled, 0);

  classifier.isUp = true;
  await harness.clock.advance(10_000);
  const { stories: count } = await harness.database.one(
    row({ stories: int8 }),
    sql`select count(*) as stories from stories`,
  );
  await eventually(
    async () => assert.deepEqual(await labelled(harness), { placed: 400, labelled: 400, sorted: count }),
    20_000,
  );
  await stories.stop();
  assert.deepEqual(await inconsistencies(harness.database), {});
  assert.equal(classifier.articleCount, 400);
});

test('TOPIC-5: the built-in model labels what an external classifier left unlabelled', async () => {
  const harness = await createStoriesHarness();
  await harness.store(ARTICLES.slice(0, 50));
  await harness.runOnce({ classifier: switchableClassifier() });
  const stories = await harness.start();
  await harness.clock.advance(10_000);
  await eventually(async () => assert.equal((await labelled(harness)).labelled, 50));
  await stories.stop();
  assert.deepEqual(await inconsistencies(harness.database), {});
});

/** Labels everything as sports while it is up. */
function switchableClassifier(): Classifier & { isUp: boolean; articleCount: number } {
  return {
    isUp: false,
    articleCount: 0,
    async classify(articles) {
      if (!this.isUp) throw new ClassifierUnavailable('down');
      this.articleCount += articles.length;
      return articles.map(() => ({
        category: { id: 'sports', confidence: 0.75 },
        topics: [],
        vector: new Float32Array(128),
      }));
    },
    close: async () => undefined,
  };
}

function labelled({ database }: StoriesHarness) {
  return database.one(
    row({ placed: int8, labelled: int8, sorted: int8 }),
    sql`
      select (select count(*) from story_articles) as placed,
        (select count(*) from article_facts where category is not null) as labelled,
        (select count(*) from stories where category = 'sports') as sorted
    `,
  );
}
