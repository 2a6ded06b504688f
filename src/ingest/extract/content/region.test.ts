import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractArticle } from '../index.ts';

const SENTENCE = 'The council met on Tuesday and agreed, after a long debate, to rebuild the old bridge.';
const BODY = `<div class="article-body">${`<p>${SENTENCE}</p>`.repeat(9)}</div>`;
const ABOVE = 'No one had expected the vote to go this way, and the mayor least of all people.';
const LONG = `${ABOVE} ${ABOVE} ${ABOVE}`;

/** Content between the headline and the body, and whether it is part of the text. */
const BETWEEN: readonly (readonly [string, string, boolean])[] = [
  ['a subtitle by its name', `<p class="article-subtitle">${ABOVE}</p>`, false],
  ['a subtitle by its short name', `<p class="dek">${ABOVE}</p>`, false],
  ['a heading below the headline', `<h2>${ABOVE}</h2>`, false],
  ['an introduction by its name', `<p class="article-lead">${ABOVE}</p>`, true],
  ['an introduction without a name', `<p>${ABOVE}</p>`, true],
  ['one that is called a subtitle and is longer than one', `<p class="subtitle">${LONG}</p>`, true],
  ['a heading that is longer than one', `<h2 class="intro">${LONG}</h2>`, true],
  [
    'when it was published',
    '<p>Published on Tuesday, 12 March 2024 at 10:15 in the old town hall</p>',
    false,
  ],
];

for (const [what, html, isText] of BETWEEN)
  test(`PARSE-4: ${what} is ${isText ? '' : 'not '}a part of the text`, () => {
    const page = `<html><head><title>A bridge</title></head><body><main><header><h1>A bridge</h1>${html}</header>${BODY}</main></body></html>`;
    const text = extractArticle(page, { url: 'https://paper.example/a' })?.text ?? '';
    const [first = ''] = text.split('\n');
    assert.equal(first !== SENTENCE, isText, first);
    assert.ok(text.endsWith(SENTENCE));
  });
