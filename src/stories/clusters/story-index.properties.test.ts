import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bCubed } from '../../lib/evaluation/clusters.ts';
import { shuffled } from './evaluation/shuffled.ts';
import { decodeFeatures, encodeFeatures } from './feature-codec.ts';
import { extractFeatures } from './features.ts';
import { StoryIndex } from './story-index.ts';
import { syntheticEvents } from './synthetic-events.testing.ts';

test('STORY-3: merging is commutative, associative and idempotent', () => {
  const events = syntheticEvents(6, 3);
  const founders = events.filter((_, at) => at % 3 === 0).map(({ id }) => id);
  const pair = fc.tuple(fc.constantFrom(...founders), fc.constantFrom(...founders));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 6 }), fc.infiniteStream(fc.nat()), (merges, random) => {
      const order = merges.map((merge, at) => ({ merge, at, key: random.next().value ?? 0 }));
      order.sort((a, b) => a.key - b.key || a.at - b.at);
      const plain = mergedIndex(merges);
      const other = mergedIndex(order.flatMap(({ merge: [a, b] }) => [[b, a] as const, [a, b] as const]));
      for (const { id } of events) assert.equal(other.storyOf(id), plain.storyOf(id));
      for (const founder of founders) {
        assert.deepEqual(other.members(founder), plain.members(founder));
        assert.deepEqual(other.related(founder, 3), plain.related(founder, 3));
      }
    }),
    { numRuns: 40 },
  );

  /** A story that was merged is known by the id it became. */
  function mergedIndex(merges: readonly (readonly [string, string])[]): StoryIndex {
    const index = new StoryIndex({ maxArticles: 1024 });
    index.restore(
      events.map(({ id, article, event }) => ({
        id,
        features: extractFeatures(article),
        story: founders[event] ?? id,
      })),
    );
    for (const [a, b] of merges) index.merge(index.storyOf(a) ?? a, index.storyOf(b) ?? b);
    return index;
  }
});

test('STORY-3: the same articles in other orders give nearly the same stories', () => {
  const events = syntheticEvents(60, 8);
  const found = [1, 2, 3].map(seed => {
    const index = new StoryIndex({ maxArticles: 1024 });
    for (const { id, article } of shuffled(events, seed))
      index.place({ id, features: extractFeatures(article) });
    return events.map(({ id }) => index.storyOf(id) ?? id);
  });
  const [first = [], ...others] = found;
  for (const other of others) assert.ok(bCubed(first, other).f1 >= 0.95);
  assert.ok(
    bCubed(
      first,
      events.map(({ event }) => event),
    ).f1 >= 0.95,
  );
});

test('STORY-3: copies of a text count once', () => {
  const events = syntheticEvents(10, 3);
  const next = syntheticEvents(10, 4).filter((_, at) => at % 4 === 3);
  const [once, often] = [0, 50].map(copies => {
    const index = new StoryIndex({ maxArticles: 1024 });
    for (const { id, article } of events) {
      index.place({ id, features: extractFeatures(article), copyGroup: id });
      if (id !== events[0]?.id) continue;
      for (let copy = 0; copy < copies; copy++)
        index.place({ id: `${id}-${copy}`, features: extractFeatures(article), copyGroup: id });
    }
    return next.map(
      ({ id, article }) => index.place({ id: `next ${id}`, features: extractFeatures(article) })[0],
    );
  });
  assert.deepEqual(
    often?.map(change => change?.kind === 'placed' && change.story),
    once?.map(change => change?.kind === 'placed' && change.story),
  );
});

test('STORY-1: languages never share a story', () => {
  const index = new StoryIndex();
  const [one] = syntheticEvents(1, 1);
  assert.ok(one !== undefined);
  index.place({ id: 'a', features: extractFeatures(one.article) });
  index.place({ id: 'b', features: extractFeatures({ ...one.article, language: 'de' }) });
  assert.equal(index.storyOf('b'), 'b');
});

test('STORY-1: articles older than the window are evicted, and a full index evicts the oldest', () => {
  const events = syntheticEvents(40, 3);
  const index = new StoryIndex({ window: 60_000, maxArticles: 1024 });
  for (const { id, article } of events) index.place({ id, features: extractFeatures(article) });
  index.expire((events[60]?.article.publishedAt ?? 0) + 60_000);
  assert.equal(index.storyOf(events[0]?.id ?? ''), undefined);
  assert.equal(index.memory().articleCount, 60);
  index.expire(Number.MAX_SAFE_INTEGER);
  assert.deepEqual([index.memory().articleCount, index.memory().storyCount], [0, 0]);

  for (const { id, article } of syntheticEvents(700, 2))
    index.place({ id, features: extractFeatures(article) });
  assert.ok(index.memory().articleCount <= 1024);
});

test('features of any text survive encoding in at most 400 bytes', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.lorem({ maxCount: 300 }));
  fc.assert(
    fc.property(text, text, fc.constantFrom('en', 'de', 'zh', 'und'), (title, bodyText, language) => {
      const kept = extractFeatures({
        title,
        summary: '',
        bodyText,
        language,
        publishedAt: 1e12,
        sourceId: 's',
      });
      const bytes = encodeFeatures(kept);
      assert.ok(bytes.length <= 400);
      assert.deepEqual(decodeFeatures(bytes), kept);
      assert.equal(decodeFeatures(bytes.subarray(0, bytes.length - 1)), undefined);
    }),
    { numRuns: 200 },
  );
});
