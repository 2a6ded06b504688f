import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Random, seededRandom } from '../../../../lib/random.ts';
import type { QueryPlan, TermGroup } from '../../../query/plan.ts';
import type { SearchDocument } from '../../../search-document.ts';
import { article, articleId } from '../../articles.testing.ts';
import { IndexReader } from '../index-reader.ts';
import { IndexWriter } from '../index-writer.ts';
import { evaluate } from './evaluate.ts';
import { evaluateExhaustively } from './exhaustive.testing.ts';
import type { IndexView } from './index-view.ts';
import { byDate, byRelevance } from './ranking.ts';

/** From words in most articles to words in a few: the first are dense, the last have a single block of postings. */
const WORDS = Array.from(
  { length: 60 },
  (_, rank) => `word${String.fromCharCode(97 + rank / 26, 97 + (rank % 26))}`,
);
const NEWEST = Date.UTC(2026, 0, 30);

const term = fc.record({
  term: fc.nat(WORDS.length + 1).map(rank => `w${WORDS[rank] ?? 'nowhere'}`),
  weight: fc.constantFrom(1, 1, 0.7, 0.4),
});
const group: fc.Arbitrary<TermGroup> = fc
  .array(term, { minLength: 1, maxLength: 6 })
  .map(terms => ({ label: '', terms, phrases: [] }));
const second = fc.option(fc.integer({ min: 0, max: 40 * 86_400 }), { freq: 3 });
const plan: fc.Arbitrary<QueryPlan> = fc.record({
  required: fc.array(group, { maxLength: 3 }),
  optional: fc.array(group, { maxLength: 7 }),
  phrases: fc.constant([]),
  excluded: fc.array(fc.constantFrom({ term: `w${WORDS[9]}` }, { term: 'Ttopic-1' }), { maxLength: 1 }),
  filters: fc.array(
    fc.constantFrom(['Ttopic-0'], ['Ttopic-1', 'Ttopic-2'], ['Ssource-1'], ['Len'], ['CDE', 'CFR']),
    { maxLength: 1 },
  ),
  after: second.map(ago => (ago === null ? null : NEWEST / 1_000 - ago)),
  before: second.map(ago => (ago === null ? null : NEWEST / 1_000 - ago / 4)),
});
const ranking = fc.constantFrom(byRelevance(null), byRelevance(new Date(NEWEST)), byDate());

test('SRCH-1: the best hits and their scores are those that an evaluation of every article finds', () => {
  for (const seed of [1, 2]) {
    const collection = new Collection(seed);
    try {
      fc.assert(
        fc.property(plan, ranking, fc.integer({ min: 1, max: 300 }), (wanted, by, room) => {
          // A plan without words or filters finds nothing.
          fc.pre(wanted.required.length + wanted.optional.length + wanted.filters.length > 0);
          const all = evaluateExhaustively(wanted, collection.view, by);
          const { found, total, isExact } = evaluate(wanted, collection.view, by, { room, hasFacets: true });
          assert.equal(found.length, Math.min(room, all.length));
          if (isExact) assert.equal(total, all.length);
          const scores = new Map(all.map(each => [`${each.segment} ${each.document}`, each.score]));
          for (const [index, { score, segment, document }] of found.entries()) {
            assertNear(score, all[index]?.score ?? 0);
            assertNear(score, scores.get(`${segment} ${document}`) ?? Number.NaN);
          }
        }),
        { numRuns: 60, seed },
      );
    } finally {
      collection.close();
    }
  }
});

/** Adding the same numbers in another order rounds differently. */
function assertNear(a: number, b: number): void {
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);
}

/** Several segments, one of them large enough for dense postings, with replaced and removed articles. */
class Collection {
  readonly #folder = mkdtempSync(join(tmpdir(), 'broadsheet-evaluate-'));
  readonly #writer = new IndexWriter(this.#folder);
  readonly #reader = new IndexReader(this.#folder);
  readonly view: IndexView;

  constructor(seed: number) {
    const random = seededRandom(seed);
    let number = 0;
    for (const articles of [4_500, 700, 300]) {
      this.#writer.put(Array.from({ length: articles }, () => madeUp(++number, random)));
      this.#writer.flush();
    }
    this.#writer.put(Array.from({ length: 200 }, (_, index) => madeUp(1 + index * 13, random)));
    this.#writer.remove(Array.from({ length: 200 }, (_, index) => articleId(5 + index * 17)));
    this.#writer.flush();
    this.view = this.#reader.viewOf(this.#writer.state);
  }

  close(): void {
    this.#reader.close();
    this.#writer.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function madeUp(number: number, { fraction }: Random): SearchDocument {
  const words = (count: number) =>
    Array.from({ length: count }, () => WORDS[Math.floor(fraction() ** 3 * WORDS.length)]).join(' ');
  return article(number, {
    title: words(3),
    summary: words(Math.floor(fraction() * 4)),
    body: words(Math.floor(fraction() * 14)),
    topics: [`topic-${Math.floor(fraction() * 4)}`],
    sourceId: `source-${Math.floor(fraction() ** 2 * 50)}`,
    country: fraction() < 0.2 ? 'DE' : 'FR',
    publishedAt: new Date(NEWEST - Math.floor(fraction() ** 2 * 40 * 86_400_000)),
    quality: fraction(),
  });
}
