import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IndependentSources, type SourceReport } from './independent-sources.ts';

const MAX_PAIRS = 3;

test('BREAK-1: a wire text in forty papers is one independent source', () => {
  assert.equal(independentOf(range(40).map(paper => edge(`paper ${paper}`, 'wire', 0))), 1);
});

test('BREAK-1: a publisher with forty texts is one independent source', () => {
  assert.equal(independentOf(range(40).map(text => edge('paper', `text ${text}`, 0))), 1);
});

test('BREAK-1: forty copies and four own texts of one of the papers are two, not five', () => {
  const copies = range(40).map(paper => edge(`paper ${paper}`, 'wire', 0));
  const own = range(4).map(text => edge('paper 7', `own ${text}`, 0));
  assert.equal(independentOf([...copies, ...own]), 2);
});

test('BREAK-1: a paper with a wire text and its own counts with its own', () => {
  assert.equal(independentOf([edge('a', 'wire', 0), edge('b', 'wire', 0), edge('a', 'own', 0)]), 2);
});

test('BREAK-1: the reports kept give the same count as all reports', () => {
  fc.assert(
    fc.property(fc.array(anyEdge, { maxLength: 60 }), fc.nat(12), (edges, since) => {
      const reporters = reportersOf(edges);
      const expected = Math.min(MAX_PAIRS, maxPairs(edges.filter(({ minute }) => minute >= since)));
      assert.equal(reporters.count(since), expected);
    }),
    { numRuns: 500 },
  );
});

test('BREAK-1: memory does not grow with the number of articles', () => {
  const many = range(5_000).map(index => edge(`paper ${index % 997}`, `text ${index % 101}`, index % 30));
  assert.ok(reportersOf(many).size <= 2 * MAX_PAIRS ** 2);
});

const anyEdge: fc.Arbitrary<SourceReport> = fc
  .tuple(fc.nat(5), fc.nat(5), fc.nat(12))
  .map(([publisher, text, minute]) => edge(`p${publisher}`, `t${text}`, minute));

function edge(publisher: string, text: string, minute: number): SourceReport {
  return { article: `${publisher} ${text}`, publisher, text, minute };
}

function reportersOf(edges: readonly SourceReport[]): IndependentSources {
  const reporters = new IndependentSources(MAX_PAIRS);
  for (const each of edges) reporters.add(each, 0);
  return reporters;
}

function independentOf(edges: readonly SourceReport[]): number {
  return reportersOf(edges).count(0);
}

/** Tries everything: every publisher, one after the other, with each of its texts or with none. */
function maxPairs(edges: readonly SourceReport[], taken: ReadonlySet<string> = new Set()): number {
  const [first] = edges;
  if (!first) return 0;
  const rest = edges.filter(({ publisher }) => publisher !== first.publisher);
  const texts = new Set(edges.filter(each => each.publisher === first.publisher).map(({ text }) => text));
  const without = maxPairs(rest, taken);
  const withOne = [...texts.difference(taken)].map(text => 1 + maxPairs(rest, new Set([...taken, text])));
  return Math.max(without, ...withOne);
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
