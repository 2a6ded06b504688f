import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeFeatures, encodeFeatures } from './feature-codec.ts';
import { type ArticleText, extractFeatures } from './features.ts';
import { StoryIndex } from './story-index.ts';

test('STORY-1: articles about one event in different words are one story, another event is another', () => {
  const index = new StoryIndex();
  for (const [id, title, summary] of NEWS)
    index.place({ id, features: extractFeatures(article(title, summary)) });
  assert.equal(index.storyOf('02'), '01');
  assert.equal(index.storyOf('05'), '01');
  assert.equal(index.storyOf('04'), '03');
  assert.deepEqual(index.members('01'), ['01', '02', '05']);
});

test('STORY-3: a repeated article stays in its story', () => {
  const index = filled();
  const before = index.members('01');
  assert.deepEqual(
    index.place({ id: '02', features: extractFeatures(article('Something else entirely', '')) }),
    [{ kind: 'placed', article: '02', story: '01', score: 1 }],
  );
  assert.deepEqual(index.members('01'), before);
});

test('STORY-3: a restored index decides like the original', () => {
  const rows = NEWS.map(([id, title, summary]) => ({
    id,
    features: extractFeatures(article(title, summary)),
  }));
  const before = filled();
  const after = new StoryIndex();
  after.restore(
    rows.map(row => {
      const stored = decodeFeatures(encodeFeatures(row.features));
      assert.ok(stored !== undefined);
      return { id: row.id, features: stored, story: before.storyOf(row.id) ?? '' };
    }),
  );
  const next = {
    id: '09',
    features: extractFeatures(article('Harbour town counts the damage after bridge falls into river', '')),
  };
  assert.deepEqual(after.place(next), before.place(next));
});

test('STORY-6: editors merge, split and move', () => {
  const index = filled();
  assert.deepEqual(index.merge('03', '01'), [{ kind: 'merged', from: '03', into: '01' }]);
  assert.deepEqual(index.merge('03', '01'), []);
  assert.deepEqual(index.split('01', ['03', '04']), [
    { kind: 'split', from: '01', into: '03', articles: ['03', '04'] },
  ]);
  assert.deepEqual(index.move('05', '03'), [{ kind: 'placed', article: '05', story: '03', score: 1 }]);
  assert.deepEqual(index.members('03'), ['03', '04', '05']);
});

test('STORY-6: the part with the first article keeps the id, whichever part is given', () => {
  const index = filled();
  assert.deepEqual(index.split('01', ['01']), [
    { kind: 'split', from: '01', into: '02', articles: ['02', '05'] },
  ]);
});

test('STORY-6: a story that lost an article to an editor does not win it back by merging', () => {
  const index = filled();
  index.split('01', ['05']);
  index.move('02', '05');
  const repeated = new StoryIndex();
  repeated.restore(
    NEWS.map(([id, title, summary]) => ({
      id,
      features: extractFeatures(article(title, summary)),
      story: index.storyOf(id) ?? id,
    })),
  );
  repeated.rule('ban', '02', '01');
  for (const one of [index, repeated])
    for (let number = 10; number < 30; number++)
      one.place({ id: String(number), features: extractFeatures(article(NEWS[0][1], NEWS[1][2])) });
  for (const one of [index, repeated]) assert.notEqual(one.storyOf('02'), one.storyOf('01'));
});

function filled(): StoryIndex {
  const index = new StoryIndex();
  for (const [id, title, summary] of NEWS)
    index.place({ id, features: extractFeatures(article(title, summary)) });
  return index;
}

function article(title: string, summary: string): ArticleText {
  return { title, summary, bodyText: '', language: 'en', publishedAt: NOON, sourceId: 'a source' };
}

const NOON = Date.UTC(2026, 4, 4, 12);
const NEWS = [
  [
    '01',
    'Bridge over the Aldern collapses in Port Marrow',
    'Two lorries fell into the Aldern river when the old bridge of Port Marrow collapsed on Monday.',
  ],
  [
    '02',
    'Port Marrow bridge collapse: lorries fall into Aldern river',
    'The bridge in Port Marrow fell on Monday morning and took two lorries with it.',
  ],
  [
    '03',
    'Central bank raises interest rates to four percent',
    'The central bank raised its main interest rate by a quarter point, citing inflation.',
  ],
  [
    '04',
    'Interest rates go up a quarter point as inflation stays high',
    'Inflation forced the central bank to raise rates for the third time this year.',
  ],
  [
    '05',
    'Divers search Aldern after Port Marrow bridge collapse',
    'Divers looked for the drivers of two lorries that fell from the bridge.',
  ],
] as const;
