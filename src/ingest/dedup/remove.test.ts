import assert from 'node:assert/strict';
import { test } from 'node:test';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { batchOf, OTHER_SOURCE, SOURCE, someArticle } from './articles.testing.ts';
import { listArticlesOfSource } from './articles.ts';
import { removeArticlesOfSource } from './remove.ts';
import { count, testStore } from './store.testing.ts';

const { database, store } = await testStore();
const url = (path: string) => `https://example.org/${path}`;

test('removing the articles of a source removes their keys and revisions, and nothing of other sources', async () => {
  await store(...batchOf(1));
  const moved = someArticle({ url: url('moved'), guid: '1-0', title: 'Another title' });
  const fromElsewhere = someArticle({ url: url('batch/1/1'), guid: 'elsewhere', sourceId: OTHER_SOURCE });
  const theirs = someArticle({ url: url('theirs'), guid: '1-0', sourceId: OTHER_SOURCE });
  const outcomes = await store(moved, { ...theirs, bodyText: 'First.' }, fromElsewhere, theirs);
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['revised', 'new', 'revised', 'revised'],
  );

  assert.equal(await removeArticlesOfSource(database, SOURCE, 64), 200);
  assert.deepEqual(
    [
      await count(database, 'articles'),
      await count(database, 'article_urls'),
      await count(database, 'article_guids'),
    ],
    [1, 1, 1],
  );
  const { revisions } = await database.one(
    row({ revisions: int8 }),
    sql`select count(*) as revisions from article_revisions`,
  );
  assert.equal(revisions, 1);
  assert.equal((await listArticlesOfSource(database, OTHER_SOURCE)).length, 1);

  assert.equal(await removeArticlesOfSource(database, SOURCE), 0);
  const again = await store(moved, fromElsewhere);
  assert.deepEqual(
    again.map(({ kind }) => kind),
    ['new', 'new'],
  );
});
