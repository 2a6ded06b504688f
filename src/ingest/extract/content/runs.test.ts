import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { blocksOf } from './blocks.testing.ts';
import { dropRuns } from './runs.ts';

const SENTENCE = 'The council met on Tuesday and agreed, after a long debate, to rebuild the old bridge.';
const P = `<p>${SENTENCE}</p>`;
const headline = (n: number) =>
  `<li><a href="/${n}">Headline number ${n} about something quite different</a></li>`;
const list = (count: number) => `<ul>${Array.from({ length: count }, (_, n) => headline(n)).join('')}</ul>`;
const labels = (count: number) => Array.from({ length: count }, (_, n) => `<p>${2_000 + n}</p>`).join('');

test('PARSE-4: a short list of headlines between sentences leads to other articles', () => {
  assert.deepEqual(kept(`${P}${list(3)}${P}`), [SENTENCE, SENTENCE]);
});

test('PARSE-4: a list that a sentence announces belongs to the article', () => {
  const announced = `<p>These are the stories that the council has spoken about at length this year:</p>${list(3)}${P}`;
  assert.equal(kept(announced).length, 5);
});

test('PARSE-4: a list of many links, of short links or of addresses belongs to the article', () => {
  assert.equal(kept(`${P}${list(7)}${P}`).length, 9);
  const names = ['Ada', 'Kit', 'Ole'].map(name => `<li><a href="/${name}">${name}</a></li>`).join('');
  assert.equal(kept(`${P}<ul>${names}</ul>${P}`).length, 5);
  const address = 'https://council.example/minutes/of/the/meeting';
  assert.equal(kept(`${P}<ul><li><a href="${address}">${address}</a></li></ul>${P}`).length, 3);
});

test('PARSE-4: a list with other text beside its links belongs to the article', () => {
  const mixed = `<ul>${headline(1)}${headline(2)}<li>and the bridge itself, which no one had mentioned before</li></ul>`;
  assert.equal(kept(`${P}${mixed}${P}`).length, 5);
});

test('PARSE-4: the labels of a chart are not text; the lines of an address are', () => {
  assert.deepEqual(kept(`${P}${labels(16)}${P}`), [SENTENCE, SENTENCE]);
  assert.equal(kept(`${P}${labels(15)}${P}`).length, 17);
  const poem = Array.from({ length: 20 }, (_, n) => `<p>A verse, number ${n}.</p>`).join('');
  assert.equal(kept(`${P}${poem}${P}`).length, 22, 'lines that end like sentences are kept');
});

test('PARSE-4: for any lines, sentences and their order are kept', () => {
  const piece = fc.constantFrom(
    P,
    headline(1),
    list(2),
    labels(5),
    labels(20),
    '<h3><a href=x>More</a></h3>',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), pieces => {
      const { blocks } = blocksOf(pieces.join(''));
      const left = dropRuns(blocks);
      assert.deepEqual(
        left,
        blocks.filter(block => left.includes(block)),
      );
      const sentences = blocks.filter(({ text }) => text === SENTENCE);
      assert.equal(left.filter(({ text }) => text === SENTENCE).length, sentences.length);
    }),
    { numRuns: 200 },
  );
});

function kept(html: string): string[] {
  return dropRuns(blocksOf(html).blocks).map(({ text }) => text);
}
