import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { maintainPartitions } from '../../platform/database/partitions.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { row, text } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/sql.ts';
import { OTHER_SOURCE, SOURCE, someArticle } from './articles.testing.ts';
import { findArticle, listArticlesOfSource, revisionsOf } from './articles.ts';
import { hashOfUrl } from './hashes.ts';
import { readUrls } from './key-statements.ts';
import { testStore } from './store.testing.ts';

const { database, clock, store } = await testStore();
const MONTH_MS = 31 * 86_400_000;
await maintainPartitions(database, new Date(TEST_EPOCH.getTime() + 2 * MONTH_MS));

/** Twenty articles over three months, two of each published at the same moment. */
const ids: string[] = [];
for (let n = 0; n < 20; n++) {
  const publishedAt = new Date(TEST_EPOCH.getTime() + Math.floor(n / 2) * 3_600_000);
  const [outcome] = await store(someArticle({ url: `https://example.org/read/${n}`, publishedAt }));
  ids.push(outcome?.articleId ?? '');
  if (n % 7 === 6) await clock.advance(MONTH_MS);
}
await store(someArticle({ url: 'https://example.org/other', sourceId: OTHER_SOURCE }));

test('articles of several months are found by their ids', async () => {
  for (const id of [ids[0], ids[9], ids[19]]) assert.equal((await findArticle(database, id ?? ''))?.id, id);
  for (const id of [
    '019bc1a2-0000-7000-8000-00000000dead',
    '0190e1a2-0000-4000-8000-000000000001',
    'harbour',
    '',
  ])
    assert.equal(await findArticle(database, id), null);
});

test('PG-3: a lookup by id reads only the partition of its month', async () => {
  for (const [id, month] of [
    [ids[0], '2026_01'],
    [ids[10], '2026_02'],
    [ids[19], '2026_03'],
  ] as const) {
    const plan = await planOf(asked => findArticle(asked, id ?? ''));
    assert.deepEqual(readPartitions(plan), [`articles_${month}`], plan);
  }
});

test('PG-3: a lookup by address reads only the partition of its hash', async () => {
  const plan = await planOf(asked => readUrls(asked, [hashOfUrl('https://example.org/read/3')]));
  assert.equal(readPartitions(plan).length, 1, plan);
});

test('a source is read in pages, newest first, also across articles with equal dates', async () => {
  const seen: string[] = [];
  for (let page = await listArticlesOfSource(database, SOURCE, { limit: 3 }); page.length > 0; ) {
    seen.push(...page.map(({ id }) => id));
    const after = page.at(-1);
    page = after ? await listArticlesOfSource(database, SOURCE, { after, limit: 3 }) : [];
  }
  assert.deepEqual(seen, [...ids].reverse());
});

test('an article that never changed has no revisions', async () => {
  assert.deepEqual(await revisionsOf(database, ids[0] ?? ''), []);
});

/** The executed plan of a query; PostgreSQL marks parts that never ran. */
async function planOf(ask: (queryable: Queryable) => Promise<unknown>): Promise<string> {
  const asked: Statement[] = [];
  await ask({
    ...database,
    many: (type, statement) => {
      asked.push(statement);
      return database.many(type, statement);
    },
    maybe: (type, statement) => {
      asked.push(statement);
      return database.maybe(type, statement);
    },
  });
  const [{ text: words, values } = { text: '', values: [] }] = asked;
  const lines = await database.many(row({ 'QUERY PLAN': text }), {
    text: `explain (analyze, costs off, timing off) ${words}`,
    values,
  });
  return lines.map(line => line['QUERY PLAN']).join('\n');
}

function readPartitions(plan: string): string[] {
  const scans = plan.split('\n').filter(line => / on article/.test(line) && !line.includes('never executed'));
  return scans.map(line => / on (\w+)/.exec(line)?.[1] ?? '');
}
