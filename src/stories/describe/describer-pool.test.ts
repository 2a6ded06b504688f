import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { TEST_EPOCH } from '../../../test/harness/database.ts';
import { collectWorkers } from '../../../test/harness/workers.ts';
import { systemClock } from '../../lib/clock.ts';
import { TAXONOMY } from '../topics/taxonomy/taxonomy.ts';
import type { ArticleToDescribe } from './describe.ts';
import { createDescriberPool, type DescriberPoolOptions } from './describer-pool.ts';

const ARTICLES = Array.from(
  { length: 60 },
  (_, n): ArticleToDescribe => ({
    title: `Tennis champion wins final ${n}`,
    summary: '',
    bodyText: 'She won the final of the tournament in straight sets.',
    declaredLanguage: 'en',
    url: `https://news.example/${n}`,
    sourceId: 'source',
    sourceName: 'The Harbour Herald',
    sourceCategory: undefined,
    categories: [],
    publishedAt: TEST_EPOCH.getTime(),
  }),
);

test('OBS-2: the time of the labels of each article is reported; without a labeller there is none', async () => {
  const seconds: number[] = [];
  const onLabelled = (taken: number) => seconds.push(taken);
  const labelling = testPool({ labeller: { taxonomy: TAXONOMY, rules: [] }, onLabelled });
  const [first] = await labelling.describe(ARTICLES);
  assert.equal(first?.labels?.category.id, 'sports');
  assert.equal(seconds.length, ARTICLES.length);
  assert.ok(seconds.every(taken => taken >= 0));
  await testPool({ labeller: null, onLabelled }).describe(ARTICLES);
  assert.equal(seconds.length, ARTICLES.length);
});

test('OBS-2: a describing thread that dies is reported, and the next articles are described', async () => {
  const workers = collectWorkers();
  const crashes: unknown[] = [];
  const pool = testPool({ labeller: null, onCrash: reason => crashes.push(reason) });
  await pool.describe(ARTICLES);
  for (const worker of workers) await worker.terminate();
  assert.equal(crashes.length, 1);
  assert.equal((await pool.describe(ARTICLES)).length, ARTICLES.length);
});

function testPool(options: Pick<DescriberPoolOptions, 'labeller' | 'onLabelled' | 'onCrash'>) {
  const pool = createDescriberPool({ threads: 1, clock: systemClock, ...options });
  atEnd(pool.close);
  return pool;
}
