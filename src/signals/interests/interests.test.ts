import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { InterestCommand } from '../../model/interest-command.ts';
import { TOPIC_DIMENSIONS } from '../../model/topic-vector.ts';
import { applyEvent } from './apply-event.ts';
import { decodeInterests, encodeInterests } from './encoding.ts';
import type { ArticleTraits, InterestEvent, ReadingSignal } from './event.ts';
import { MAX_ENTITIES, MAX_SOURCES, noInterests, type ReaderInterests } from './interests.ts';
import { weightOf } from './learn-from-signal.ts';
import { listInterests } from './named-interests.ts';
import { isMuted, tasteFor } from './taste.ts';

const START = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;

test('INT-1: a read adds a tenth of the article’s vector, after a decay of 0.95 a day', () => {
  const first = after([read(article({ 3: 1 }), START)]);
  assert.equal(first.topics[3], 1);
  const second = applyEvent(first, { offset: 9n, ...read(article({ 5: 1 }), START + 2 * DAY) });
  const length = Math.hypot(0.95 ** 2, 0.1);
  assert.equal(second.topics[3], Math.fround(0.95 ** 2 / length));
  assert.equal(second.topics[5], Math.fround(0.1 / length));
});

test('INT-1: explicit signals weigh more than any read, and longer reads weigh more', () => {
  const weigh = (kind: ReadingSignal['kind'], dwellSeconds: number | null = null) =>
    weightOf({ kind, dwellSeconds });
  assert.deepEqual([weigh('save'), weigh('share'), weigh('like'), weigh('read')], [3, 3, 2, 1]);
  assert.ok(weigh('dislike') < 0 && weigh('hide') < 0);
  assert.deepEqual(
    [0, 30, 60, 9999].map(s => weigh('read', s)),
    [0.1, 0.5, 1, 1],
  );
});

test('INT-1: a dislike makes topics, entities and source negative', () => {
  const interests = after([signal('dislike', article({ 7: 1 }, ['e'], 's'), START)]);
  assert.equal(interests.topics[7], -1);
  assert.ok((interests.entities.get('e') ?? 0) < 0 && (interests.sources.get('s') ?? 0) < 0);
});

test('INT-1: taking feedback back restores what was learned before it', () => {
  fc.assert(
    fc.property(
      fc.array(aReading, { maxLength: 8 }),
      anArticle,
      fc.constantFrom('like' as const, 'dislike' as const, 'hide' as const),
      (readings, liked, kind) => {
        const at = START + 30 * DAY;
        const reads = [
          read(article({ 3: 1 }, [], 'always'), START),
          ...readings.map(({ article: one }) => read(one, START + DAY)),
          read(article({}, [], 'always'), at),
        ];
        const before = after(reads);
        const feedback = signal(kind, liked, at);
        const undone = after([...reads, feedback, { ...feedback, isUndo: true }]);
        for (const [dimension, value] of before.topics.entries())
          assert.ok(Math.abs(value - (undone.topics[dimension] ?? 0)) < 1e-5);
        for (const list of ['entities', 'sources'] as const)
          for (const id of before[list].keys())
            assert.ok(Math.abs((before[list].get(id) ?? 0) - (undone[list].get(id) ?? 0)) < 0.0011);
      },
    ),
  );
});

test('INT-1: a new reader who takes back the first feedback has no interests', () => {
  const liked = signal('like', article({ 7: 1 }, ['e'], 's'), START);
  const undone = after([liked, { ...liked, isUndo: true, at: START + DAY }]);
  assert.deepEqual([Math.hypot(...undone.topics), undone.entities.size, undone.sources.size], [0, 0, 0]);
});

test('INT-1: an article without topics teaches nothing about topics', () => {
  assert.ok(after([signal('like', article({}), START)]).topics.every(value => value === 0));
});

test('INT-2: an event applied twice takes effect once, and a full replay gives the same interests', () => {
  fc.assert(
    fc.property(history, fc.nat(40), (events, crash) => {
      const once = replay(noInterests(), events);
      const beforeCrash = decodeInterests(encodeInterests(replay(noInterests(), events.slice(0, crash))));
      assert.ok(beforeCrash);
      assert.deepEqual(replay(beforeCrash, events), once);
      assert.deepEqual(replay(once, events), once);
      assert.deepEqual(decodeInterests(encodeInterests(once)), once);
    }),
  );
});

