import assert from 'node:assert/strict';
import { test } from 'node:test';
import { similarToAny } from '../similar.ts';
import { blocksOf } from './blocks.testing.ts';
import { dropOtherArticles } from './other-articles.ts';

const SENTENCE = 'The council met on Tuesday and agreed, after a long debate, to rebuild the old bridge.';
const article = (heading: string, of: string) =>
  `<article><h2>${heading}</h2>${`<p>${of}: ${SENTENCE}</p>`.repeat(5)}</article>`;
const isTitle = similarToAny(['A bridge for the old town']);

test('PARSE-4: of several articles on a page, the one with the headline of the page is kept', () => {
  const lines = kept(
    `<p>Above all of them</p>${article('A bridge for the old town', 'first')}${article('A ferry comes back', 'second')}`,
  );
  assert.ok(lines.some(line => line.startsWith('first')));
  assert.ok(!lines.some(line => line.startsWith('second')));
  assert.ok(lines.includes('Above all of them'), 'text outside of all articles stays');
});

test('PARSE-4: where the headline is above all articles, they are parts of one article', () => {
  const html = `<h1>A bridge for the old town</h1>${article('At noon', 'first')}${article('At night', 'second')}`;
  const lines = kept(html);
  assert.ok(lines.some(line => line.startsWith('first')) && lines.some(line => line.startsWith('second')));
});

test('PARSE-4: an element with little but the headline does not exclude the others', () => {
  const header = '<article><h1>A bridge for the old town</h1><p>Tuesday</p></article>';
  const lines = kept(`${header}${article('What was said', 'body')}`);
  assert.ok(lines.some(line => line.startsWith('body')));
});

test('PARSE-4: an article inside the one with the headline belongs to it', () => {
  const lines = kept(
    `<article><h1>A bridge for the old town</h1>${`<p>${SENTENCE}</p>`.repeat(5)}${article('A box', 'inner')}</article>`,
  );
  assert.ok(lines.some(line => line.startsWith('inner')));
});

test('PARSE-4: on a page without a headline, nothing is dropped', () => {
  const html = `${article('One thing', 'first')}${article('Another thing', 'second')}`;
  assert.equal(kept(html).length, blocksOf(html).blocks.length);
});

function kept(html: string): string[] {
  const { root, blocks } = blocksOf(html);
  return dropOtherArticles(root, blocks, isTitle).map(({ text }) => text);
}
