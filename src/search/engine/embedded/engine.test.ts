import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../../test/harness/cleanup.ts';
import { systemClock } from '../../../lib/clock.ts';
import { parseQuery } from '../../query/parse.ts';
import { article, articleId } from '../articles.testing.ts';
import type { SearchEngine, SearchOptions } from '../port.ts';
import { createEmbeddedEngine } from './engine.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'broadsheet-engine-'));
  atEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function open(path: string): SearchEngine {
  const engine = createEmbeddedEngine({ folder: path, threads: 1, clock: systemClock });
  atEnd(() => engine.close());
  return engine;
}

async function found(engine: SearchEngine, text: string, options: SearchOptions = {}): Promise<string[]> {
  const { hits } = await engine.search(parseQuery(`${text} `), options);
  return hits.map(({ id }) => id);
}

test('an article is found after the flush, from titles before bodies, and not after it was removed', async () => {
  const engine = open(folder());
  await engine.put([
    article(1, { title: 'Markets today', body: 'a storm is mentioned' }),
    article(2, { title: 'Storm over the coast', body: 'markets closed' }),
  ]);
  assert.deepEqual(await found(engine, 'storm'), []);
  await engine.flush();
  assert.deepEqual(await found(engine, 'storm'), [articleId(2), articleId(1)]);
  assert.deepEqual(await found(engine, 'STÖRMS'), [articleId(2), articleId(1)]);
  assert.deepEqual(await engine.suggestWords('STO'), [{ word: 'storm', articles: 2 }]);
  await engine.remove([articleId(2), articleId(77)]);
  await engine.flush();
  assert.deepEqual(await found(engine, 'storm'), [articleId(1)]);
  assert.equal(await engine.count(), 1);
  await engine.clear();
  assert.deepEqual(await found(engine, 'storm'), []);
});

test('SRCH-3: misspelled, joined, foreign to the ear and otherwise named, it is found and said', async () => {
  const engine = open(folder());
  const names = ['Gaddafi', 'Schwarzenegger'];
  await engine.put(
    Array.from({ length: 30 }, (_, n) =>
      article(n + 1, {
        title: n % 3 === 0 ? 'White House announces budget' : `Report about ${names[n % 2]} number ${n}`,
        body: n % 3 === 0 ? 'The physician said so' : `He met ${names[n % 2]} in town`,
      }),
    ),
  );
  engine.useSynonyms([['doctor', 'physician']]);
  await engine.flush();
  for (const [typed, meant, stage] of [
    ['anounces', 'announces', 'spelling'],
    ['whitehouse', 'white house', 'segmentation'],
    ['Kaddaffee', 'gaddafi', 'phonetic'],
  ] as const) {
    const result = await engine.search(parseQuery(`${typed} `), { isExplained: true });
    assert.ok(result.total >= 5, typed);
    assert.deepEqual(result.correction, { text: `${meant} `, isApplied: true });
    const said = result.explanation?.stages.find(({ name }) => name === stage);
    assert.ok(said && said.notes.length > 0, `${stage} explains itself`);
    assert.equal((await engine.search(parseQuery(`${typed} `), { correction: 'off' })).total, 0);
  }
  assert.equal((await found(engine, 'doctor')).length, 10);
});

test('stories come once with their best article; facets count articles; dates sort', async () => {
  const engine = open(folder());
  const storyId = articleId(999);
  await engine.put([
    article(1, { title: 'storm one', storyId, topics: ['weather'], country: 'DE' }),
    article(2, { title: 'storm two', storyId, topics: ['weather', 'climate'], sourceId: 'source-b' }),
    article(3, { title: 'storm three', topics: ['climate'] }),
  ]);
  await engine.flush();
  const { hits, total, facets } = await engine.search(parseQuery('storm '), {
    isGrouped: true,
    hasFacets: true,
    sort: 'date',
  });
  assert.deepEqual(
    hits.map(({ id, others }) => [id, others]),
    [
      [articleId(3), []],
      [articleId(2), [articleId(1)]],
    ],
  );
  assert.equal(total, 3);
  assert.deepEqual(facets?.topics, [
    { value: 'climate', count: 2 },
    { value: 'weather', count: 2 },
  ]);
  assert.deepEqual(facets?.countries, [{ value: 'DE', count: 1 }]);
});

test('newer articles and better sources win among equals, only when a moment is given', async () => {
  const engine = open(folder());
  const now = new Date(Date.UTC(2026, 5, 1));
  await engine.put([
    article(1, { title: 'storm', publishedAt: new Date(Date.UTC(2026, 4, 31)), quality: 0.1 }),
    article(2, { title: 'storm', publishedAt: new Date(Date.UTC(2020, 0, 1)), quality: 1 }),
    article(3, { title: 'storm', publishedAt: new Date(Date.UTC(2020, 0, 1)), quality: 0 }),
  ]);
  await engine.flush();
  assert.deepEqual(await found(engine, 'storm', { now }), [articleId(1), articleId(2), articleId(3)]);
  const { hits } = await engine.search(parseQuery('storm '));
  assert.equal(new Set(hits.map(({ score }) => score)).size, 1);
});

test('SRCH-4: what was flushed is there after a restart; a damaged part is left out, told, and can be put again', async () => {
  const path = folder();
  const first = createEmbeddedEngine({ folder: path, threads: 1, clock: systemClock });
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
  assert.deepEqual((await found(second, 'storm')).sort(), [articleId(1), articleId(2)]);
});

test('an index whose manifest is torn is an empty one', async () => {
  const path = folder();
  const first = createEmbeddedEngine({ folder: path, threads: 1, clock: systemClock });
  await first.put([article(1)]);
  await first.close();
  writeFileSync(join(path, 'manifest.json'), '123 {"format":1');
  const second = open(path);
  assert.equal(await second.count(), 0);
  assert.equal((await second.figures()).damaged, 1);
});
