import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { article } from '../articles.testing.ts';
import { InProcessIndex } from './in-process.ts';

const WORDS = 'storm flood market bank senate vote goal rocket budget harbour'.split(' ');
/** Measured in CPU time: on a busy machine, wall time includes other processes. */
const LIMIT_MS = 200;

let index: InProcessIndex;

before(() => {
  index = new InProcessIndex(
    Array.from({ length: 3_000 }, (_, n) =>
      article(n + 1, {
        title: WORDS.filter((_, bit) => (n >> bit) & 1).join(' '),
        body: `${WORDS.join(' ')} ${Array.from({ length: 20 }, (_, index) => madeUpWord(n * 20 + index)).join(' ')}`,
      }),
    ),
  );
  // Warms up: code that runs for the first time is slow for any query.
  for (const text of ['storm', 'stormm flod', '"storm flood"', 'title:storm -flood', 'stor'])
    searchCost(text);
});

after(() => index.close());

/** Sixty thousand different words, for lookups in a large dictionary. */
function madeUpWord(number: number): string {
  const letters = 'bcdfghjklmnpqrstvwz';
  let rest = number * 7_919;
  let word = '';
  for (let i = 0; i < 4; i++) {
    word += (letters[rest % 19] ?? '') + 'aeiou'[rest % 5];
    rest = Math.floor(rest / 19);
  }
  return word;
}

/** The CPU time of a search in ms. */
function searchCost(text: string): number {
  const began = process.cpuUsage();
  const { total, hits } = index.search(text, { hasFacets: true, isGrouped: true, isExplained: true });
  const { user, system } = process.cpuUsage(began);
  assert.ok(total >= hits.length && hits.length <= 20);
  return (user + system) / 1_000;
}

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'OR ',
        '-',
        '"',
        'title:',
        'source:',
        'before:',
        '((((',
        '[a-z]*',
        '.*+?',
        '\\',
        ' ',
        '\u0000',
        '\ud800',
      ),
      fc.constantFrom(...WORDS).map(word => `${word} `),
      fc.string({ unit: 'binary', maxLength: 40 }),
    ),
    { maxLength: 300 },
  )
  .map(parts => parts.join('').repeat(3).slice(0, 12_000));

test('hostile queries finish in time: endless operators, all of Unicode, text that looks like a pattern', () => {
  fc.assert(
    fc.property(hostile, text => {
      const ms = searchCost(text);
      assert.ok(ms < LIMIT_MS, `${ms} ms of CPU`);
    }),
    { numRuns: 60 },
  );
});

const KINDS: Readonly<Record<string, string>> = {
  'endless alternatives': 'storm OR '.repeat(1_000),
  'unclosed quotes': '"storm '.repeat(1_500),
  'one long phrase': `"${'storm flood '.repeat(800)}"`,
  'many phrases': '"storm flood" '.repeat(700),
  'exclusions only': '-storm '.repeat(1_400),
  'one letter ten thousand times': 'a'.repeat(10_000),
  'ten thousand symbols': '*'.repeat(10_000),
  'a pattern that causes catastrophic backtracking elsewhere': `${'(a+)+'.repeat(1_000)}$`,
  'nested fields': 'title:source:topic:'.repeat(500),
  'unknown words': Array.from({ length: 1_200 }, (_, n) => `stor${madeUpWord(n * 13)}`).join(' '),
  'almost known words': Array.from({ length: 300 }, (_, n) => `${madeUpWord(n)}x`).join(' '),
  'letters and marks of every script': Array.from({ length: 5_000 }, (_, n) =>
    n % 7 === 0 ? ' ' : String.fromCodePoint(0x100 + ((n * 37) % 0xd000)),
  ).join(''),
  'characters beyond 16 bits': '𝔰𝔱𝔬𝔯𝔪 😀 𠀀𠀁 '.repeat(500),
  'a script without blanks': '嵐の中で'.repeat(2_500),
  'stacked combining marks': `s${'\u0301'.repeat(9_000)}torm`,
};

for (const [kind, text] of Object.entries(KINDS))
  test(`a query of ${kind} is answered in time`, () => {
    // The better of two runs, to exclude garbage collection.
    const ms = Math.min(searchCost(text), searchCost(text));
    assert.ok(ms < LIMIT_MS, `${ms} ms of CPU`);
  });
