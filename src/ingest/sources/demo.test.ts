import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { createPool } from '../../platform/database/pool.ts';
import type { Database } from '../../platform/database/port.ts';
import { int8, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { someArticle } from '../dedup/articles.testing.ts';
import { testStore } from '../dedup/store.testing.ts';
import { storeArticles } from '../dedup/store.ts';
import { enqueuePages } from '../schedule/waiting-pages.ts';
import { createDemoEdition, currentDemo, endDemoEdition, removeEndedDemo } from './demo.ts';
import { recordProblem } from './problems.ts';
import { addSources, type SourceDraft } from './registry.ts';

const { database, url, log, newId, store } = await testStore();
const SEED = 7;

test('RUN-1: the demo edition is created once, with its sources', async () => {
  await emptied();
  const edition = await begin();
  assert.equal(edition?.seed, SEED);
  assert.deepEqual(await currentDemo(database), edition);
  assert.equal((await demoSources()).length, 3);

  await database.execute(sql`delete from sources where url = ${playedBy(1).url}`);
  assert.deepEqual(await begin(), edition, 'the next start keeps the same edition');
  assert.equal((await demoSources()).length, 2, 'a removed source does not return');
});

test('RUN-1: an installation with sources gets no demo edition', async () => {
  await emptied();
  const own: SourceDraft = { name: 'Own', url: 'https://news.example.org/feed', kind: 'feed' };
  await database.transaction(tx => addSources(tx, { newId }, [own]));
  assert.equal(await begin(), null);
  assert.deepEqual(await demoSources(), []);
});

test('RUN-1: processes that start together create one edition, with every source once', async () => {
  await emptied();
  const pools = Array.from({ length: 4 }, () => createPool({ url, telemetry: createMemoryTelemetry() }));
  atEnd(async () => {
    for (const pool of pools) await pool.close();
  });
  const editions = await Promise.all(pools.map((pool, n) => begin(pool, SEED + n)));
  assert.equal(new Set(editions.map(edition => JSON.stringify(edition))).size, 1);
  assert.notEqual(editions[0], null);
  assert.equal((await demoSources()).length, 3);
});

test('RUN-1: removing the edition removes all its data, and nothing else', async () => {
  await emptied();
  await begin();
  const [first = ''] = await demoSources();
  const own: SourceDraft = { name: 'Own', url: 'https://news.example.org/feed', kind: 'feed' };
  const [added] = await database.transaction(tx => addSources(tx, { newId }, [own]));
  await leaveTraces(first, 'paper0.example');
  await leaveTraces(added?.id ?? '', 'news.example.org');
  assert.deepEqual(await traces(), {
    sources: 4,
    articles: 2,
    urls: 2,
    guids: 2,
    revisions: 2,
    pages: 2,
    problems: 2,
    scheduled: 4,
    hosts: 4,
  });

  assert.equal(await database.transaction(endDemoEdition), true);
  assert.equal(await removeEndedDemo(database), 3);
  assert.deepEqual(await traces(), {
    sources: 1,
    articles: 1,
    urls: 1,
    guids: 1,
    revisions: 1,
    pages: 1,
    problems: 1,
    scheduled: 1,
    hosts: 1,
  });
});

test('RUN-1: a removed edition stays removed after a restart, even without any sources', async () => {
  await emptied();
  await begin();
  await database.transaction(endDemoEdition);
  await removeEndedDemo(database);
  assert.equal(await begin(), null);
  assert.deepEqual(await demoSources(), []);
  assert.equal(await database.transaction(endDemoEdition), false, 'the removal can be repeated');
  assert.equal(await removeEndedDemo(database), 0);
});

test('RUN-1: an ended edition is not fetched, and the next removal finishes an interrupted one', async () => {
  await emptied();
  await begin();
  for (const [n, id] of (await demoSources()).entries()) await leaveTraces(id, `paper${n}.example`);
  await database.transaction(endDemoEdition);
  const { scheduled, pages, sources } = await traces();
  assert.deepEqual({ scheduled, pages, sources }, { scheduled: 0, pages: 0, sources: 3 });

  // Before the articles, after them, and before the sources.
  for (const transactions of [0, 1, 1]) {
    await assert.rejects(removeEndedDemo(interruptedAfter(transactions)), /the machine has stopped/);
    assert.ok((await traces()).sources > 0);
  }
  await removeEndedDemo(database);
  assert.deepEqual(await traces(), NOTHING);
});

test('removeEndedDemo does not touch the current edition', async () => {
  await emptied();
  await begin();
  assert.equal(await removeEndedDemo(database), 0);
  assert.equal((await demoSources()).length, 3);
});

test('RUN-1: the removal includes articles that a running visit stores at the last moment', async () => {
  await emptied();
  await begin();
  const [id = ''] = await demoSources();
  await database.transaction(endDemoEdition);
  const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>();
  const { promise: hasStored, resolve: tellStored } = Promise.withResolvers<void>();
  const visit = database.transaction(async tx => {
    await tx.execute(sql`
      select from crawl_hosts where host = (select host from source_schedule where source_id = ${id}) for update
    `);
    await tx.execute(sql`select from sources where id = ${id} for key share`);
    await storeArticles(tx, { log, newId }, [someArticle({ sourceId: id, url: 'http://a.example/late' })]);
    tellStored();
    await mayCommit;
  });
  await hasStored;
  const clearing = removeEndedDemo(database);
  await eventually(async () => assert.ok((await waitingForLocks()) > 0));
  letCommit();
  await Promise.all([visit, clearing]);
  assert.deepEqual(await traces(), NOTHING);
});

function begin(by: Database = database, seed = SEED) {
  return createDemoEdition(by, { newId }, seed, () => [0, 1, 2].map(playedBy));
}

function playedBy(n: number): SourceDraft {
  return { name: `Made up ${n}`, url: `http://paper${n}.example/feed.xml`, kind: 'feed', isDemo: true };
}

async function demoSources(): Promise<string[]> {
  const found = await database.many(
    row({ id: uuid }),
    sql`select id from sources where is_demo order by url`,
  );
  return found.map(({ id }) => id);
}

/** Adds an article with a revision, one that waits for its page, and a problem. */
async function leaveTraces(sourceId: string, host: string): Promise<void> {
  const article = someArticle({ sourceId, url: `http://${host}/a`, guid: `a at ${host}` });
  await store(article);
  await store({ ...article, title: 'Another headline', bodyText: 'Another text.' });
  const waiting = someArticle({ sourceId, url: `http://${host}/b`, guid: `b at ${host}` });
  await database.transaction(tx => enqueuePages(tx, newId, [[waiting]]));
  await recordProblem(database, sourceId, 'broken', {});
}

function traces() {
  return database.one(
    row({
      sources: int8,
      articles: int8,
      urls: int8,
      guids: int8,
      revisions: int8,
      pages: int8,
      problems: int8,
      scheduled: int8,
      hosts: int8,
    }),
    sql`
      select
        (select count(*) from sources) as sources,
        (select count(*) from articles) as articles,
        (select count(*) from article_urls) as urls,
        (select count(*) from article_guids) as guids,
        (select count(*) from article_revisions) as revisions,
        (select count(*) from crawl_pages) as pages,
        (select count(*) from source_problems) as problems,
        (select count(*) from source_schedule where next_crawl_at is not null) as scheduled,
        (select count(*) from crawl_hosts) as hosts
    `,
  );
}

const NOTHING = {
  sources: 0,
  articles: 0,
  urls: 0,
  guids: 0,
  revisions: 0,
  pages: 0,
  problems: 0,
  scheduled: 0,
  hosts: 0,
};

/** Empties the database, as before the first start. */
async function emptied(): Promise<void> {
  await database.transaction(endDemoEdition);
  await removeEndedDemo(database);
  await database.execute(sql`delete from sources`);
  for (const table of [sql`articles`, sql`article_urls`, sql`article_guids`, sql`article_revisions`])
    await database.execute(sql`delete from ${table}`);
  await database.execute(sql`delete from crawl_hosts`);
  await database.execute(sql`delete from demo_edition`);
}

/** A database that fails after this many transactions. */
function interruptedAfter(transactions: number): Database {
  let left = transactions;
  return {
    many: (...given) => database.many(...given),
    one: (...given) => database.one(...given),
    maybe: (...given) => database.maybe(...given),
    execute: statement => database.execute(statement),
    listen: (...given) => database.listen(...given),
    ping: () => database.ping(),
    state: () => database.state(),
    close: () => database.close(),
    transaction: async (work, options) => {
      if (left-- === 0) throw new Error('the machine has stopped');
      return database.transaction(work, options);
    },
  };
}

async function waitingForLocks(): Promise<number> {
  const { waiting } = await database.one(
    row({ waiting: int8 }),
    sql`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `,
  );
  return waiting;
}