test('INT-1: vectors have length one or zero, lists are bounded, levels are from -1 to 1', () => {
  fc.assert(
    fc.property(history, events => {
      const { topics, entities, sources } = replay(noInterests(), events);
      const length = Math.hypot(...topics);
      assert.ok(length === 0 || Math.abs(length - 1) < 1e-6, String(length));
      for (const level of [...entities.values(), ...sources.values()]) assert.ok(Math.abs(level) <= 1);
    }),
  );
  const many = Array.from({ length: 500 }, (_, i) =>
    read(article({ [i % 128]: 1 }, [`e${i}`, 'always'], `s${i}`), START + i),
  );
  const interests = after(many);
  assert.equal(interests.entities.size, MAX_ENTITIES);
  assert.equal(interests.sources.size, MAX_SOURCES);
  assert.equal(interests.entities.get('always'), 1);
});

test('INT-2: applying an event does not change its input', () => {
  fc.assert(
    fc.property(history, anEvent, (events, event) => {
      const before = replay(noInterests(), events);
      const bytes = encodeInterests(before);
      applyEvent(before, { ...event, offset: 1_000n });
      assert.deepEqual(encodeInterests(before), bytes);
    }),
  );
});

test('INT-3: a level set by the reader overrides everything learned', () => {
  fc.assert(
    fc.property(history, fc.constantFrom(-1, -0.5, 0.5, 1), (events, level) => {
      const subject = { on: 'topic', id: 3 } as const;
      const changes = [{ kind: 'set', subject, level, at: START } as const, ...events.filter(isReading)];
      assert.equal(
        Math.sign(tasteFor(after(changes), article({ 3: 1 }, [], 'unheard of'))),
        Math.sign(level),
      );
    }),
  );
});

test('INT-3: articles are muted by topic, entity or source, and hiding a source mutes it', () => {
  const traits = article({ 3: 0.9, 4: 0.1 }, ['e'], 's');
  const muted = (...events: Dated[]) => isMuted(after(events), traits);
  assert.ok(!muted());
  assert.ok(muted({ kind: 'mute', subject: { on: 'topic', id: 3 }, at: START }));
  assert.ok(!muted({ kind: 'mute', subject: { on: 'topic', id: 4 }, at: START }));
  assert.ok(muted({ kind: 'mute', subject: { on: 'entity', id: 'e' }, at: START }));
  const source = { on: 'source', id: 's' } as const;
  assert.ok(muted(signal('hide-source', traits, START)));
  assert.ok(!muted(signal('hide', traits, START)), 'hiding a story mutes nothing');
  assert.ok(muted({ kind: 'pause', at: START }, signal('hide-source', traits, START)));
  assert.ok(!muted(signal('hide-source', traits, START), { kind: 'unmute', subject: source, at: START }));
});

test('INT-3: nothing is learned while paused, and a reset clears learned levels or everything', () => {
  const some = [
    read(article({ 3: 1 }), START),
    { kind: 'set', subject: { on: 'topic', id: 9 }, level: 1, at: START },
  ] as const;
  const paused = after([...some, { kind: 'pause', at: START }]);
  const afterRead = applyEvent(paused, { offset: 50n, ...read(article({ 5: 1 }), START + DAY) });
  assert.deepEqual({ ...afterRead, offset: 0n }, { ...paused, offset: 0n });
  const forgot = after([...some, { kind: 'reset', what: 'learned', at: START }]);
  assert.ok(forgot.topics.every(value => value === 0));
  assert.deepEqual([...forgot.set], [['topic:9', 1]]);
  const all = after([...some, { kind: 'reset', what: 'everything', at: START }]);
  assert.deepEqual({ ...all, offset: 0n }, noInterests());
});

