import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { type Arrival, asStored } from '../../../world/storing.ts';
import { createWorld } from '../../../world/world.ts';
import type { StoryChanged } from '../../model/story.ts';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { STORIES_CHANGED } from '../../streams.ts';
import { addPublishers, byMinute, storeNow } from '../ground-truth-flow.testing.ts';
import { createStoriesHarness } from '../stories-harness.testing.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EPOCH = TEST_EPOCH.getTime();

/** Runs one breaking story of the demo world through the whole flow. */
const world = createWorld({ seed: 1846, startsAt: EPOCH });
const event = world.events(EPOCH, EPOCH + DAY).find(({ breaksAt }) => breaksAt.has('en'));
const breaksAt = event?.breaksAt.get('en') ?? 0;
const arrivals = asStored(world, { from: breaksAt - 60 * MINUTE, until: breaksAt + 5 * 60 * MINUTE }).filter(
  ({ truth }) => truth.language === 'en',
);
const own = arrivals.filter(({ truth }) => truth.eventId === event?.id);
/** Two articles of the evening, an hour apart, about something else. */
const others = [4, 5].flatMap(hours =>
  arrivals
    .filter(({ truth, storedAt }) => truth.copyOf === null && storedAt < breaksAt + hours * 60 * MINUTE)
    .filter(({ truth }) => truth.eventId?.startsWith('o-'))
    .slice(-1),
);

test('BREAK-2: beginning and end are each announced once, despite replays and restarts', async () => {
  const harness = await createStoriesHarness();
  const sources = await addPublishers(harness, world);
  const live = async (some: readonly Arrival[]) => {
    const flow = await harness.start();
    for (const [minute, together] of byMinute(some)) {
      await harness.clock.advance(Math.max(0, minute * MINUTE - harness.clock.now()));
      await storeNow(harness, world, sources, together);
      // Minute by minute, also on a slow machine: an end is announced with the next batch.
      await flow.drained();
    }
    await flow.stop();
  };
  const announced = async (kind: StoryChanged['kind']) => {
    const events = await harness.log.read(STORIES_CHANGED, 0, 1n, 10_000);
    return events.map(({ data }) => data).filter(each => each.kind === kind).length;
  };
  const soon = breaksAt + 10 * MINUTE;

  await live(own.filter(({ storedAt }) => storedAt <= soon));
  assert.deepEqual([await announced('breaking'), await announced('calm')], [1, 0]);
  await harness.log.replay('desks', new Date(0));
  await live(own.filter(({ storedAt }) => storedAt > soon && storedAt < breaksAt + 60 * MINUTE));
  assert.deepEqual([await announced('breaking'), await announced('calm')], [1, 0]);
  await live(others);
  await harness.log.replay('desks', new Date(0));
  await harness.runOnce();
  assert.deepEqual([await announced('breaking'), await announced('calm')], [1, 1]);
  const { episodes } = await harness.database.one(
    row({ episodes: int8 }),
    sql`select count(*) as episodes from breaking_episodes where ended_at > began_at`,
  );
  assert.equal(episodes, 1);
});
