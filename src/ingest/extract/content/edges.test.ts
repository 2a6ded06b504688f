import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { extractArticle } from '../index.ts';
import { endsSentence } from './edges.ts';

const SENTENCE =
  'The council met on Tuesday and agreed, after a long debate, to rebuild the old bridge over the river.';
const PROSE = `<p>${SENTENCE}</p>`.repeat(9);

test('PARSE-4: names, dates and sections around the sentences are not part of the article', () => {
  const lines = linesOf(
    `<meta name="author" content="Ada Vale"><div class="article-body"><p>Local affairs</p><p>Ada Vale</p>
    <p>postado em 04/05/2022 05:49 / atualizado em 04/05/2022 05:50</p>${PROSE}<p>Editors Pick</p><p>Article by Ada Vale</p></div>`,
  );
  assert.deepEqual([...new Set(lines)], [SENTENCE]);
});

test('PARSE-4: short lines between sentences and long runs of them at the end stay', () => {
  const tour = Array.from({ length: 12 }, (_, day) => `<p>Town hall of Place ${day}</p>`).join('');
  const lines = linesOf(`<div class="article-body">${PROSE}<p>A turn</p>${PROSE}${tour}</div>`);
  assert.ok(lines.includes('A turn'));
  assert.ok(lines.includes('Town hall of Place 11'));
});

test('PARSE-4: rows of boxes that link to other articles are dropped, whatever their names', () => {
  const box = (n: number) =>
    `<div class="x"><h3><a href="/${n}">Another story number ${n}</a></h3><p>Something else happened elsewhere, and here is a sentence of it, number ${n}.</p></div>`;
  const lines = linesOf(`<div>${PROSE}<div>${[1, 2, 3, 4].map(box).join('')}</div></div>`);
  assert.deepEqual([...new Set(lines)], [SENTENCE]);
});

test('PARSE-4: searching a sentence end backwards matches an expression over the whole line', () => {
  const whole = /[.!?…:;。！？؟।][\s"'”’»«)\]]*$|.{25}[)）\]]$/u;
  const piece = fc.constantFrom('a', ' ', '.', '…', '。', '؟', '"', '”', ')', '）', ']', '\n', '𝒜', '\ud800');
  const long = fc.string({ unit: fc.constantFrom('a', '𝒜', ' '), minLength: 20, maxLength: 30 });
  const line = fc.array(fc.oneof(piece, long), { maxLength: 8 }).map(pieces => pieces.join(''));
  fc.assert(
    fc.property(line, text => {
      assert.equal(endsSentence(text), whole.test(text));
    }),
    { numRuns: 5_000 },
  );
});

function linesOf(body: string): string[] {
  const html = `<html><head><title>A bridge</title></head><body><h1>A bridge</h1>${body}</body></html>`;
  return extractArticle(html, { url: 'https://paper.example/a' })?.text.split('\n') ?? [];
}