test('INT-3: the list starts with levels set by the reader, then the strongest learned ones', () => {
  const interests = after([
    read(article({ 3: 0.6, 4: 0.8 }, [], 's'), START),
    { kind: 'set', subject: { on: 'entity', id: 'e' }, level: 0.1, at: START },
    { kind: 'mute', subject: { on: 'source', id: 's' }, at: START },
  ]);
  const listed = listInterests(interests);
  assert.deepEqual(
    listed.map(({ subject }) => subject.id),
    ['e', 4, 3, 's'],
  );
  assert.deepEqual(
    listed.map(({ isSetByHand }) => isSetByHand),
    [true, false, false, false],
  );
  assert.deepEqual(
    listed.map(one => one.isMuted),
    [false, false, false, true],
  );
});

test('INT-2: the interests of a reader of a hundred articles take a few kilobytes, and other versions are rejected', () => {
  const reads = Array.from({ length: 100 }, (_, i) =>
    read(article({ [i % 20]: 1 }, [`entity ${i}`], `source ${i % 30}`), START + i * 3_600_000),
  );
  assert.ok(encodeInterests(after(reads)).length < 3000, String(encodeInterests(after(reads)).length));
  assert.equal(decodeInterests(Uint8Array.of(9)), null);
});

type Dated = (ReadingSignal | InterestCommand) & { readonly at: number };

const anArticle = fc
  .record({
    dimensions: fc.uniqueArray(fc.nat(TOPIC_DIMENSIONS - 1), { maxLength: 5 }),
    entities: fc.array(fc.constantFrom('Lisbon', 'Åse', 'a', 'b'), { maxLength: 3 }),
    sourceId: fc.constantFrom('s1', 's2', 's3'),
  })
  .map(({ dimensions, entities, sourceId }) =>
    article(
      Object.fromEntries(dimensions.map(p => [p, 1 / Math.sqrt(dimensions.length)])),
      entities,
      sourceId,
    ),
  );
const aSubject = fc.oneof(
  fc.record({ on: fc.constant('topic' as const), id: fc.nat(TOPIC_DIMENSIONS - 1) }),
  fc.record({ on: fc.constantFrom('entity' as const, 'source' as const), id: fc.constantFrom('a', 's1') }),
);
const aWhen = fc.integer({ min: START, max: START + 20 * DAY });
const aReading = fc.record({
  kind: fc.constantFrom(
    'read' as const,
    'save' as const,
    'share' as const,
    'like' as const,
    'dislike' as const,
    'hide' as const,
    'hide-source' as const,
  ),
  dwellSeconds: fc.option(fc.integer({ min: 0, max: 600 })),
  article: anArticle,
  at: aWhen,
});
const anEvent: fc.Arbitrary<Dated> = fc.oneof(
  { weight: 6, arbitrary: aReading },
  fc.record({
    kind: fc.constant('set' as const),
    subject: aSubject,
    level: fc.option(fc.double({ min: -2, max: 2 })),
    at: aWhen,
  }),
  fc.record({ kind: fc.constantFrom('mute' as const, 'unmute' as const), subject: aSubject, at: aWhen }),
  fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const), at: aWhen }),
  fc.record({
    kind: fc.constant('reset' as const),
    what: fc.constantFrom('learned' as const, 'everything' as const),
    at: aWhen,
  }),
);
const history = fc
  .array(anEvent, { maxLength: 40 })
  .map(events => events.map((event, index): InterestEvent => ({ ...event, offset: BigInt(index + 1) })));

function isReading(event: InterestEvent): boolean {
  return 'article' in event;
}

function after(events: readonly Dated[]): ReaderInterests {
  return replay(
    noInterests(),
    events.map((event, index) => ({ ...event, offset: BigInt(index + 1) })),
  );
}

function replay(from: ReaderInterests, events: readonly InterestEvent[]): ReaderInterests {
  return events.reduce(applyEvent, from);
}

function read(traits: ArticleTraits, at: number): ReadingSignal & { at: number } {
  return signal('read', traits, at);
}

function signal(
  kind: ReadingSignal['kind'],
  traits: ArticleTraits,
  at: number,
): ReadingSignal & { at: number } {
  return { kind, dwellSeconds: null, article: traits, at };
}

function article(dimensions: Record<number, number>, entities: string[] = [], sourceId = 's'): ArticleTraits {
  const topics = new Float32Array(TOPIC_DIMENSIONS);
  for (const [dimension, value] of Object.entries(dimensions)) topics[Number(dimension)] = value;
  return { topics, entities, sourceId };
}
