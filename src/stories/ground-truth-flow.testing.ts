import { TEST_EPOCH } from '../../test/harness/database.ts';
import { type Arrival, asStored } from '../../world/storing.ts';
import type { Truth } from '../../world/types.ts';
import { createWorld, type World } from '../../world/world.ts';
import { storeArticles } from '../ingest/dedup/store.ts';
import { addSources } from '../ingest/sources/registry.ts';
import { row, timestamptz, uuid } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { newArticleOf, sourceOf } from './articles.testing.ts';
import { type BreakingVerdict, judgeBreaking, type News } from './breaking/judge.testing.ts';
import { judgeStories, majorityEvent, type StoriesVerdict } from './ground-truth.testing.ts';
import { createStoriesHarness, type StoriesHarness } from './stories-harness.testing.ts';

const MINUTE = 60_000;

/**
 * Runs the whole flow over some hours of the demo world: articles are stored minute by minute of a manual clock,
 * described in threads, clustered and written to PostgreSQL; the resulting rows are compared with what really
 * happened.
 */
export async function runWorldThroughFlow({
  seed,
  hours,
}: {
  seed: number;
  hours: number;
}): Promise<FlowVerdict> {
  const from = TEST_EPOCH.getTime();
  const until = from + hours * 60 * MINUTE;
  const world = createWorld({ seed, startsAt: from });
  const harness = await createStoriesHarness();
  const flow = await harness.start();
  const sources = await addPublishers(harness, world);
  const truths = new Map<string, Truth>();
  for (const [minute, arrivals] of byMinute(asStored(world, { from, until }))) {
    await harness.clock.advance(Math.max(0, minute * MINUTE - harness.clock.now()));
    const ids = await storeNow(harness, world, sources, arrivals);
    for (const [index, { truth }] of arrivals.entries()) truths.set(ids[index] ?? '', truth);
    if (minute % DRAIN_EVERY_MINUTES === 0) await flow.drained();
  }
  await flow.drained();
  const placed = await harness.database.many(
    row({ article_id: uuid, story_id: uuid }),
    sql`select article_id, story_id from story_articles`,
  );
  const known = placed.flatMap(({ articleId, storyId }) => {
    const truth = truths.get(articleId);
    return truth ? [{ truth, story: storyId }] : [];
  });
  const membersOf = Map.groupBy(known, ({ story }) => story);
  const episodes = await harness.database.many(
    row({ story_id: uuid, began_at: timestamptz }),
    sql`select story_id, began_at from breaking_episodes order by began_at`,
  );
  const news = episodes.map(({ storyId, beganAt }): News => {
    const members = membersOf.get(storyId) ?? [];
    const event = majorityEvent(members.map(({ truth }) => truth.eventId));
    return { at: beganAt.getTime(), language: members[0]?.truth.language ?? '', event };
  });
  await flow.stop();
  return {
    articles: truths.size,
    ...judgeStories(known),
    breaking: judgeBreaking(world, news, from, until),
  };
}

/** Adds the publishers; the source ids by publisher number. */
export function addPublishers({ database, newId }: StoriesHarness, { publishers }: World): Promise<string[]> {
  return database.transaction(async tx => {
    const added = await addSources(tx, { newId }, publishers.map(sourceOf));
    return added.map(source => source?.id ?? '');
  });
}

export function storeNow(
  { database, log, newId }: StoriesHarness,
  world: World,
  sources: readonly string[],
  arrivals: readonly Arrival[],
): Promise<string[]> {
  const articles = arrivals.map(({ truth }) => {
    const article = world.article(truth.articleId, truth.publishedAt);
    if (!article) throw new Error(`${truth.articleId} is not there when it is published`);
    return newArticleOf(article, sources[truth.publisherId] ?? '');
  });
  return database.transaction(async tx => {
    const stored = await storeArticles(tx, { log, newId }, articles);
    return stored.map(({ articleId }) => articleId);
  });
}

/** Arrivals of one minute are stored together. */
export function byMinute(arrivals: readonly Arrival[]): [number, Arrival[]][] {
  const minutes = Map.groupBy(arrivals, ({ storedAt }) => Math.ceil(storedAt / MINUTE));
  return [...minutes].sort(([a], [b]) => a - b);
}

/** Minutes between two drains; decisions depend on the times of articles, not on when they are processed. */
const DRAIN_EVERY_MINUTES = 10;

export interface FlowVerdict extends StoriesVerdict {
  readonly articles: number;
  readonly breaking: BreakingVerdict;
}
