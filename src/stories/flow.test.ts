import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../test/harness/database.ts';
import { bCubed } from '../lib/evaluation/clusters.ts';
import { seededRandom } from '../lib/random.ts';
import { int8, row } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { type WrittenArticle, worldArticles } from './articles.testing.ts';
import { allRows, inconsistencies, storiesByUrl, wrongCopyGroups } from './consistency.testing.ts';
import { createStoriesHarness, failing, type StoriesHarness } from './stories-harness.testing.ts';

const ARTICLES = worldArticles({ before: TEST_EPOCH.getTime(), count: 200 });

test('STORY-1, STORY-4: every stored article is clustered, and stories agree with their articles', async () => {
  const harness = await createStoriesHarness({ partitions: 4 });
  await harness.store(ARTICLES);
  await harness.runOnce();
  assert.deepEqual(await inconsistencies(harness.database), {});
  const { stories, articles, languages, joined } = await harness.database.one(
    row({ stories: int8, articles: int8, languages: int8, joined: int8 }),
    sql`
      select (select count(*) from stories) as stories, (select count(*) from story_articles) as articles,
        (select count(distinct language) from stories) as languages,
        (select count(*) from stories where source_count > 1) as joined
    `,
  );
  assert.equal(articles, ARTICLES.length);
  assert.ok(stories < articles && joined > 10 && languages > 3, `${stories} stories, ${joined} of several`);
});

test('OBS-2: each article is counted once, as opening or joining a story, also when its event is replayed', async () => {
  const harness = await createStoriesHarness();
  await harness.store(ARTICLES);
  await harness.runOnce();
  await harness.log.replay('desks', new Date(0));
  await harness.runOnce();
  const [opened = 0, joined = 0] = ['opened', 'joined'].map(action =>
    harness.telemetry.metrics.value('cluster_assignments_total', { action }),
  );
  assert.equal(opened + joined, ARTICLES.length);
  assert.ok(opened > joined && joined > 10, `${opened} opened a story, ${joined} joined one`);
});

test('STORY-3: a replay of the whole log changes nothing', async () => {
  const harness = await createStoriesHarness({ partitions: 4 });
  await harness.store(ARTICLES);
  await harness.runOnce();
  const before = await allRows(harness.database);
  for (const group of ['stories', 'desks']) {
    await harness.log.replay(group, new Date(0));
    await harness.runOnce();
    assert.deepEqual(await allRows(harness.database), before, group);
  }
});

test('STORY-3: a handler that fails after deciding leaves no rows, and its clusterer is reloaded', async () => {
  const [calm, troubled] = [await createStoriesHarness(), await createStoriesHarness()];
  for (const harness of [calm, troubled]) await harness.store(ARTICLES);
  await calm.runOnce();
  await troubled.runOnce({ wrap: failing('stories.changed', 4) });
  assert.deepEqual(await inconsistencies(troubled.database), {});
  assert.deepEqual(await storiesByUrl(troubled.database), await storiesByUrl(calm.database));
});

test('a reloaded clusterer decides like one that was not reloaded', async () => {
  const [one, other] = [await createStoriesHarness(), await createStoriesHarness()];
  const half = Math.floor(ARTICLES.length / 2);
  const flow = await one.start();
  await one.store(ARTICLES.slice(0, half));
  await flow.drained();
  await one.store(ARTICLES.slice(half));
  await flow.drained();
  await flow.stop();
  await other.store(ARTICLES.slice(0, half));
  await other.runOnce();
  await other.store(ARTICLES.slice(half));
  await other.runOnce();
  assert.deepEqual(await storiesByUrl(other.database), await storiesByUrl(one.database));
});

test('STORY-3: the same articles in another order give nearly the same stories, and the same copies', async t => {
  const usual = await passed(ARTICLES);
  for (const seed of [1, 2]) {
    const other = await passed(shuffled(ARTICLES, seed));
    const urls = [...usual.keys()];
    const { f1 } = bCubed(
      urls.map(url => other.get(url)?.story ?? ''),
      urls.map(url => usual.get(url)?.story ?? ''),
    );
    t.diagnostic(`seed ${seed}: B-cubed F1 ${f1.toFixed(4)} with the order of publication`);
    assert.ok(f1 >= LEAST_AGREEMENT, `${f1}`);
  }
});

/** The aim is 0.95; measured: 0.994. It may only rise. */
const LEAST_AGREEMENT = 0.97;

for (const processes of [2, 3])
  test(`STORY-3, COPY-2: ${processes} processes share the work without losing or duplicating anything`, async () => {
    const harness = await createStoriesHarness({ partitions: 8 });
    const flows = await Promise.all(Array.from({ length: processes }, () => harness.start()));
    await harness.store(shuffled(ARTICLES, processes));
    for (const flow of flows) await flow.drained();
    for (const flow of flows) await flow.stop();
    assert.deepEqual(await inconsistencies(harness.database), {});
    assert.deepEqual(await wrongCopyGroups(harness.database), []);
    assert.equal((await storiesByUrl(harness.database)).size, ARTICLES.length);
  });

async function passed(articles: readonly WrittenArticle[]): ReturnType<typeof storiesByUrl> {
  const harness: StoriesHarness = await createStoriesHarness({ partitions: 4 });
  await harness.store(articles);
  await harness.runOnce();
  assert.deepEqual(await inconsistencies(harness.database), {});
  assert.deepEqual(await wrongCopyGroups(harness.database), []);
  return storiesByUrl(harness.database);
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  return items
    .map(item => ({ item, order: random.fraction() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
