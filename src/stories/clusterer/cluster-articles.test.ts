import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { moveVisits } from '../../feeds/readers/story-visits.ts';
import { seededRandom } from '../../lib/random.ts';
import type { ClusteringEvent } from '../../model/story.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { LogEvent } from '../../platform/log/port.ts';
import { ARTICLES_DESCRIBED } from '../../streams.ts';
import { worldArticles } from '../articles.testing.ts';
import { inconsistencies } from '../consistency.testing.ts';
import { clusterArticles, prepareClustering } from '../flow.ts';
import { createStoriesHarness } from '../stories-harness.testing.ts';
import { ClustererRegistry } from './clusterer-registry.ts';

const ARTICLES = worldArticles({ before: TEST_EPOCH.getTime(), count: 500, languages: ['en', 'de'] });
const harness = await createStoriesHarness();
const { database, clock, log, newId, telemetry } = harness;
await harness.store(ARTICLES);
await harness.runOnce();
const DESCRIBED = await readDescribed();

/** With any order and batch size, failed batches and discarded clusterers, memory agrees with the rows. */
for (const { seed, maxBatch } of [
  { seed: 1, maxBatch: 60 },
  { seed: 2, maxBatch: 60 },
  { seed: 7, maxBatch: 6 },
])
  test(`memory and rows agree after every batch (seed ${seed}, up to ${maxBatch})`, async () => {
    await deleteStories();
    const random = seededRandom(seed);
    const waiting = DESCRIBED.map(event => ({ event, order: random.fraction() }))
      .sort((a, b) => a.order - b.order)
      .map(({ event }) => event);
    let registry = newRegistry();
    for (let at = 0; at < waiting.length; ) {
      const batch = waiting.slice(at, at + 1 + Math.floor(random.fraction() * maxBatch));
      const chance = random.fraction();
      if (chance < 0.1) registry = newRegistry();
      if (chance > 0.9) {
        await assert.rejects(handle(registry, batch, { fails: true }), /simulated failure/);
        continue;
      }
      await handle(registry, batch);
      at += batch.length;
      await assertMemoryAgrees(registry);
    }
    assert.deepEqual(await inconsistencies(database), {});
  });

async function handle(
  registry: ClustererRegistry,
  events: readonly LogEvent<ClusteringEvent>[],
  { fails = false } = {},
): Promise<void> {
  await database.transaction(async tx => {
    await clusterArticles(depsWith(registry), tx, events);
    if (fails) throw new Error('simulated failure');
  });
}

function depsWith(registry: ClustererRegistry) {
  return { clock, database, log, telemetry, registry, onRetired: moveVisits };
}

async function assertMemoryAgrees(registry: ClustererRegistry): Promise<void> {
  for (const language of ['en', 'de'])
    await database.transaction(tx =>
      registry.run(tx, language, async clusterer => {
        const placed = await placementsOf(tx, language);
        const inMemory = placed.map(({ article }) => `${article} in ${clusterer.stories.storyOf(article)}`);
        assert.deepEqual(
          inMemory,
          placed.map(({ article, story }) => `${article} in ${story}`),
        );
      }),
    );
}

function placementsOf(tx: Transaction, language: string) {
  return tx.many(
    row({ article: text, story: text }),
    sql`
      select article_id::text as article, story_id::text as story
      from story_articles join article_facts using (article_id, stored_at)
      where language = ${language} order by article_id
    `,
  );
}

async function readDescribed(): Promise<LogEvent<ClusteringEvent>[]> {
  return log.read(ARTICLES_DESCRIBED, 0, 1n, 10_000);
}

/** Deletes all placements and stories, but keeps the described articles. */
async function deleteStories(to: Database = database): Promise<void> {
  await to.execute(sql`
    truncate story_articles, stories, story_redirects, story_sources, story_topics, story_entities, story_desks,
      breaking_episodes, story_rulings, story_orders, story_losses
  `);
  await to.execute(sql`
    delete from log_events using log_streams where log_streams.id = stream_id and name = 'stories.changed'
  `);
}

function newRegistry(): ClustererRegistry {
  return new ClustererRegistry({ clock, newId, windowMs: 7 * 86_400_000 });
}

test('a clusterer is loaded before the transaction of the batch', async () => {
  await deleteStories();
  const half = Math.floor(DESCRIBED.length / 2);
  await handle(newRegistry(), DESCRIBED.slice(0, half));
  const registry = newRegistry();
  const rest = await prepareClustering(depsWith(registry), DESCRIBED.slice(half));
  // A reload within the transaction would find this empty table.
  await assert.rejects(
    database.transaction(async tx => {
      await tx.execute(
        sql`create temporary table story_articles (like public.story_articles) on commit drop`,
      );
      await registry.run(tx, 'en', async clusterer => {
        assert.ok(clusterer.stories.memory().articleCount > 50);
        throw new Error('loaded');
      });
    }),
    /loaded/,
  );
  await database.transaction(rest);
  await assertMemoryAgrees(registry);
  assert.deepEqual(await inconsistencies(database), {});
});
