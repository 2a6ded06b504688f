import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { nullable, row, text, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { STORIES_CHANGED } from '../../streams.ts';
import { worldArticles } from '../articles.testing.ts';
import { type Newsroom, testNewsroom } from '../stories-harness.testing.ts';

const MINUTE = 60_000;
const articles = worldArticles({ before: TEST_EPOCH.getTime(), count: 6, languages: ['en'] });

test('BREAK-3: a story that readers run to breaks, is told once, also by a desk that begins anew, and calms down', async () => {
  const newsroom = await testNewsroom();
  await newsroom.store(articles);
  await newsroom.pass();
  const { id } = await newsroom.database.one(
    row({ id: uuid }),
    sql`select id from stories where language = 'en' order by id limit 1`,
  );
  const beganAt = newsroom.clock.now();
  const read = (from: number, until: number, count: number) =>
    readEachMinute(newsroom, id, { from, until, count, beganAt });

  await read(0, 90, 4);
  await lookedAt(newsroom, null);
  await read(90, 105, 60);
  await lookedAt(newsroom, 'engagement');
  assert.deepEqual(await told(newsroom), ['breaking']);
  // Another process fills the desk with what happened, and has nothing to say about it.
  await read(105, 110, 60);
  await lookedAt(newsroom, 'engagement');
  assert.deepEqual(await told(newsroom), ['breaking']);
  await read(110, 115, 1);
  const flow = await newsroom.start();
  await eventually(async () => {
    await newsroom.clock.advance(5 * MINUTE);
    assert.deepEqual(await told(newsroom), ['breaking', 'calm']);
  });
  await flow.stop();
});

test('BREAK-3: what readers did with a story counts for the one that it became part of', async () => {
  const newsroom = await testNewsroom();
  await newsroom.store(articles);
  await newsroom.pass();
  const [into, from] = await newsroom.database.many(
    row({ id: uuid }),
    sql`select id from stories where language = 'en' order by id limit 2`,
  );
  assert.ok(into && from);
  const beganAt = newsroom.clock.now();
  await readEachMinute(newsroom, into.id, { from: 0, until: 90, count: 4, beganAt });
  await newsroom.database.execute(
    sql`insert into story_redirects (from_id, into_id, at) values (${from.id}, ${into.id}, now())`,
  );
  await readEachMinute(newsroom, from.id, { from: 90, until: 110, count: 60, beganAt });
  await lookedAt(newsroom, 'engagement');
});

/** As whoever counts what is trending tells it. */
async function readEachMinute(
  { database, clock }: Newsroom,
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

/** A process comes, looks, and goes; what is breaking afterwards breaks because of this. */
async function lookedAt(newsroom: Newsroom, because: string | null): Promise<void> {
  const flow = await newsroom.start();
  const newest = await newsroom.database.one(
    row({ newest: text }),
    sql`select max(minute)::text as newest from story_engagement`,
  );
  const mark = () =>
    newsroom.database.one(row({ mark: uuid }), sql`select mark from story_desks where language = 'en'`);
  const before = await mark();
  await eventually(async () => {
    // The flow looks every ten seconds.
    await newsroom.clock.advance(10_000);
    assert.notEqual((await mark()).mark, before.mark, `the desk has not heard of ${newest.newest}`);
  });
  await flow.stop();
  const found = await newsroom.database.maybe(
    row({ breaking_because: nullable(text) }),
    sql`select breaking_because from stories where breaking_since is not null and breaking_until is null`,
  );
  assert.equal(found?.breakingBecause ?? null, because);
}

async function told({ log }: Newsroom): Promise<string[]> {
  const events = await log.read(STORIES_CHANGED, 0, 1n, 1_000);
  return events.map(({ data }) => data.kind).filter(kind => kind === 'breaking' || kind === 'calm');
}
