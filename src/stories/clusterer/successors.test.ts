import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { type Random, seededRandom } from '../../lib/random.ts';
import type { ClusteringEvent, StoryWish } from '../../model/story.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { LogEvent } from '../../platform/log/port.ts';
import { ARTICLES_DESCRIBED } from '../../streams.ts';
import { worldArticles } from '../articles.testing.ts';
import { flaws } from '../consistency.testing.ts';
import { placeOrder } from '../editing/story-commands.ts';
import { type Newsroom, testNewsroom } from '../stories-harness.testing.ts';
import { Departures } from './article-moves.ts';
import { handleDescribed, lookAtDesks } from './cluster-articles.ts';
import { Desks } from './clusterer-registry.ts';

const ARTICLES = worldArticles({ before: TEST_EPOCH.getTime(), count: 120, languages: ['en'] });

for (const seed of [1, 2, 3, 4])
  test(`STORY-1: whatever is joined, parted, moved and taken out, ids of stories that are gone lead to living ones that have their articles (seed ${seed})`, async () => {
    const newsroom = await testNewsroom();
    const random = seededRandom(seed);
    await newsroom.store(ARTICLES);
    // Everything is described; where it belongs is decided below.
    await newsroom.pass();
    await forgetPlaces(newsroom);
    const waiting = await newsroom.log.read(ARTICLES_DESCRIBED, 0, 1n, 1_000);
    let desks = newDesks(newsroom);
    for (let round = 0; round < 40; round++) {
      if (random.fraction() < 0.2) desks = newDesks(newsroom);
      const before = await placesOf(newsroom);
      for (const wish of someWishes(random, before)) await order(newsroom, wish);
      if (random.fraction() < 0.3) await takeOut(newsroom, some(random, [...before.keys()], 4));
      await work(newsroom, desks, waiting.splice(0, Math.floor(random.fraction() * 8)));
      await assertHandedOver(newsroom, before);
      if (round % 8 === 7) assert.deepEqual(await placingFlaws(newsroom), {});
    }
    await takeOut(newsroom, [...(await placesOf(newsroom)).keys()]);
    await work(newsroom, desks, []);
    assert.deepEqual(await redirectsOf(newsroom), new Map());
  });

test('the heir of a story has most of its articles, wherever these went on the way', () => {
  const departures = new Departures();
  departures.note('1', 'a', 'b');
  departures.note('2', 'a', 'b');
  departures.note('3', 'a', 'b');
  departures.note('2', 'b', 'c');
  departures.note('3', 'b', 'c');
  departures.note('4', 'd', 'e');
  departures.note('4', 'e', 'd');
  assert.deepEqual([...departures.heirs], [['a', 'c']]);
});

/** Redirects are one step long, end at stories that live, and a story that is gone led to a place with its articles. */
async function assertHandedOver(newsroom: Newsroom, before: ReadonlyMap<string, string>): Promise<void> {
  const after = await placesOf(newsroom);
  const living = new Set(after.values());
  const redirects = await redirectsOf(newsroom);
  for (const [from, into] of redirects) {
    assert.ok(!living.has(from), 'who lives leads nowhere');
    assert.ok(living.has(into), 'a redirect ends at a story that lives, in one step');
  }
  for (const [story, articles] of Map.groupBy(before.keys(), article => before.get(article) ?? '')) {
    if (living.has(story)) continue;
    const now = new Set(articles.flatMap(article => after.get(article) ?? []));
    const into = redirects.get(story);
    if (now.size > 0) assert.ok(now.has(into ?? ''), 'its articles are where its id leads');
    else assert.ok(into === undefined || into === after.get(story), 'nobody has them any more');
  }
}

/** Some articles were taken out or wait still, so that not all of them have a place. */
async function placingFlaws({ database }: Newsroom): Promise<Record<string, number>> {
  const { 'articles without a place': _waiting, ...found } = await flaws(database);
  return found;
}

function someWishes(random: Random, places: ReadonlyMap<string, string>): StoryWish[] {
  const stories = [...new Set(places.values())];
  if (stories.length < 3) return [];
  return Array.from({ length: Math.floor(random.fraction() * 5) }, (): StoryWish => {
    const [one = '', other = ''] = some(random, stories, 2);
    const members = [...places].filter(([, story]) => story === one).map(([article]) => article);
    const chance = random.fraction();
    if (chance < 0.35) return { kind: 'merge', stories: [one, other] };
    if (chance < 0.6) return { kind: 'split', story: one, articles: some(random, members, 3) };
    return { kind: 'move', article: some(random, members, 1)[0] ?? one, to: other };
  });
}

function some<T>(random: Random, items: readonly T[], count: number): T[] {
  return items
    .map(item => ({ item, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ item }) => item);
}

async function work(
  newsroom: Newsroom,
  desks: Desks,
  events: readonly LogEvent<ClusteringEvent>[],
): Promise<void> {
  const { clock, log, database } = newsroom;
  const tools = { clock, log, desks };
  await clock.advance(1_000);
  if (events.length > 0) await database.transaction(tx => handleDescribed(tools, tx, events));
  else await lookAtDesks(tools, database, () => true);
}

async function order({ database, log, newId, clock }: Newsroom, wish: StoryWish): Promise<void> {
  await clock.advance(1);
  const now = new Date(clock.now());
  await database.transaction(tx =>
    placeOrder(tx, log, { id: newId(), language: 'en', wish, orderedBy: null, now }),
  );
}

async function takeOut({ database }: Newsroom, articles: readonly string[]): Promise<void> {
  await database.execute(sql`delete from articles where id = any (${articles}::uuid[])`);
}

async function forgetPlaces({ database }: Newsroom): Promise<void> {
  await database.execute(sql`
    truncate story_articles, stories, story_redirects, story_sources, story_topics, story_entities, story_desks,
      breaking_episodes
  `);
  await database.execute(sql`
    delete from log_events using log_streams where log_streams.id = stream_id and name = 'stories.changed'
  `);
}

async function placesOf({ database }: Newsroom): Promise<Map<string, string>> {
  const rows = await database.many(
    row({ article: text, story: text }),
    sql`select article_id::text as article, story_id::text as story from story_articles order by article_id`,
  );
  return new Map(rows.map(({ article, story }) => [article, story]));
}

async function redirectsOf({ database }: Newsroom): Promise<Map<string, string>> {
  const rows = await database.many(
    row({ from_id: text, into_id: text }),
    sql`select from_id::text, into_id::text from story_redirects`,
  );
  return new Map(rows.map(({ fromId, intoId }) => [fromId, intoId]));
}

function newDesks({ clock, newId }: Newsroom): Desks {
  return new Desks({ clock, newId, windowMs: 7 * 86_400_000 });
}
