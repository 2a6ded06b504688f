import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseQuery } from '../../query/parse.ts';
import { SynonymIndex } from '../../query/synonyms.ts';
import type { SearchDocument } from '../../search-document.ts';
import { article, articleId } from '../articles.testing.ts';
import { IndexReader } from './index-reader.ts';
import { IndexWriter } from './index-writer.ts';
import { vocabularyOf } from './lookup/vocabulary.ts';
import { searchView } from './search-view.ts';

const WORDS = ['storm', 'flood', 'market', 'bank', 'senat', 'vote', 'goal', 'rocket'];

const text = fc.array(fc.constantFrom(...WORDS, 'the'), { maxLength: 6 }).map(words => words.join(' '));

const stored: fc.Arbitrary<SearchDocument> = fc
  .record({
    number: fc.integer({ min: 1, max: 40 }),
    title: text,
    body: text,
    sourceId: fc.constantFrom('source-a', 'source-b'),
    topics: fc.subarray(['politics', 'sport']),
    day: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ number, day, ...fields }) =>
    article(number, { ...fields, publishedAt: new Date(Date.UTC(2026, 0, day)) }),
  );

const step = fc.oneof(
  { weight: 6, arbitrary: fc.array(stored, { minLength: 1, maxLength: 6 }).map(put => ({ put })) },
  {
    weight: 2,
    arbitrary: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }).map(remove => ({ remove })),
  },
  { weight: 4, arbitrary: fc.constant({ flush: true }) },
  { weight: 2, arbitrary: fc.nat(30).map(merge => ({ merge })) },
  { weight: 1, arbitrary: fc.constant({ restart: true }) },
);

const QUERIES: readonly (readonly [string, (article: Read) => boolean])[] = [
  ['storm ', ({ words }) => words.has('storm')],
  ['title:storm ', ({ title }) => title.includes('storm')],
  ['"storm flood" ', ({ phrases }) => phrases.has('storm flood')],
  ['"bank the vote" ', ({ phrases }) => phrases.has('bank * vote')],
  ['storm -flood ', ({ words }) => words.has('storm') && !words.has('flood')],
  ['storm -"market bank" ', ({ words, phrases }) => words.has('storm') && !phrases.has('market bank')],
  [
    'storm OR flood OR "bank vote" ',
    ({ words, phrases }) => words.has('storm') || words.has('flood') || phrases.has('bank vote'),
  ],
  ['goal source:source-b ', ({ words, of }) => words.has('goal') && of.sourceId === 'source-b'],
  ['goal topic:sport ', ({ words, of }) => words.has('goal') && of.topics.includes('sport')],
  ['topic:sport topic:politics ', ({ of }) => of.topics.length > 0],
  ['rocket -topic:sport ', ({ words, of }) => words.has('rocket') && !of.topics.includes('sport')],
  [
    'bank after:2026-01-03 before:2026-01-06 ',
    ({ words, of }) =>
      words.has('bank') && of.publishedAt.getUTCDate() >= 3 && of.publishedAt.getUTCDate() < 6,
  ],
  ['vot', ({ words }) => words.has('vote')],
];

test('SRCH-1: after any puts, replacements, removals, merges and restarts, search finds what a plain scan finds', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), steps => {
      const run = new Run();
      try {
        for (const each of steps) run.take(each);
        run.take({ flush: true });
        run.compare();
      } finally {
        run.close();
      }
    }),
    { numRuns: 20 },
  );
});

/** The index next to a map of its articles; unflushed changes may get lost. */
class Run {
  readonly #folder = mkdtempSync(join(tmpdir(), 'broadsheet-index-'));
  readonly #reader = new IndexReader(this.#folder);
  #writer = new IndexWriter(this.#folder);
  #flushed = new Map<string, SearchDocument>();
  #waiting = new Map<string, SearchDocument>();

  take(step: Partial<Step>): void {
    if (step.put) {
      for (const each of step.put) this.#waiting.set(each.id, each);
      this.#writer.put(step.put);
    }
    if (step.remove) {
      for (const number of step.remove) this.#waiting.delete(articleId(number));
      this.#writer.remove(step.remove.map(articleId));
    }
    if (step.flush) {
      this.#writer.flush();
      this.#flushed = new Map(this.#waiting);
      this.compare();
    }
    for (let left = step.merge ?? 0; left > 0; left--) this.#writer.mergeStep();
    if (step.restart) {
      this.#writer.close();
      this.#writer = new IndexWriter(this.#folder);
      this.#waiting = new Map(this.#flushed);
      this.compare();
    }
  }

  compare(): void {
    assert.deepEqual(this.#writer.ids(null, 1_000), [...this.#flushed.keys()].sort());
    assert.equal(this.#writer.figures().damaged, 0);
    const view = this.#reader.viewOf(this.#writer.state);
    const articles = [...this.#flushed.values()].map(read);
    for (const [query, matches] of QUERIES) {
      const options = { limit: 100, correction: 'off' } as const;
      const result = searchView(view, vocabularyOf(view), new SynonymIndex([]), parseQuery(query), options);
      const expected = articles.filter(matches).map(({ of }) => of.id);
      assert.deepEqual(result.hits.map(({ id }) => id).sort(), expected.sort(), query);
      assert.equal(result.total, expected.length, query);
    }
  }

  close(): void {
    this.#reader.close();
    this.#writer.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function read(of: SearchDocument): Read {
  const [title, body] = [of.title, of.body].map(field => field.split(' ').filter(word => word !== ''));
  const fields = [title ?? [], body ?? []];
  const words = new Set(fields.flat().filter(word => word !== 'the'));
  const phrases = new Set<string>();
  for (const field of fields)
    for (const [index, word] of field.entries()) {
      phrases.add(`${word} ${field[index + 1]}`);
      phrases.add(`${word} * ${field[index + 2]}`);
    }
  return { of, words, title: title ?? [], phrases };
}

interface Read {
  readonly of: SearchDocument;
  readonly words: ReadonlySet<string>;
  readonly title: readonly string[];
  readonly phrases: ReadonlySet<string>;
}

interface Step {
  readonly put: readonly SearchDocument[];
  readonly remove: readonly number[];
  readonly flush: boolean;
  readonly merge: number;
  readonly restart: boolean;
}
