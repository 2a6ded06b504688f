import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { removeArticlesOfSource, removeArticlesOfSources } from '../../ingest/dedup/remove.ts';
import { int8, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { ARTICLES_DESCRIBED, ARTICLES_NEW } from '../../streams.ts';
import { worldArticles } from '../articles.testing.ts';
import { flaws } from '../consistency.testing.ts';
import { describeArticles } from '../describe/describe-articles.ts';
import { createDescribers } from '../describe/describer-pool.ts';
import { type Newsroom, testNewsroom } from '../stories-harness.testing.ts';
import { handleDescribed, lookAtDesks } from './cluster-articles.ts';
import { Desks } from './clusterer-registry.ts';

const ARTICLES = worldArticles({ before: TEST_EPOCH.getTime(), count: 150, languages: ['en'] });

test('articles that are taken out leave their stories, rows and memory, at the next look', async () => {
  const newsroom = await testNewsroom();
  const stories = await newsroom.start();
  await newsroom.store(ARTICLES);
  await stories.drained();
  const sources = [...new Set(ARTICLES.map(article => newsroom.sourceIdOf(article)))];
  const [first = '', ...others] = sources;
  await removeArticlesOfSource(newsroom.database, first);
  await afterALook(newsroom);
  assert.ok((await counts(newsroom)).articles > 0);
  await removeArticlesOfSources(newsroom.database, others);
  await afterALook(newsroom);
  assert.deepEqual(await counts(newsroom), { stories: 0, articles: 0, facts: 0 });
  // The desk remembers none of them: nobody joins a story that is no more.
  await newsroom.store(ARTICLES.slice(0, 40));
  await stories.drained();
  await stories.stop();
  assert.deepEqual(await flaws(newsroom.database), {});
  assert.deepEqual(await storiesOfNobody(newsroom), []);
});

test('an article that is taken out while it is described leaves nothing', async () => {
  const newsroom = await testNewsroom();
  const { database, telemetry, log, clock } = newsroom;
  await newsroom.store(ARTICLES.slice(0, 20));
  const describers = createDescribers({ threads: 1, clock, labeller: null });
  const events = await log.read(ARTICLES_NEW, 0, 1n, 100);
  const keep = await describeArticles({ database, log, telemetry, describers, classifier: null }, events);
  await removeArticlesOfSource(database, newsroom.sourceIdOf(at(0)));
  await database.transaction(keep);
  await describers.close();
  const { facts, articles } = await counts(newsroom);
  assert.ok(facts < 20 && facts === articles, `${facts} facts of ${articles} articles`);
});

test('an article that is taken out while it is placed leaves nothing', async () => {
  const newsroom = await testNewsroom();
  const { database, log, clock, newId } = newsroom;
  await newsroom.store(ARTICLES.slice(0, 60));
  const stories = await newsroom.start({
    wrap: plain => ({ ...plain, consume: consumeOnly('stories', plain) }),
  });
  await eventually(async () => assert.equal((await counts(newsroom)).facts, 60));
  const desks = new Desks({ clock, newId, windowMs: 7 * 86_400_000 });
  const tools = { clock, log, desks };
  const events = await log.read(ARTICLES_DESCRIBED, 0, 1n, 100);
  let removal: Promise<number> = Promise.resolve(0);
  await database.transaction(async tx => {
    await handleDescribed(tools, tx, events);
    let isOver = false;
    removal = removeArticlesOfSource(database, newsroom.sourceIdOf(at(0))).finally(() => {
      isOver = true;
    });
    await eventually(async () => assert.ok(isOver || (await isSomebodyWaiting(newsroom))));
  });
  assert.ok((await removal) > 0);
  await lookAtDesks(tools, database, () => true);
  await stories.stop();
  assert.deepEqual(await flaws(database), {});
});

/** Consumers of other groups are never started. */
function consumeOnly(group: string, log: Newsroom['log']): Newsroom['log']['consume'] {
  const none = {
    partitions: [],
    holds: () => false,
    drained: async () => undefined,
    stop: async () => undefined,
  };
  return async (options, handle) => (options.group === group ? log.consume(options, handle) : none);
}

async function isSomebodyWaiting({ database }: Newsroom): Promise<boolean> {
  const { waiting } = await database.one(
    row({ waiting: int8 }),
    sql`select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting > 0;
}

async function afterALook({ clock, database }: Newsroom): Promise<void> {
  await clock.advance(10_000);
  await eventually(async () => assert.deepEqual(await flaws(database), {}));
}

function counts({ database }: Newsroom) {
  return database.one(
    row({ stories: int8, articles: int8, facts: int8 }),
    sql`
      select (select count(*) from stories) as stories, (select count(*) from articles) as articles,
        (select count(*) from article_facts) as facts
    `,
  );
}

/** Stories bear the id of their first article, which nobody took out of these. */
function storiesOfNobody({ database }: Newsroom) {
  return database.many(
    row({ id: text }),
    sql`select id::text as id from stories where not exists (select from articles where articles.id = stories.id)`,
  );
}

function at(index: number) {
  const article = ARTICLES[index];
  if (!article) throw new RangeError('there is no such article');
  return article;
}
