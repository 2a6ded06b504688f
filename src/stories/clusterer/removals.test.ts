import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { moveVisits } from '../../feeds/readers/story-visits.ts';
import { removeArticlesOfSource, removeArticlesOfSources } from '../../ingest/dedup/remove.ts';
import { int8, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { ARTICLES_DESCRIBED, ARTICLES_NEW } from '../../streams.ts';
import { worldArticles } from '../articles.testing.ts';
import { inconsistencies } from '../consistency.testing.ts';
import { createDescriberPool } from '../describe/describer-pool.ts';
import { clusterArticles, describeArticles } from '../flow.ts';
import { runMaintenance } from '../maintenance.ts';
import { createStoriesHarness, type StoriesHarness } from '../stories-harness.testing.ts';
import { ClustererRegistry } from './clusterer-registry.ts';

const ARTICLES = worldArticles({ before: TEST_EPOCH.getTime(), count: 150, languages: ['en'] });

test('removed articles leave stories, rows and memory with the next maintenance', async () => {
  const harness = await createStoriesHarness();
  const stories = await harness.start();
  await harness.store(ARTICLES);
  await stories.drained();
  const sources = [...new Set(ARTICLES.map(article => harness.sourceIdOf(article)))];
  const [first = '', ...others] = sources;
  await removeArticlesOfSource(harness.database, first);
  await afterMaintenance(harness);
  assert.ok((await counts(harness)).articles > 0);
  await removeArticlesOfSources(harness.database, others);
  await afterMaintenance(harness);
  assert.deepEqual(await counts(harness), { stories: 0, articles: 0, facts: 0 });
  // The clusterer forgot them too: no new article joins a removed story.
  await harness.store(ARTICLES.slice(0, 40));
  await stories.drained();
  await stories.stop();
  assert.deepEqual(await inconsistencies(harness.database), {});
  assert.deepEqual(await storiesWithoutFirstArticle(harness), []);
});

test('an article removed while it is described leaves no rows', async () => {
  const harness = await createStoriesHarness();
  const { database, telemetry, log, clock } = harness;
  await harness.store(ARTICLES.slice(0, 20));
  const describers = createDescriberPool({ threads: 1, clock, labeller: null });
  const events = await log.read(ARTICLES_NEW, 0, 1n, 100);
  const keep = await describeArticles({ database, log, telemetry, describers, classifier: null }, events);
  await removeArticlesOfSource(database, harness.sourceIdOf(at(0)));
  await database.transaction(keep);
  await describers.close();
  const { facts, articles } = await counts(harness);
  assert.ok(facts < 20 && facts === articles, `${facts} facts of ${articles} articles`);
});

test('an article removed while it is clustered leaves no rows', async () => {
  const harness = await createStoriesHarness();
  const { database, log, clock, newId } = harness;
  await harness.store(ARTICLES.slice(0, 60));
  const stories = await harness.start({
    wrap: plain => ({ ...plain, consume: consumeOnly('stories', plain) }),
  });
  await eventually(async () => assert.equal((await counts(harness)).facts, 60));
  const registry = new ClustererRegistry({ clock, newId, windowMs: 7 * 86_400_000 });
  const deps = { clock, database, log, telemetry: harness.telemetry, registry, onRetired: moveVisits };
  const events = await log.read(ARTICLES_DESCRIBED, 0, 1n, 100);
  let removal: Promise<number> = Promise.resolve(0);
  await database.transaction(async tx => {
    await clusterArticles(deps, tx, events);
    let isOver = false;
    removal = removeArticlesOfSource(database, harness.sourceIdOf(at(0))).finally(() => {
      isOver = true;
    });
    await eventually(async () => assert.ok(isOver || (await hasLockWaiter(harness))));
  });
  assert.ok((await removal) > 0);
  await runMaintenance(deps, () => true);
  await stories.stop();
  assert.deepEqual(await inconsistencies(database), {});
});

/** Consumers of other groups are never started. */
function consumeOnly(group: string, log: StoriesHarness['log']): StoriesHarness['log']['consume'] {
  const none = {
    partitions: [],
    holds: () => false,
    drained: async () => undefined,
    stop: async () => undefined,
  };
  return async (options, handle) => (options.group === group ? log.consume(options, handle) : none);
}

async function hasLockWaiter({ database }: StoriesHarness): Promise<boolean> {
  const { waiting } = await database.one(
    row({ waiting: int8 }),
    sql`select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting > 0;
}

async function afterMaintenance({ clock, database }: StoriesHarness): Promise<void> {
  await clock.advance(10_000);
  await eventually(async () => assert.deepEqual(await inconsistencies(database), {}));
}

function counts({ database }: StoriesHarness) {
  return database.one(
    row({ stories: int8, articles: int8, facts: int8 }),
    sql`
      select (select count(*) from stories) as stories, (select count(*) from articles) as articles,
        (select count(*) from article_facts) as facts
    `,
  );
}

/** A story has the id of its first article, which was not removed from these. */
function storiesWithoutFirstArticle({ database }: StoriesHarness) {
  return database.many(
    row({ id: text }),
    sql`select id::text as id from stories where not exists (select from articles where articles.id = stories.id)`,
  );
}

function at(index: number) {
  const article = ARTICLES[index];
  if (!article) throw new RangeError('no such article');
  return article;
}
