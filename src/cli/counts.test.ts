import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '../../test/harness/database.ts';
import { systemClock } from '../lib/clock.ts';
import { createIdSource } from '../lib/ids.ts';
import { systemRandom } from '../lib/random.ts';
import { maintainPartitions } from '../platform/database/partitions.ts';
import { sql } from '../platform/database/sql.ts';
import { broadsheetHere, temporaryDirectory } from './cli.testing.ts';

test('RULE-4: `counts verify` confirms correct counts and lists those that differ', async () => {
  const directory = await temporaryDirectory();
  const { database, url, name } = await testDatabase();
  const environment = {
    BROADSHEET_DATABASE_URL: url,
    BROADSHEET_SECRET: 'a secret of at least 32 characters',
    BROADSHEET_DATA: join(directory, name),
  };
  const run = (...words: string[]) => broadsheetHere(['counts', ...words], { cwd: directory, environment });
  const now = new Date();
  await maintainPartitions(database, now);
  const article = createIdSource(systemClock, systemRandom)();
  await database.execute(sql`
    insert into signals (at, kind, detail, article_id, visitor, seconds, country, dropped_by)
    select ${now}, 'share', 'link', ${article}, n::text, 0, '', case when n > 3 then 'a rule' end
    from generate_series(1, 5) as n
  `);
  await database.execute(
    sql`insert into article_counts (article_id, shard, shares) values (${article}, 0, 3)`,
  );
  const right = await run('verify');
  assert.deepEqual([right.code, right.stdout], [0, 'All counts are correct.\n']);

  await database.execute(
    sql`insert into article_counts (article_id, shard, shares) values (${article}, 1, 1)`,
  );
  const wrong = await run('verify');
  assert.deepEqual([wrong.code, wrong.stdout], [1, `${article}  shares: stored 4, recounted 3\n`]);
  assert.deepEqual(JSON.parse((await run('verify', '--json')).stdout), {
    differences: [{ articleId: article, what: 'shares', counted: 4, recounted: 3 }],
  });
  const misspelt = await run('verfy');
  assert.equal(misspelt.code, 2);
  assert.match(misspelt.stderr, /counts has no action verfy.*verify/s);
});
