import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseQuery } from './parse.ts';
import type { Term } from './parsed-query.ts';

/** A query in readable form: phrases quoted, alternatives with a bar, `*` for a prefix. */
function rendered(text: string): string {
  const { clauses, excluded, filters } = parseQuery(text);
  const wanted = clauses.map(({ alternatives }) => alternatives.map(renderedTerm).join('|'));
  const lists = Object.entries(filters).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value,
  );
  return [
    ...wanted,
    ...excluded.map(term => `-${renderedTerm(term)}`),
    ...lists.map(([name, value]) => `{${name} ${typeof value === 'number' ? day(value) : value}}`),
  ].join(' ');
}

function renderedTerm({ words, isPhrase, field, isPrefix }: Term): string {
  const text = isPhrase ? `"${words.join(' ')}"` : words.join('-');
  return `${field === 'title' ? 'title:' : ''}${text}${isPrefix ? '*' : ''}`;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

const TABLE: readonly (readonly [string, string])[] = [
  ['', ''],
  ['rain in Spain', 'rain in Spain*'],
  ['rain in Spain ', 'rain in Spain'],
  ['"white house" talks ', '"white house" talks'],
  ['“white house” ', '"white house"'],
  ['"white', 'white'],
  ['storm -sport ', 'storm -sport'],
  ['storm -"world cup" ', 'storm -"world cup"'],
  ['storm OR flood fire ', 'storm|flood fire'],
  ['storm | flood OR fire ', 'storm|flood|fire'],
  ['OR storm OR ', 'storm'],
  ['storm OR -flood ', 'storm -flood'],
  ['storm or flood ', 'storm or flood'],
  ['source:reuters oil ', 'oil {sources reuters}'],
  ['SOURCE:"The Times" oil ', 'oil {sources The Times}'],
  ['-source:reuters oil ', 'oil {excludedSources reuters}'],
  ['topic:climate topic:energy lang:de x ', 'x {topics climate,energy} {languages de}'],
  ['title:merger ', 'title:merger'],
  ['title:"big merger" ', 'title:"big merger"'],
  ['after:2026-03-09 before:2026-04 x ', 'x {after 2026-03-09} {before 2026-04-01}'],
  ['before:noon ', 'before-noon'],
  ['before:2026-02-31 ', 'before-2026-02-31'],
  ['source: ', 'source'],
  ['- -- : "" " ', ''],
  ['note: 3:2 http://a.example/b ', 'note 3-2 http-a-example-b'],
  ['well-known U.S. ', 'well-known U-S'],
  ['(a AND b) ~2 c* [x TO y] ', 'a AND b 2 c x TO y'],
];

for (const [text, meaning] of TABLE)
  test(`SRCH-2: ${JSON.stringify(text)} is parsed as ${meaning || 'an empty query'}`, () => {
    assert.equal(rendered(text), meaning);
  });

test('SRCH-2: every text is parsed into a query of bounded size', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('OR ', '"', '-', 'source:', 'title:', 'before:', '((', '.*+', ' ', 'after:2026 '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), pieces => {
      const { text, clauses, excluded } = parseQuery(pieces.join(''));
      assert.ok(text.length <= 10_000);
      const terms = [...clauses.flatMap(({ alternatives }) => alternatives), ...excluded];
      assert.ok(terms.length <= 256);
      assert.ok(terms.every(({ words }) => words.length > 0 && words.length <= 32));
    }),
    { numRuns: 60 },
  );
});
