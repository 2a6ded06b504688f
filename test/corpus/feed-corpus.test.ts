import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseFeedDocument } from '../../src/ingest/parse/feed/index.ts';
import { type CorpusCase, differences, loadFeedCorpus } from './feed-corpus.ts';
import { viewOf } from './feed-view.ts';

const cases = await loadFeedCorpus();

test('PARSE-1: the corpus holds several hundred feeds', () => {
  assert.ok(cases.length >= 400, `${cases.length} cases`);
});

for (const category of new Set(cases.map(found => found.category))) {
  describe(`PARSE-2: feeds of the corpus, ${category}`, () => {
    for (const found of cases.filter(one => one.category === category)) {
      test(`${found.name}: ${found.quirk}`, () => check(found));
    }
  });
}

function check({ bytes, url, contentType, expect, reject, recovered = [] }: CorpusCase): void {
  const parse = () => parseFeedDocument(bytes, { url: url ?? null, contentType: contentType ?? null });
  if (reject !== undefined) {
    assert.throws(parse, { name: 'NotAFeed', reason: reject });
    return;
  }
  const feed = parse();
  assert.deepEqual(differences(viewOf(feed), expect ?? {}), []);
  const told: readonly string[] = feed.recovered.map(({ kind }) => kind);
  assert.deepEqual(
    recovered.filter(kind => !told.includes(kind)),
    [],
    `told only ${told.join(', ') || 'nothing'}`,
  );
}
