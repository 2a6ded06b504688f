import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { nullable, row, text, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { STORIES_CHANGED } from '../../streams.ts';
import { worldArticles } from '../articles.testing.ts';
import { createStoriesHarness, type StoriesHarness } from '../stories-harness.testing.ts';

const MINUTE = 60_000;
const articles = worldArticles({ before: TEST_EPOCH.getTime(), count: 6, languages: ['en'] });

test('BREAK-3: a story with a burst of readers breaks, is announced once even after a reload, and ends', async () => {
  const harness = await createStoriesHarness();
  await harness.store(articles);
  await harness.runOnce();
  const { id } = await harness.database.one(
    row({ id: uuid }),
    sql`select id from stories where language = 'en' order by id limit 1`,
  );
  const beganAt = harness.clock.now();
  const read = (from: number, until: number, count: number) =>
    readEachMinute(harness, id, { from, until, count, beganAt });

  await read(0, 90, 4);
  await runUntilApplied(harness, null);
  await read(90, 105, 60);
  await runUntilApplied(harness, 'engagement');
  assert.deepEqual(await announcedKinds(harness), ['breaking']);
  // A reloaded clusterer replays the engagement without announcing it again.
  await read(105, 110, 60);
  await runUntilApplied(harness, 'engagement');
  assert.deepEqual(await announcedKinds(harness), ['breaking']);
  await read(110, 115, 1);
  const flow = await harness.start();
  await eventually(async () => {
    await harness.clock.advance(5 * MINUTE);
    assert.deepEqual(await announcedKinds(harness), ['breaking', 'calm']);
  });
  await flow.stop();
});

test('BREAK-3: engagement with a merged story counts for its successor', async () => {
  const harness = await createStoriesHarness();
  await harness.store(articles);
  await harness.runOnce();
  const [into, from] = await harness.database.many(
    row({ id: uuid }),
    sql`select id from stories where language = 'en' order by id limit 2`,
  );
  assert.ok(into && from);
  const beganAt = harness.clock.now();
  await readEachMinute(harness, into.id, { from: 0, until: 90, count: 4, beganAt });
  await harness.database.execute(
    sql`insert into story_redirects (from_id, into_id, at) values (${from.id}, ${into.id}, now())`,
  );
  await readEachMinute(harness, from.id, { from: 90, until: 110, count: 60, beganAt });
  await runUntilApplied(harness, 'engagement');
});

/** Writes engagement as the trending leader does. */
async function readEachMinute(
  { database, clock }: StoriesHarness,
  storyId: string,
  { from, until, count, beganAt }: { from: number; until: number; count: number; beganAt: number },
): Promise<void> {
  await clock.advance(beganAt + until * MINUTE - clock.now());
  await database.execute(sql`
    insert into story_engagement (minute, story_id, count)
    select date_trunc('minute', ${new Date(beganAt)}::timestamptz) + n * interval '1 minute', ${storyId}, ${count}
    from generate_series(${from}::int, ${until - 1}::int) as n
  `);
}

/** Runs the flow until it has applied all engagement, and checks the cause of the breaking story. */
async function runUntilApplied(harness: StoriesHarness, because: string | null): Promise<void> {
  const flow = await harness.start();
  const newest = await harness.database.one(
    row({ newest: text }),
    sql`select max(minute)::text as newest from story_engagement`,
  );
  const mark = () =>
    harness.database.one(row({ mark: uuid }), sql`select mark from story_desks where language = 'en'`);
  const before = await mark();
  await eventually(async () => {
    // Maintenance runs every ten seconds.
    await harness.clock.advance(10_000);
    assert.notEqual((await mark()).mark, before.mark, `engagement is not applied up to ${newest.newest}`);
  });
  await flow.stop();
  const found = await harness.database.maybe(
    row({ breaking_because: nullable(text) }),
    sql`select breaking_because from stories where breaking_since is not null and breaking_until is null`,
  );
  assert.equal(found?.breakingBecause ?? null, because);
}

async function announcedKinds({ log }: StoriesHarness): Promise<string[]> {
  const events = await log.read(STORIES_CHANGED, 0, 1n, 1_000);
  return events.map(({ data }) => data.kind).filter(kind => kind === 'breaking' || kind === 'calm');
}
