import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DiffSegment, diffText, splitWords } from './diff-text.ts';

test('a changed word is one removed and one added word', () => {
  assert.deepEqual(diffText('The vote is in May.', 'The vote is in June.'), [
    { kind: 'same', text: 'The vote is in ' },
    { kind: 'removed', text: 'May' },
    { kind: 'added', text: 'June' },
    { kind: 'same', text: '.' },
  ]);
});

test('an added sentence is only added', () => {
  const before = 'The council met. It voted on the harbour.';
  const after = 'The council met. The mayor was away. It voted on the harbour.';
  assert.deepEqual(
    diffText(before, after).filter(({ kind }) => kind !== 'same'),
    [{ kind: 'added', text: 'The mayor was away. ' }],
  );
});

test('texts with nothing in common but spaces are one change, and equal ones none', () => {
  assert.deepEqual(diffText('one two three', 'four five six'), [
    { kind: 'removed', text: 'one two three' },
    { kind: 'added', text: 'four five six' },
  ]);
  assert.deepEqual(diffText('same', 'same'), [{ kind: 'same', text: 'same' }]);
  assert.deepEqual(diffText('', ''), []);
});

test('scripts without spaces are compared by characters, and marks stay with their letters', () => {
  assert.deepEqual(diffText('港の投票は五月', '港の投票は六月'), [
    { kind: 'same', text: '港の投票は' },
    { kind: 'removed', text: '五' },
    { kind: 'added', text: '六' },
    { kind: 'same', text: '月' },
  ]);
  assert.deepEqual(splitWords('नमस्ते e\u0301t\u00e9 12,5'), [
    'नमस्ते',
    ' ',
    'e\u0301t\u00e9',
    ' ',
    '12',
    ',',
    '5',
  ]);
});

test('DEDUP-2: a difference reproduces both texts exactly', () => {
  const few = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '  ', '\n', '.', '港', '\ud83d', '👩‍🚀'), {
    maxLength: 60,
  });
  const text = fc.oneof(
    few.map(pieces => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 80 }),
  );
  fc.assert(
    fc.property(text, text, (before, after) => {
      const segments = diffText(before, after);
      assert.equal(textOf(segments, 'removed'), before);
      assert.equal(textOf(segments, 'added'), after);
      assert.ok(segments.every(({ text: words }) => words !== ''));
      if (before === after) assert.ok(segments.every(({ kind }) => kind === 'same'));
    }),
    { numRuns: 2_000 },
  );
});

test('where nothing moved, the reported edit is the shortest', () => {
  // Without words that occur once on both sides, only the search runs, which finds the shortest edit.
  const word = fc.constantFrom('a.', 'b.', 'c.');
  const twice = fc
    .array(word, { maxLength: 12 })
    .map(words => [...words, 'a.', 'a.', 'b.', 'b.', 'c.', 'c.'].join(''));
  fc.assert(
    fc.property(twice, twice, (before, after) => {
      const same = diffText(before, after).filter(({ kind }) => kind === 'same');
      const kept = same.reduce((sum, { text }) => sum + splitWords(text).length, 0);
      assert.equal(kept, longestCommon(splitWords(before), splitWords(after)));
    }),
    { numRuns: 500 },
  );
});

for (const [name, before, after] of [
  ['a million of the same word against another', 'a '.repeat(1_000_000), 'b '.repeat(1_000_000)],
  ['two alphabets in turn', 'a b '.repeat(250_000), 'b a c '.repeat(170_000)],
  ['noise of ten words', noise(1, 300_000), noise(2, 300_000)],
  ['every word once, backwards', unique(200_000).join(' '), unique(200_000).reverse().join(' ')],
  ['one word of a megabyte', 'x'.repeat(1_000_000), 'x'.repeat(999_999)],
  ['many small searches', blocks('a b'), blocks('b b a')],
] as const) {
  test(`hostile texts are cheap: ${name}`, () => {
    const cpu = process.cpuUsage();
    const segments = diffText(before, after);
    const { user, system } = process.cpuUsage(cpu);
    assert.equal(textOf(segments, 'removed'), before);
    assert.equal(textOf(segments, 'added'), after);
    // CPU time, to exclude other load on the machine. An unbounded search takes hours.
    assert.ok(user + system < 5_000_000, `${(user + system) / 1_000} ms`);
  });
}

function textOf(segments: readonly DiffSegment[], changed: 'added' | 'removed'): string {
  return segments
    .filter(({ kind }) => kind === 'same' || kind === changed)
    .map(({ text }) => text)
    .join('');
}

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let last = new Array<number>(b.length + 1).fill(0);
  for (const piece of a) {
    const next = [0];
    b.forEach((other, n) => {
      next.push(piece === other ? (last[n] ?? 0) + 1 : Math.max(last[n + 1] ?? 0, next[n] ?? 0));
    });
    last = next;
  }
  return last.at(-1) ?? 0;
}

function noise(seed: number, length: number): string {
  let state = seed;
  const words = Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return `w${(state >>> 16) % 10}`;
  });
  return words.join(' ');
}

function unique(length: number): string[] {
  return Array.from({ length }, (_, n) => `w${n}`);
}

function blocks(filling: string): string {
  return unique(2_000)
    .map(word => `${word} ${`${filling} `.repeat(50)}`)
    .join('');
}
