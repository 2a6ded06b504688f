import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../lib/random.ts';
import type { NewArticle } from '../../model/article.ts';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { OTHER_SOURCE, someArticle } from './articles.testing.ts';
import { articlesAtUrls } from './articles.ts';
import { removeArticlesOfSource } from './remove.ts';
import { count, disagreements, NO_DISAGREEMENT, shuffled, testStore } from './store.testing.ts';

const WRITERS = 16;
const { database, telemetry, store } = await testStore({ maxConnections: WRITERS + 4 });
const random = seededRandom(16);

test('DEDUP-1: 16 writers, the same addresses in 16 orders: one article and one event each, without deadlocks', async () => {
  const articles = Array.from({ length: 400 }, (_, n) =>
    someArticle({
      url: `https://example.org/race/${n}`,
      guid: n % 2 === 0 ? `race-${n}` : null,
      title: `Race ${n}`,
    }),
  );
  const outcomes = await race(() => shuffled(articles, random), 25);
  assert.equal(outcomes.filter(({ kind }) => kind === 'new').length, articles.length);
  assert.equal(outcomes.filter(({ kind }) => kind === 'revised').length, 0);
  const stored = await articlesAtUrls(
    database,
    articles.map(({ url }) => url),
  );
  assert.equal(new Set(stored.values()).size, articles.length);
  assert.equal(await count(database, 'articles'), articles.length);
  assert.deepEqual(await disagreements(database), NO_DISAGREEMENT);
  assert.equal(await deadlocks(), 0);
});

test('DEDUP-1: 16 writers with batches large enough to insert all keys at once', async () => {
  const articles = Array.from({ length: 600 }, (_, n) =>
    someArticle({
      url: `https://example.org/large-race/${n}`,
      guid: n % 2 === 0 ? `large-race-${n}` : null,
      title: `Large race ${n}`,
    }),
  );
  const before = await count(database, 'articles');
  const outcomes = await race(() => shuffled(articles, random), 200);
  assert.equal(outcomes.filter(({ kind }) => kind === 'new').length, articles.length);
  assert.equal(outcomes.filter(({ kind }) => kind === 'revised').length, 0);
  assert.equal((await count(database, 'articles')) - before, articles.length);
  assert.deepEqual(await disagreements(database), NO_DISAGREEMENT);
  assert.equal(await deadlocks(), 0);
});

test('DEDUP-3: one guid with a new address from every writer at once: one article with every address as a key', async () => {
  const guids = Array.from({ length: 40 }, (_, n) => `moving-${n}`);
  const urls: string[] = [];
  let writers = 0;
  const before = await count(database, 'articles');
  await race(() => {
    const writer = writers++;
    const moved = guids.map(guid => someArticle({ url: `https://example.org/${guid}/${writer}`, guid }));
    urls.push(...moved.map(({ url }) => url));
    return shuffled(moved, random);
  }, 10);
  assert.equal((await count(database, 'articles')) - before, guids.length);
  const stored = await articlesAtUrls(database, urls);
  assert.equal(stored.size, WRITERS * guids.length);
  assert.equal(new Set(stored.values()).size, guids.length);
  assert.deepEqual(await disagreements(database), NO_DISAGREEMENT);
  assert.equal(await deadlocks(), 0);
});

test('DEDUP-2: the same new text from every writer at once is one revision', async () => {
  const revised = Array.from({ length: 50 }, (_, n) =>
    someArticle({ url: `https://example.org/race/${n}`, title: `Race ${n}, rewritten` }),
  );
  const outcomes = await race(() => shuffled(revised, random), 10);
  assert.equal(outcomes.filter(({ kind }) => kind === 'revised').length, revised.length);
  const { total } = await database.one(
    row({ total: int8 }),
    sql`select count(*) as total from article_revisions`,
  );
  assert.equal(total, revised.length);
});

test('articles that are removed while writers store, move and revise them leave nothing behind', async () => {
  const articleOf = (n: number, round: number) =>
    someArticle({
      sourceId: OTHER_SOURCE,
      url: `https://example.org/removed/${n}${round % 3 === 0 ? '' : `/${round}`}`,
      guid: `removed-${n}`,
      title: `Removed ${n}, ${round % 4}`,
    });
  const over = new AbortController();
  const removing = (async () => {
    let removed = 0;
    while (!over.signal.aborted) removed += await removeArticlesOfSource(database, OTHER_SOURCE, 7);
    return removed;
  })();
  let round = 0;
  for (let times = 0; times < 4; times++)
    await race(
      () =>
        shuffled(
          Array.from({ length: 30 }, (_, n) => articleOf(n, round++)),
          random,
        ),
      10,
    );
  over.abort();
  assert.ok((await removing) > 0);
  const { articlesWithoutEvent, eventsWithoutArticle, ...rest } = await disagreements(database);
  assert.ok(articlesWithoutEvent >= 0 && eventsWithoutArticle > 0);
  assert.deepEqual(rest, {
    ...rest,
    urlsWithoutArticle: 0,
    guidsWithoutArticle: 0,
    revisionsWithoutArticle: 0,
  });
  assert.deepEqual([rest.articlesWithoutUrl, rest.urlsOfTwoArticles, rest.articlesWithoutGuid], [0, 0, 0]);
});

/** All writers store their lists in batches concurrently. */
async function race(listOf: () => NewArticle[], batch: number) {
  const writers = Array.from({ length: WRITERS }, async () => {
    const list = listOf();
    const outcomes = [];
    for (let from = 0; from < list.length; from += batch)
      outcomes.push(...(await store(...list.slice(from, from + batch))));
    return outcomes;
  });
  return (await Promise.all(writers)).flat();
}

/** Also counts deadlocks that the pool has resolved by a retry. */
async function deadlocks(): Promise<number> {
  return telemetry.metrics.value('database_retries_total', { reason: 'try-again' }) ?? 0;
}
