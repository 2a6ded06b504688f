import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someArticle } from '../dedup/articles.testing.ts';
import { articleFromJson } from './waiting-pages.ts';

test('an article that waits for its page survives an upgrade that adds fields', () => {
  const article = someArticle({ modifiedAt: new Date('2026-01-15T10:00:00Z') });
  const { section: _, image: __, ...stored } = article;
  assert.deepEqual(articleFromJson(JSON.parse(JSON.stringify(stored))), article);
});
