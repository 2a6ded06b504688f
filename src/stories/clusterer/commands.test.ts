import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import type { StoryCommand } from '../../model/story.ts';
import { nullable, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { worldArticles } from '../articles.testing.ts';
import { inconsistencies, storiesByUrl } from '../consistency.testing.ts';
import { readCommandResult, submitCommand } from '../editing/story-commands.ts';
import { createStoriesHarness, type StoriesHarness } from '../stories-harness.testing.ts';

const ARTICLES = worldArticles({ before: TEST_EPOCH.getTime(), count: 400, languages: ['en'] });
const LATER = ARTICLES.slice(200);

test('STORY-6: stories merged by an editor stay merged after a restart and with later articles', async () => {
  const harness = await startHarness();
  const [one, other] = await largest(harness, 2);
  const { storyId } = await submit(harness, { kind: 'merge', stories: [one, other] });
  assert.equal(storyId, one < other ? one : other);
  const retired = one < other ? other : one;
  assert.equal(await redirectOf(harness, retired), storyId);
  const together = await membersOf(harness, storyId);
  await storeLater(harness);
  assert.equal(await redirectOf(harness, retired), await storyOf(harness, storyId));
  assert.equal((await storiesOf(harness, together)).size, 1);
});

test('STORY-6: stories split by an editor stay split after a restart and with later articles', async () => {
  const harness = await startHarness();
  const [story] = await largest(harness, 1);
  const members = await membersOf(harness, story);
  const [leaving, staying] = [members.filter((_, n) => n % 2 === 1), members.filter((_, n) => n % 2 === 0)];
  const { storyId } = await submit(harness, { kind: 'split', story, articles: leaving });
  assert.deepEqual(await storiesOf(harness, leaving), new Set([storyId]));
  assert.deepEqual(await storiesOf(harness, staying), new Set([story]));
  await storeLater(harness);
  const [left, stayed] = [await storyOf(harness, storyId), await storyOf(harness, story)];
  assert.notEqual(left, stayed);
});

test('STORY-6: merging a part with a third story does not undo the split', async () => {
  const harness = await startHarness();
  const [story, third] = await largest(harness, 2);
  const leaving = (await membersOf(harness, story)).filter((_, n) => n % 2 === 1);
  const { storyId: part } = await submit(harness, { kind: 'split', story, articles: leaving });
  await submit(harness, { kind: 'merge', stories: [story, third] });
  await storeLater(harness);
  assert.notEqual(await storyOf(harness, part), await storyOf(harness, story));
});

test('STORY-6: an article moved by an editor stays there when its event is replayed', async () => {
  const harness = await startHarness();
  const [from, to] = await largest(harness, 2);
  const [, article = ''] = await membersOf(harness, from);
  const { storyId } = await submit(harness, { kind: 'move', article, to });
  assert.equal(storyId, to);
  assert.equal(await storyOf(harness, article), to);
  await harness.log.replay('desks', new Date(0));
  await storeLater(harness);
  assert.equal(await storyOf(harness, article), await storyOf(harness, to));
});

test('STORY-6: a command runs once, and an impossible one is refused with a reason', async () => {
  const harness = await startHarness();
  const [story] = await largest(harness, 1);
  const all = await membersOf(harness, story);
  const before = await storiesByUrl(harness.database);
  const id = await submitOnly(harness, { kind: 'split', story, articles: all });
  await harness.runOnce();
  const outcome = await readCommandResult(harness.database, id);
  assert.ok(outcome && 'refusal' in outcome && outcome.refusal.length > 10);
  await harness.log.replay('desks', new Date(0));
  await harness.runOnce();
  assert.deepEqual(await storiesByUrl(harness.database), before);
  assert.deepEqual(await inconsistencies(harness.database), {});
});

test('OBS-2: articles that move to another story are counted', async () => {
  const harness = await startHarness();
  const moved = () => harness.telemetry.metrics.value('cluster_assignments_total', { action: 'moved' }) ?? 0;
  const before = moved();
  const [one, other] = await largest(harness, 2);
  const leaving = await membersOf(harness, one < other ? other : one);
  await submit(harness, { kind: 'merge', stories: [one, other] });
  assert.ok(moved() - before >= leaving.length, `${moved() - before} of ${leaving.length}`);
});

test('STORY-6: a story outside the window merges into the one that still grows', async () => {
  const harness = await startHarness();
  const [one, other] = await largest(harness, 2);
  const [old, young] = one < other ? [one, other] : [other, one];
  const before = await membersOf(harness, old);
  // Features of an earlier version cannot be read, so the clusterer does not load these articles.
  await harness.database.execute(sql`
    update article_facts set features = ''::bytea where article_id = any (${before}::uuid[])
  `);
  const { storyId } = await submit(harness, { kind: 'merge', stories: [one, other] });
  assert.equal(storyId, young);
  assert.equal(await redirectOf(harness, old), young);
  await storeLater(harness);
  const [now] = await storiesOf(harness, before);
  assert.equal(now, await storyOf(harness, young));
});

async function startHarness(): Promise<StoriesHarness> {
  const harness = await createStoriesHarness();
  await harness.store(ARTICLES.slice(0, 200));
  await harness.runOnce();
  return harness;
}

/** Stores the later articles and runs the flow with reloaded clusterers. */
async function storeLater(harness: StoriesHarness): Promise<void> {
  await harness.store(LATER);
  await harness.runOnce();
  assert.deepEqual(await inconsistencies(harness.database), {});
}

async function submit(harness: StoriesHarness, command: StoryCommand): Promise<{ storyId: string }> {
  const id = await submitOnly(harness, command);
  await harness.runOnce();
  const outcome = await readCommandResult(harness.database, id);
  if (outcome === null || 'refusal' in outcome) throw new Error(`refused: ${outcome?.refusal}`);
  assert.deepEqual(await inconsistencies(harness.database), {});
  return outcome;
}

async function submitOnly(
  { database, log, newId, clock }: StoriesHarness,
  command: StoryCommand,
): Promise<string> {
  const id = newId();
  const now = new Date(clock.now());
  await database.transaction(tx =>
    submitCommand(tx, log, { id, language: 'en', command, submittedBy: null, now }),
  );
  return id;
}

async function largest({ database }: StoriesHarness, count: 1): Promise<[string]>;
async function largest({ database }: StoriesHarness, count: 2): Promise<[string, string]>;
async function largest({ database }: StoriesHarness, count: number): Promise<string[]> {
  const rows = await database.many(
    row({ id: text }),
    sql`select id::text as id from stories order by article_count desc, id limit ${count}`,
  );
  assert.equal(rows.length, count);
  return rows.map(({ id }) => id);
}

async function membersOf({ database }: StoriesHarness, story: string): Promise<string[]> {
  const rows = await database.many(
    row({ id: text }),
    sql`select article_id::text as id from story_articles where story_id = ${story} order by article_id`,
  );
  return rows.map(({ id }) => id);
}

async function storiesOf({ database }: StoriesHarness, articles: readonly string[]): Promise<Set<string>> {
  const rows = await database.many(
    row({ id: text }),
    sql`select story_id::text as id from story_articles where article_id = any (${articles}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The story of an article. The id of a story is that of one of its articles. */
async function storyOf(harness: StoriesHarness, article: string): Promise<string> {
  const [story = ''] = await storiesOf(harness, [article]);
  return story;
}

async function redirectOf({ database }: StoriesHarness, story: string): Promise<string | null> {
  const found = await database.maybe(
    row({ into_id: nullable(text) }),
    sql`select into_id::text as into_id from story_redirects where from_id = ${story}`,
  );
  return found?.intoId ?? null;
}
