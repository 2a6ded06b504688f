import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseQuery } from '../query/parse.ts';
import type { SearchDocument } from '../search-document.ts';
import { article, articleId } from './articles.testing.ts';
import type { SearchEngine, SearchOptions } from './port.ts';

/** What an engine passes to the contract. */
export interface SearchEngineHarness {
  /** Empty. */
  readonly engine: SearchEngine;
  /** Closes the engine and opens its index again, as after a restart. */
  reopen(): Promise<SearchEngine>;
  close(): Promise<void>;
}

/** SRCH-1, SRCH-3, SRCH-4: the contract of every search engine. */
export function describeSearchEngineContract(name: string, create: () => Promise<SearchEngineHarness>): void {
  const using = (body: (harness: SearchEngineHarness) => Promise<void>) => async () => {
    const harness = await create();
    try {
      await body(harness);
    } finally {
      await harness.close();
    }
  };

  describe(`the search engine ${name}`, () => {
    test(
      'SRCH-1: an article is found after the flush, titles before bodies, until it is removed',
      using(findsWhatWasFlushed),
    );
    test(
      'SRCH-1: search finds what a plain scan finds after puts, replacements and removals',
      using(agreesWithAPlainScan),
    );
    test('SRCH-1: filters of the query and of the options apply together', using(filters));
    test(
      'SRCH-1: grouping returns a story once, facets count articles, sorting by date works',
      using(groupsAndCounts),
    );
    test('SRCH-1: newer articles and better sources win ties when a time is given', using(ranksByFreshness));
    test(
      'SRCH-3: misspellings, missing spaces and phonetic spellings are corrected and explained',
      using(corrects),
    );
    test('SRCH-3: synonyms replace the previous sets', using(replacesSynonyms));
    test('SRCH-4: ids are listed in order, one page at a time', using(listsIds));
    test('SRCH-4: flushed articles survive a restart', using(survivesRestart));
  });
}

async function findsWhatWasFlushed({ engine }: SearchEngineHarness): Promise<void> {
  await engine.put([
    article(1, { title: 'Markets today', body: 'a storm is mentioned' }),
    article(2, { title: 'Storm over the coast', body: 'markets closed' }),
  ]);
  assert.deepEqual(await search(engine, 'storm'), []);
  await engine.flush();
  assert.deepEqual(await search(engine, 'storm'), [articleId(2), articleId(1)]);
  assert.deepEqual(await search(engine, 'STÖRMS'), [articleId(2), articleId(1)]);
  assert.deepEqual(await engine.suggestWords('STO'), [{ word: 'storm', articles: 2 }]);
  assert.equal((await engine.vocabulary()).articles, 2);
  await engine.remove([articleId(2), articleId(77)]);
  await engine.flush();
  assert.deepEqual(await search(engine, 'storm'), [articleId(1)]);
  assert.equal(await engine.count(), 1);
  await engine.clear();
  assert.deepEqual(await search(engine, 'storm'), []);
}

const WORDS = ['storm', 'flood', 'market', 'bank'];
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map(each => each.join(' '));
const document = fc
  .record({ number: fc.integer({ min: 1, max: 12 }), title: words, body: words })
  .map(({ number, ...fields }) => article(number, fields));
const batch = fc.record({
  put: fc.array(document, { maxLength: 6 }),
  remove: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
});

const QUERIES: readonly (readonly [string, (words: ReadonlySet<string>) => boolean])[] = [
  ['storm', has => has.has('storm')],
  ['storm flood', has => has.has('storm') && has.has('flood')],
  ['storm -flood', has => has.has('storm') && !has.has('flood')],
  ['market OR bank', has => has.has('market') || has.has('bank')],
];

async function agreesWithAPlainScan({ engine }: SearchEngineHarness): Promise<void> {
  const check = async (batches: readonly { put: readonly SearchDocument[]; remove: readonly number[] }[]) => {
    await engine.clear();
    const expected = new Map<string, SearchDocument>();
    for (const { put, remove } of batches) {
      await engine.put(put);
      for (const each of put) expected.set(each.id, each);
      await engine.remove(remove.map(articleId));
      for (const number of remove) expected.delete(articleId(number));
      await engine.flush();
    }
    assert.equal(await engine.count(), expected.size);
    for (const [query, matches] of QUERIES) {
      const options = { correction: 'off', limit: 100 } as const;
      const { hits, total, matching } = await engine.search(parseQuery(`${query} `), options);
      const ids = [...expected.values()].filter(each => matches(wordsOf(each))).map(({ id }) => id);
      // Too few articles with all words: the engine also returns those with some of them.
      if (matching === 'any')
        assert.ok(
          ids.every(id => hits.some(hit => hit.id === id)),
          query,
        );
      else {
        assert.deepEqual(hits.map(({ id }) => id).sort(), ids.sort(), query);
        assert.equal(total, ids.length, query);
      }
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 4 }), check), { numRuns: 15 });
}

