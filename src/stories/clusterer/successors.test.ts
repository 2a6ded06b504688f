import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { moveVisits } from '../../feeds/readers/story-visits.ts';
import { type Random, seededRandom } from '../../lib/random.ts';
import type { ClusteringEvent, StoryCommand } from '../../model/story.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { LogEvent } from '../../platform/log/port.ts';
import { ARTICLES_DESCRIBED } from '../../streams.ts';
import { worldArticles } from '../articles.testing.ts';
import { inconsistencies } from '../consistency.testing.ts';
import { submitCommand } from '../editing/story-commands.ts';
import { clusterArticles } from '../flow.ts';
import { runMaintenance } from '../maintenance.ts';
import { createStoriesHarness, type StoriesHarness } from '../stories-harness.testing.ts';
import { ArticleMoves } from './article-moves.ts';
import { ClustererRegistry } from './clusterer-registry.ts';

const ARTICLES = worldArticles({ before: TEST_EPOCH.getTime(), count: 120, languages: ['en'] });

for (const seed of [1, 2, 3, 4])
  test(`STORY-1: after any merges, splits, moves and removals, retired ids redirect to existing stories with their articles (seed ${seed})`, async () => {
    const harness = await createStoriesHarness();
    const random = seededRandom(seed);
    await harness.store(ARTICLES);
    // All articles are described; they are placed below.
    await harness.runOnce();
    await deletePlacements(harness);
    const waiting = await harness.log.read(ARTICLES_DESCRIBED, 0, 1n, 1_000);
    let registry = newRegistry(harness);
    for (let round = 0; round < 40; round++) {
      if (random.fraction() < 0.2) registry = newRegistry(harness);
      const before = await placementsOf(harness);
      for (const command of randomCommands(random, before)) await submit(harness, command);
      if (random.fraction() < 0.3) await deleteArticles(harness, sample(random, [...before.keys()], 4));
      await process(harness, registry, waiting.splice(0, Math.floor(random.fraction() * 8)));
      await assertRedirects(harness, before);
      if (round % 8 === 7) assert.deepEqual(await placementErrors(harness), {});
    }
    await deleteArticles(harness, [...(await placementsOf(harness)).keys()]);
    await process(harness, registry, []);
    assert.deepEqual(await redirectsOf(harness), new Map());
  });

test('the successor of a story has most of its former articles', () => {
  const departures = new ArticleMoves();
  departures.record('1', 'a', 'b');
  departures.record('2', 'a', 'b');
  departures.record('3', 'a', 'b');
  departures.record('2', 'b', 'c');
  departures.record('3', 'b', 'c');
  departures.record('4', 'd', 'e');
  departures.record('4', 'e', 'd');
  assert.deepEqual([...departures.successors], [['a', 'c']]);
});

/**
 * Redirects have one step and end at existing stories; a retired id leads to a story with some of its
 * articles.
 */
async function assertRedirects(harness: StoriesHarness, before: ReadonlyMap<string, string>): Promise<void> {
  const after = await placementsOf(harness);
  const existing = new Set(after.values());
  const redirects = await redirectsOf(harness);
  for (const [from, into] of redirects) {
    assert.ok(!existing.has(from), 'an existing story has no redirect');
    assert.ok(existing.has(into), 'a redirect ends at an existing story, in one step');
  }
  for (const [story, articles] of Map.groupBy(before.keys(), article => before.get(article) ?? '')) {
    if (existing.has(story)) continue;
    const now = new Set(articles.flatMap(article => after.get(article) ?? []));
    const into = redirects.get(story);
    if (now.size > 0) assert.ok(now.has(into ?? ''), 'the id leads to a story with its articles');
    else assert.ok(into === undefined || into === after.get(story), 'all its articles were removed');
  }
}

/** Inconsistencies, except for articles that are not placed yet. */
async function placementErrors({ database }: StoriesHarness): Promise<Record<string, number>> {
  const { 'articles without a story': _waiting, ...found } = await inconsistencies(database);
  return found;
}

function randomCommands(random: Random, placements: ReadonlyMap<string, string>): StoryCommand[] {
  const stories = [...new Set(placements.values())];
  if (stories.length < 3) return [];
  return Array.from({ length: Math.floor(random.fraction() * 5) }, (): StoryCommand => {
    const [one = '', other = ''] = sample(random, stories, 2);
    const members = [...placements].filter(([, story]) => story === one).map(([article]) => article);
    const chance = random.fraction();
    if (chance < 0.35) return { kind: 'merge', stories: [one, other] };
    if (chance < 0.6) return { kind: 'split', story: one, articles: sample(random, members, 3) };
    return { kind: 'move', article: sample(random, members, 1)[0] ?? one, to: other };
  });
}

function sample<T>(random: Random, items: readonly T[], count: number): T[] {
  return items
    .map(item => ({ item, order: random.fraction() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ item }) => item);
}

async function process(
  harness: StoriesHarness,
  registry: ClustererRegistry,
  events: readonly LogEvent<ClusteringEvent>[],
): Promise<void> {
  const { clock, log, database, telemetry } = harness;
  const deps = { clock, database, log, telemetry, registry, onRetired: moveVisits };
  await clock.advance(1_000);
  if (events.length > 0) await database.transaction(tx => clusterArticles(deps, tx, events));
  else await runMaintenance(deps, () => true);
}

async function submit({ database, log, newId, clock }: StoriesHarness, command: StoryCommand): Promise<void> {
  await clock.advance(1);
  const now = new Date(clock.now());
  await database.transaction(tx =>
    submitCommand(tx, log, { id: newId(), language: 'en', command, submittedBy: null, now }),
  );
}

async function deleteArticles({ database }: StoriesHarness, articles: readonly string[]): Promise<void> {
  await database.execute(sql`delete from articles where id = any (${articles}::uuid[])`);
}

async function deletePlacements({ database }: StoriesHarness): Promise<void> {
  await database.execute(sql`
    truncate story_articles, stories, story_redirects, story_sources, story_topics, story_entities, story_desks,
      breaking_episodes
  `);
  await database.execute(sql`
    delete from log_events using log_streams where log_streams.id = stream_id and name = 'stories.changed'
  `);
}

async function placementsOf({ database }: StoriesHarness): Promise<Map<string, string>> {
  const rows = await database.many(
    row({ article: text, story: text }),
    sql`select article_id::text as article, story_id::text as story from story_articles order by article_id`,
  );
  return new Map(rows.map(({ article, story }) => [article, story]));
}

async function redirectsOf({ database }: StoriesHarness): Promise<Map<string, string>> {
  const rows = await database.many(
    row({ from_id: text, into_id: text }),
    sql`select from_id::text, into_id::text from story_redirects`,
  );
  return new Map(rows.map(({ fromId, intoId }) => [fromId, intoId]));
}

function newRegistry({ clock, newId }: StoriesHarness): ClustererRegistry {
  return new ClustererRegistry({ clock, newId, windowMs: 7 * 86_400_000 });
}
