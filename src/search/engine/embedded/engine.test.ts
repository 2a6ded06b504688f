import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../../test/harness/cleanup.ts';
import { collectWorkers } from '../../../../test/harness/workers.ts';
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

test('OBS-2: a thread that dies while it searches or writes is reported, and another takes its place', async () => {
  const workers = collectWorkers();
  const crashes: unknown[] = [];
  const onCrash = (reason: unknown) => crashes.push(reason);
  const engine = createEmbeddedEngine({ folder: folder(), threads: 1, clock: systemClock, onCrash });
  await engine.put([article(1, { title: 'storm one' })]);
  await engine.flush();
  const search = async () => (await engine.search(parseQuery('storm '))).hits.map(({ id }) => id);
  assert.deepEqual(await search(), [articleId(1)]);
  for (const worker of workers) await worker.terminate();
  assert.equal(crashes.length, 2);
  assert.deepEqual(await search(), [articleId(1)]);
  assert.equal(await engine.count(), 1);
  await engine.close();
  assert.equal(crashes.length, 2, 'closing is no crash');
});

test('only its owner can open the index, also when an earlier version created it', async () => {
  const path = join(folder(), 'search');
  const mode = () => statSync(path).mode & 0o777;
  const first = create(path);
  assert.equal(await first.count(), 0);
  assert.equal(mode(), 0o700);
  await first.close();
  chmodSync(path, 0o755);
  assert.equal(await open(path).count(), 0);
  assert.equal(mode(), 0o700);
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