async function filters({ engine }: SearchEngineHarness): Promise<void> {
  await engine.put([
    article(1, { title: 'storm', sourceId: 'source-a', topics: ['weather'], language: 'en' }),
    article(2, { title: 'storm', sourceId: 'source-b', topics: ['weather'], language: 'de' }),
    article(3, { title: 'storm', sourceId: 'source-b', topics: ['sport'], isBreaking: true }),
  ]);
  await engine.flush();
  const weather = { filters: { topics: ['weather'] } };
  assert.deepEqual((await search(engine, 'storm', weather)).sort(), [articleId(1), articleId(2)]);
  assert.deepEqual(await search(engine, 'storm source:source-b', weather), [articleId(2)]);
  assert.deepEqual(await search(engine, 'storm -lang:de', weather), [articleId(1)]);
  assert.deepEqual(await search(engine, 'storm', { filters: { isBreaking: true } }), [articleId(3)]);
  assert.deepEqual(await search(engine, 'storm', { filters: { excludedSourceIds: ['source-b'] } }), [
    articleId(1),
  ]);
}

async function groupsAndCounts({ engine }: SearchEngineHarness): Promise<void> {
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
}

async function ranksByFreshness({ engine }: SearchEngineHarness): Promise<void> {
  const now = new Date(Date.UTC(2026, 5, 1));
  await engine.put([
    article(1, { title: 'storm', publishedAt: new Date(Date.UTC(2026, 4, 31)), quality: 0.1 }),
    article(2, { title: 'storm', publishedAt: new Date(Date.UTC(2020, 0, 1)), quality: 1 }),
    article(3, { title: 'storm', publishedAt: new Date(Date.UTC(2020, 0, 1)), quality: 0 }),
  ]);
  await engine.flush();
  assert.deepEqual(await search(engine, 'storm', { now }), [articleId(1), articleId(2), articleId(3)]);
  const { hits } = await engine.search(parseQuery('storm '));
  assert.equal(new Set(hits.map(({ score }) => score)).size, 1);
}

async function corrects({ engine }: SearchEngineHarness): Promise<void> {
  const names = ['Gaddafi', 'Schwarzenegger'];
  await engine.put(
    Array.from({ length: 30 }, (_, n) =>
      article(n + 1, {
        title: n % 3 === 0 ? 'White House announces budget' : `Report about ${names[n % 2]} number ${n}`,
        body: n % 3 === 0 ? 'The physician said so' : `He met ${names[n % 2]} in town`,
      }),
    ),
  );
  await engine.flush();
  for (const [typed, correct, stage] of [
    ['anounces', 'announces', 'spelling'],
    ['whitehouse', 'white house', 'segmentation'],
    ['Kaddaffee', 'gaddafi', 'phonetic'],
  ] as const) {
    const result = await engine.search(parseQuery(`${typed} `), { isExplained: true });
    assert.ok(result.total >= 5, typed);
    assert.deepEqual(result.correction, { text: `${correct} `, isApplied: true });
    const explained = result.explanation?.stages.find(each => each.name === stage);
    assert.ok(explained && explained.notes.length > 0, `${stage} explains itself`);
    assert.equal((await engine.search(parseQuery(`${typed} `), { correction: 'off' })).total, 0);
  }
}

async function replacesSynonyms({ engine }: SearchEngineHarness): Promise<void> {
  await engine.put([article(1, { title: 'The physician said so' })]);
  await engine.flush();
  const found = () => search(engine, 'doctor', { correction: 'off' });
  assert.deepEqual(await found(), []);
  engine.useSynonyms([['doctor', 'physician']]);
  assert.deepEqual(await found(), [articleId(1)]);
  engine.useSynonyms([['car', 'automobile']]);
  assert.deepEqual(await found(), []);
}

async function listsIds({ engine }: SearchEngineHarness): Promise<void> {
  await engine.put([3, 1, 4, 2].map(number => article(number)));
  await engine.flush();
  assert.deepEqual(await engine.ids(null, 3), [1, 2, 3].map(articleId));
  assert.deepEqual(await engine.ids(articleId(3), 3), [articleId(4)]);
  assert.deepEqual(await engine.ids(articleId(4), 3), []);
}

async function survivesRestart({ engine, reopen }: SearchEngineHarness): Promise<void> {
  await engine.put([article(1, { title: 'storm one' })]);
  await engine.flush();
  await engine.put([article(2, { title: 'storm two' })]);
  await engine.flush();
  const reopened = await reopen();
  assert.deepEqual(await reopened.ids(null, 10), [articleId(1), articleId(2)]);
  assert.deepEqual((await search(reopened, 'storm')).sort(), [articleId(1), articleId(2)]);
  assert.equal((await reopened.figures()).damaged, 0);
}

async function search(engine: SearchEngine, text: string, options: SearchOptions = {}): Promise<string[]> {
  // The blank marks the last word as complete.
  const { hits } = await engine.search(parseQuery(`${text} `), options);
  return hits.map(({ id }) => id);
}

function wordsOf({ title, body }: SearchDocument): ReadonlySet<string> {
  return new Set(`${title} ${body}`.split(' '));
}
