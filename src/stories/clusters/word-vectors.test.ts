import assert from 'node:assert/strict';
import { test } from 'node:test';
import { similarity } from './evaluation/pairs.ts';
import { decodeFeatures, encodeFeatures } from './feature-codec.ts';
import { extractFeatures } from './features.ts';
import { hasMeaning } from './word-vectors.ts';

test('STORY-1: texts without common words are more similar when they mean the same', () => {
  const [storm, weather, bank] = [
    'Hurricane floods coastal towns',
    'Severe storm brings heavy rain',
    'Central lender cuts interest rates',
  ].map(title => read(title, 'en'));
  assert.ok(storm !== undefined && weather !== undefined && bank !== undefined);
  assert.ok(similarity(storm, weather) > similarity(storm, bank) + 0.01);
});

test('STORY-1: the meaning is stored with the features, and features without it can be read', () => {
  const known = read('Hurricane floods coastal towns', 'en');
  assert.deepEqual(decodeFeatures(encodeFeatures(known)), known);
  const unknown = read('Hurricane floods coastal towns', 'xx');
  assert.ok(!hasMeaning(unknown.meaning));
  const bytes = encodeFeatures(unknown);
  bytes[0] = 1;
  assert.deepEqual(decodeFeatures(bytes), unknown);
  assert.equal(decodeFeatures(encodeFeatures(known).subarray(1)), undefined);
});

function read(title: string, language: string) {
  return extractFeatures({ title, summary: '', bodyText: '', language, publishedAt: 5_000, sourceId: 's' });
}
