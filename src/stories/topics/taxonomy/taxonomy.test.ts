import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOPIC_DIMENSIONS } from '../../../model/topic-vector.ts';
import { CATEGORY_IDS, TAXONOMY } from './taxonomy.ts';

test('TOPIC-1: twelve categories and the topics below them fill every dimension of the vector once', () => {
  assert.deepEqual(
    TAXONOMY.map(entry => entry.dimension),
    Array.from({ length: TOPIC_DIMENSIONS }, (_, dimension) => dimension),
  );
  assert.equal(CATEGORY_IDS.length, 12);
});

test('TOPIC-1: ids are unique slugs, and every topic has a category', () => {
  assert.equal(new Set(TAXONOMY.map(entry => entry.id)).size, TAXONOMY.length);
  assert.equal(new Set(TAXONOMY.map(entry => entry.name)).size, TAXONOMY.length);
  for (const entry of TAXONOMY) {
    assert.match(entry.id, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    if (entry.parent !== null) assert.ok(CATEGORY_IDS.includes(entry.parent), entry.id);
  }
});

test('TOPIC-1: every topic has keywords in folded form', () => {
  for (const { id, parent, keywords } of TAXONOMY) {
    assert.ok(parent === null || keywords.length >= 10, id);
    assert.equal(new Set(keywords).size, keywords.length, `${id} names a keyword twice`);
    for (const keyword of keywords) assert.match(keyword, /^~?[\p{Ll}\p{N}]+( [\p{Ll}\p{N}]+)*$/u);
  }
});
