import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import type { StoryWish } from '../../model/story.ts';
import { nullable, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { worldArticles } from '../articles.testing.ts';
import { flaws, storiesByUrl } from '../consistency.testing.ts';
import { outcomeOfOrder, placeOrder } from '../editing/story-commands.ts';
import { type Newsroom, testNewsroom } from '../stories-harness.testing.ts';

const ARTICLES = worldArticles({ before: TEST_EPOCH.getTime(), count: 400, languages: ['en'] });
const LATER = ARTICLES.slice(200);

test('STORY-6: stories that an editor joined stay one, after a restart and whatever comes later', async () => {
  const newsroom = await opened();
  const [one, other] = await largest(newsroom, 2);
  const { storyId } = await order(newsroom, { kind: 'merge', stories: [one, other] });
  assert.equal(storyId, one < other ? one : other);
  const gone = one < other ? other : one;
  assert.equal(await redirectOf(newsroom, gone), storyId);
  const together = await membersOf(newsroom, storyId);
  await later(newsroom);
  assert.equal(await redirectOf(newsroom, gone), await storyOf(newsroom, storyId));
  assert.equal((await storiesOf(newsroom, together)).size, 1);
});

test('STORY-6: parts of a story that an editor parted stay two, after a restart and whatever comes later', async () => {
  const newsroom = await opened();
  const [story] = await largest(newsroom, 1);
  const members = await membersOf(newsroom, story);
  const [leaving, staying] = [members.filter((_, n) => n % 2 === 1), members.filter((_, n) => n % 2 === 0)];
  const { storyId } = await order(newsroom, { kind: 'split', story, articles: leaving });
  assert.deepEqual(await storiesOf(newsroom, leaving), new Set([storyId]));
  assert.deepEqual(await storiesOf(newsroom, staying), new Set([story]));
  await later(newsroom);
  const [left, stayed] = [await storyOf(newsroom, storyId), await storyOf(newsroom, story)];
  assert.notEqual(left, stayed);
});

test('STORY-6: joining a part with a third story takes nothing back of what was parted', async () => {
  const newsroom = await opened();
  const [story, third] = await largest(newsroom, 2);
  const leaving = (await membersOf(newsroom, story)).filter((_, n) => n % 2 === 1);
  const { storyId: part } = await order(newsroom, { kind: 'split', story, articles: leaving });
  await order(newsroom, { kind: 'merge', stories: [story, third] });
  await later(newsroom);
  assert.notEqual(await storyOf(newsroom, part), await storyOf(newsroom, story));
});

test('STORY-6: an article that an editor moved stays where it is, also when its event comes again', async () => {
  const newsroom = await opened();
  const [from, to] = await largest(newsroom, 2);
  const [, article = ''] = await membersOf(newsroom, from);
  const { storyId } = await order(newsroom, { kind: 'move', article, to });
  assert.equal(storyId, to);
  assert.equal(await storyOf(newsroom, article), to);
  await newsroom.log.replay('desks', new Date(0));
  await later(newsroom);
  assert.equal(await storyOf(newsroom, article), await storyOf(newsroom, to));
});

test('STORY-6: an order is carried out once, and one that cannot be is refused with a reason', async () => {
  const newsroom = await opened();
  const [story] = await largest(newsroom, 1);
  const all = await membersOf(newsroom, story);
  const before = await storiesByUrl(newsroom.database);
  const id = await place(newsroom, { kind: 'split', story, articles: all });
  await newsroom.pass();
  const outcome = await outcomeOfOrder(newsroom.database, id);
  assert.ok(outcome && 'refusal' in outcome && outcome.refusal.length > 10);
  await newsroom.log.replay('desks', new Date(0));
  await newsroom.pass();
  assert.deepEqual(await storiesByUrl(newsroom.database), before);
  assert.deepEqual(await flaws(newsroom.database), {});
});

test('STORY-6: a story that the desk has forgotten becomes part of the one that still grows', async () => {
  const newsroom = await opened();
  const [one, other] = await largest(newsroom, 2);
  const [old, young] = one < other ? [one, other] : [other, one];
  const before = await membersOf(newsroom, old);
  // Of an earlier version, whose features nobody can read any more: the desk knows nothing of them.
  await newsroom.database.execute(sql`
    update article_facts set features = ''::bytea where article_id = any (${before}::uuid[])
  `);
  const { storyId } = await order(newsroom, { kind: 'merge', stories: [one, other] });
  assert.equal(storyId, young);
  assert.equal(await redirectOf(newsroom, old), young);
  await later(newsroom);
  const [now] = await storiesOf(newsroom, before);
  assert.equal(now, await storyOf(newsroom, young));
});

async function opened(): Promise<Newsroom> {
  const newsroom = await testNewsroom();
  await newsroom.store(ARTICLES.slice(0, 200));
  await newsroom.pass();
  return newsroom;
}

/** What comes later meets desks that were filled again. */
async function later(newsroom: Newsroom): Promise<void> {
  await newsroom.store(LATER);
  await newsroom.pass();
  assert.deepEqual(await flaws(newsroom.database), {});
}

async function order(newsroom: Newsroom, wish: StoryWish): Promise<{ storyId: string }> {
  const id = await place(newsroom, wish);
  await newsroom.pass();
  const outcome = await outcomeOfOrder(newsroom.database, id);
  if (outcome === null || 'refusal' in outcome) throw new Error(`refused: ${outcome?.refusal}`);
  assert.deepEqual(await flaws(newsroom.database), {});
  return outcome;
}

async function place({ database, log, newId, clock }: Newsroom, wish: StoryWish): Promise<string> {
  const id = newId();
  const now = new Date(clock.now());
  await database.transaction(tx => placeOrder(tx, log, { id, language: 'en', wish, orderedBy: null, now }));
  return id;
}

async function largest({ database }: Newsroom, count: 1): Promise<[string]>;
async function largest({ database }: Newsroom, count: 2): Promise<[string, string]>;
async function largest({ database }: Newsroom, count: number): Promise<string[]> {
  const rows = await database.many(
    row({ id: text }),
    sql`select id::text as id from stories order by article_count desc, id limit ${count}`,
  );
  assert.equal(rows.length, count);
  return rows.map(({ id }) => id);
}

async function membersOf({ database }: Newsroom, story: string): Promise<string[]> {
  const rows = await database.many(
    row({ id: text }),
    sql`select article_id::text as id from story_articles where story_id = ${story} order by article_id`,
  );
  return rows.map(({ id }) => id);
}

async function storiesOf({ database }: Newsroom, articles: readonly string[]): Promise<Set<string>> {
  const rows = await database.many(
    row({ id: text }),
    sql`select story_id::text as id from story_articles where article_id = any (${articles}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The story of an article; a story is named after one of its articles. */
async function storyOf(newsroom: Newsroom, article: string): Promise<string> {
  const [story = ''] = await storiesOf(newsroom, [article]);
  return story;
}

async function redirectOf({ database }: Newsroom, story: string): Promise<string | null> {
  const found = await database.maybe(
    row({ into_id: nullable(text) }),
    sql`select into_id::text as into_id from story_redirects where from_id = ${story}`,
  );
  return found?.intoId ?? null;
}
