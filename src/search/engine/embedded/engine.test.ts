import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../../test/harness/cleanup.ts';
import { systemClock } from '../../../lib/clock.ts';
import { parseQuery } from '../../query/parse.ts';
import { article, articleId } from '../articles.testing.ts';
import { describeSearchEngineContract } from '../contract.ts';
import type { SearchEngine } from '../port.ts';
import { createEmbeddedEngine } from './engine.ts';

describeSearchEngineContract('embedded', async () => {
  const path = folder();
  let engine = create(path);
  return {
    engine,
    reopen: async () => {
      await engine.close();
      engine = create(path);
      return engine;
    },
    close: () => engine.close(),
  };
});

test('SRCH-4: a damaged segment is left out and reported, and its articles can be put again', async () => {
  const path = folder();
  const first = create(path);
  await first.put([article(1, { title: 'storm one' })]);
  await first.flush();
  await first.put([article(2, { title: 'storm two' })]);
  await first.flush();
  await first.close();
  const [segment = ''] = readdirSync(path)
    .filter(name => name.startsWith('segment-'))
    .sort();
  truncateSync(join(path, segment, 'postings'), 5);
  writeFileSync(join(path, 'segment-900'), 'left over from a crash');
  const second = open(path);
  assert.deepEqual(await second.ids(null, 10), [articleId(2)]);
  assert.equal((await second.figures()).damaged, 1);
  assert.deepEqual(readdirSync(path).filter(name => name.startsWith('segment-')).length, 1);
  await second.put([article(1, { title: 'storm one' })]);
  await second.flush();
  const { hits } = await second.search(parseQuery('storm '));
  assert.deepEqual(hits.map(({ id }) => id).sort(), [articleId(1), articleId(2)]);
});

test('an index with a truncated manifest is empty', async () => {
  const path = folder();
  const first = create(path);
  await first.put([article(1)]);
  await first.close();
  writeFileSync(join(path, 'manifest.json'), '123 {"format":1');
  const second = open(path);
  assert.equal(await second.count(), 0);
  assert.equal((await second.figures()).damaged, 1);
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'broadsheet-engine-'));
  atEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function open(path: string): SearchEngine {
  const engine = create(path);
  atEnd(() => engine.close());
  return engine;
}

function create(folder: string): SearchEngine {
  return createEmbeddedEngine({ folder, threads: 1, clock: systemClock });
}
