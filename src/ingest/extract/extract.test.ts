import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { ExtractedArticle } from '../../model/extracted-article.ts';
import { extractArticle } from './index.ts';

const FOLDER = path.join(import.meta.dirname, '../../../test/corpus/pages');

/** The expectations in the JSON file of a page; fields that it omits are not checked. */
interface Expected {
  url: string;
  /** The page has no article. */
  none?: boolean;
  contains?: string[];
  lacks?: string[];
  html?: string[];
  htmlLacks?: string[];
  feeds?: string[];
  [field: string]: unknown;
}

for (const file of readdirSync(FOLDER).filter(name => name.endsWith('.htm'))) {
  const name = path.basename(file, '.htm');
  test(`PARSE-4: the article of ${name} meets its expectations`, () => {
    const html = readFileSync(path.join(FOLDER, file), 'utf8');
    const expected: Expected = JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8'));
    const article = extractArticle(html, { url: expected.url });
    if (expected.none) assert.equal(article, null);
    else assertArticle(article, expected);
  });
}

function assertArticle(article: ExtractedArticle | null, expected: Expected): void {
  assert.ok(article, 'there is no article');
  const { url, none, contains = [], lacks = [], html = [], htmlLacks = [], feeds, ...fields } = expected;
  for (const text of contains)
    assert.ok(article.text.includes(text), `text lacks: ${text}\n---\n${article.text}`);
  for (const text of lacks)
    assert.ok(!article.text.includes(text), `text has: ${text}\n---\n${article.text}`);
  for (const text of html)
    assert.ok(article.html.includes(text), `HTML lacks: ${text}\n---\n${article.html}`);
  for (const text of htmlLacks)
    assert.ok(!article.html.includes(text), `HTML has: ${text}\n---\n${article.html}`);
  if (feeds)
    assert.deepEqual(
      article.feeds.map(feed => feed.url),
      feeds,
    );
  const values = new Map<string, unknown>(Object.entries(article));
  for (const [field, value] of Object.entries(fields)) assert.deepEqual(values.get(field), value, field);
}

test('PARSE-4: words and reading time are counted, also in scripts without spaces', () => {
  const article = extractArticle(
    `<article><p>${'Seven words stand here, one by one. '.repeat(100)}</p></article>`,
    { url: 'https://a.example/' },
  );
  assert.equal(article?.wordCount, 700);
  assert.equal(article?.readingMinutes, 3);
  const chinese = extractArticle(`<article><p>${'渡轮将于十月停运，港务局表示。'.repeat(20)}</p></article>`, {
    url: 'https://a.example/',
  });
  assert.ok((chinese?.wordCount ?? 0) > 100);
});
