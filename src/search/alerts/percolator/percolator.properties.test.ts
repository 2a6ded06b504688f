import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { article } from '../../engine/articles.testing.ts';
import { InProcessIndex } from '../../engine/embedded/in-process.ts';
import type { SearchFilters } from '../../query/filters.ts';
import { parseQuery } from '../../query/parse.ts';
import type { SearchDocument } from '../../search-document.ts';
import { Percolator } from './percolator.ts';

/** SRCH-9: an article matches a saved query exactly when a search in an index of this article alone finds it. */
const WORDS = [
  'storm',
  'storms',
  'stormy',
  'flood',
  'Bänke',
  'market',
  'the',
  'of',
  'die',
  "O'Neill",
  '東京都',
];
const SYNONYMS = [
  ['flood', 'high water', 'deluge'],
  ['market', 'bourse'],
];

const word = fc.constantFrom(...WORDS, 'high', 'water', 'bourse');
const words = (maxWords: number) => fc.array(word, { maxLength: maxWords }).map(each => each.join(' '));

const anArticle: fc.Arbitrary<SearchDocument> = fc
  .record({
    title: words(5),
    tags: words(2),
    summary: words(4),
    body: words(8),
    language: fc.constantFrom('en', 'de', 'xx', null),
    country: fc.constantFrom('DE', 'GB', null),
    sourceId: fc.constantFrom('source-a', 'source-b'),
    topics: fc.subarray(['politics', 'sport']),
    isBreaking: fc.boolean(),
    publishedAt: fc.integer({ min: 0, max: 8 * 86_400_000 }).map(ms => new Date(Date.UTC(2026, 0, 1) + ms)),
  })
  .map(fields => article(1, fields));

const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map(each => `"${each.join(' ')}"`);
const term = fc.oneof({ weight: 4, arbitrary: word }, phrase, fc.constant('high-water'));
const part = fc.oneof(
  { weight: 6, arbitrary: term },
  fc.constant('high water'),
  term.map(each => `-${each}`),
  term.map(each => `title:${each}`),
  term.map(each => `-title:${each}`),
  fc.tuple(term, term).map(([a, b]) => `${a} OR ${b}`),
  fc.constantFrom(
    'source:source-a',
    '-source:source-a',
    'topic:sport',
    '-topic:sport',
    'lang:de',
    '-lang:en',
    'after:2026-01-03',
    'before:2026-01-06',
  ),
);
const aQuery = fc.array(part, { minLength: 1, maxLength: 4 }).map(parts => `${parts.join(' ')} `);

const someFilters: fc.Arbitrary<SearchFilters> = fc.record(
  {
    topics: fc.constant(['sport']),
    languages: fc.subarray(['en', 'de'], { minLength: 1 }),
    countries: fc.constant(['DE']),
    sourceIds: fc.constant(['source-b']),
    isBreaking: fc.constant(true),
    after: fc.integer({ min: 0, max: 8 * 86_400_000 }).map(ms => new Date(Date.UTC(2026, 0, 1) + ms)),
  },
  { requiredKeys: [] },
);
const saved = fc.record({
  text: aQuery,
  filters: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, someFilters),
});

test('SRCH-9: the percolator finds what a search in an index of this article alone finds', () => {
  let [compared, found] = [0, 0];
  const check = fc.property(
    fc.array(anArticle, { minLength: 1, maxLength: 3 }),
    fc.array(saved, { minLength: 1, maxLength: 40 }),
    (articles, queries) => {
      const percolator = new Percolator();
      percolator.useSynonyms(SYNONYMS);
      for (const [index, { text, filters }] of queries.entries())
        percolator.put(String(index), { query: parseQuery(text), filters });
      for (const each of articles) {
        const expected = forward(each, queries);
        assert.deepEqual(percolator.matches(each).sort(), expected.sort());
        compared += queries.length;
        found += expected.length;
      }
    },
  );
  fc.assert(check, { numRuns: 60 });
  assert.ok(found > compared / 50, `only ${found} of ${compared} matched: the test covers too little`);
});

test('changed, removed and re-added queries match in their current form, also after many articles', () => {
  const percolator = new Percolator();
  const put = (id: string, text: string) =>
    percolator.put(id, { query: parseQuery(`${text} `), filters: {} });
  put('a', 'storm flood');
  put('b', 'market');
  const both = article(1, { body: 'storm flood market' });
  assert.deepEqual(percolator.matches(both).sort(), ['a', 'b']);
  put('a', 'storm -market');
  percolator.remove('b');
  assert.deepEqual(percolator.matches(both), []);
  put('c', 'market');
  // Enough articles for queries to get other anchors.
  for (let n = 0; n < 3_000; n++) percolator.matches(article(n, { body: 'market' }));
  put('d', 'market flood');
  assert.deepEqual(percolator.matches(both).sort(), ['c', 'd']);
  assert.deepEqual(percolator.matches(article(2, { body: 'storm flood' })), ['a']);
});

function forward(
  document: SearchDocument,
  queries: readonly { text: string; filters: SearchFilters }[],
): string[] {
  const index = new InProcessIndex([document], SYNONYMS);
  try {
    return queries.flatMap(({ text, filters }, number) => {
      const { total, matching } = index.search(text, { filters, correction: 'off' });
      return total > 0 && matching === 'all' ? [String(number)] : [];
    });
  } finally {
    index.close();
  }
}
