import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FOR_YOU, HOUR, START, someStory, someVoice, tasteOf, testFeeds } from '../feeds.testing.ts';
import type { Feed } from '../pages/feed.ts';
import { parseSettings, STANDARD } from './settings.ts';
import { NO_SUBJECTS, NO_TASTE, type Taste } from './taste.ts';
import { isVisibleTo, visibilityFor } from './visible.ts';

test('FEED-3: the score is the weighted sum of its parts, times the factors for breaking and read stories', () => {
  const trending = new Map<string, number>();
  const { window, pages, newId, ask } = testFeeds({ trending });
  const [id, breaking, read] = [newId(), newId(), newId()];
  trending.set(id, 0.5);
  const sources = ['a', 'b', 'c'];
  window.put(someStory(id, { topics: { 3: 1 }, sources, at: START - 6 * HOUR }));
  window.put(
    someStory(breaking, { topics: { 3: 1 }, sources, at: START - 6 * HOUR, breakingSince: new Date(START) }),
  );
  window.put(someStory(read, { topics: { 3: 1 }, sources, at: START - 6 * HOUR }));
  const scored = pages.rank(ask({ feed: FOR_YOU, taste: tasteOf({ 3: 1 }, { read: new Set([read]) }) }));
  const of = (wanted: string) => scored.find(({ slot }) => slot === window.slotOf(wanted));
  const plain = of(id);
  assert.ok(plain);
  const { weights, taste } = STANDARD;
  const near = (a: number | undefined, b: number) =>
    assert.ok(Math.abs((a ?? 0) - b) < 1e-5, `${a} is not ${b}`);
  near(plain.freshness, 0.5);
  near(plain.relevance, taste.topics);
  near(plain.quality, 0.5 * (2 / Math.log2(21)) + 0.25);
  const sum =
    weights.relevance * plain.relevance +
    weights.freshness * plain.freshness +
    weights.quality * plain.quality;
  near(plain.score, sum + weights.trending * 0.5 + weights.diversity * plain.diversity);
  near(of(breaking)?.score, (sum + weights.diversity * (of(breaking)?.diversity ?? 0)) * 1.3);
  near(of(read)?.score, (sum + weights.diversity * (of(read)?.diversity ?? 0)) * 0.1);
});

test('FEED-3: diversity lowers stories that resemble those picked before, so one topic does not fill the page', () => {
  const { window, pages, newId, ask } = testFeeds();
  for (let n = 0; n < 30; n++)
    window.put(someStory(newId(), { topics: { 1: 1 }, sources: [`s${n}`], at: START - n * 1000 }));
  for (let n = 0; n < 10; n++)
    window.put(someStory(newId(), { topics: { 2: 1 }, sources: [`t${n}`], at: START - HOUR }));
  const first = pages
    .rank(ask({ feed: { name: 'top', of: '', language: null, country: null } }))
    .slice(0, 10);
  const others = first.filter(({ slot }) => window.topicDimensions[slot * 8] === 2).length;
  assert.ok(others >= 2 && others <= 6, `${others} of the other topic`);
  const narrow = parseSettings({ weights: { diversity: 0 } });
  const same = pages
    .rank(ask({ settings: narrow }))
    .slice(0, 10)
    .filter(({ slot }) => window.topicDimensions[slot * 8] === 1);
  assert.equal(same.length, 10);
});

test('FEED-2: at least a tenth of a reader’s feed is outside their known interests', () => {
  const { window, pages, newId, ask } = testFeeds();
  for (let n = 0; n < 400; n++)
    window.put(
      someStory(newId(), { topics: { [n % 20]: 1 }, sources: [`s${n % 50}`], at: START - n * 60_000 }),
    );
  const ranked = pages.rank(ask({ feed: FOR_YOU, taste: tasteOf({ 1: 0.8, 2: 0.6 }) }));
  for (const length of [10, 20, 60]) {
    const unfamiliar = ranked.slice(0, length).filter(({ isExploration }) => isExploration);
    assert.ok(unfamiliar.length >= length / 10, `${unfamiliar.length} of ${length}`);
    assert.ok(unfamiliar.every(({ relevance }) => relevance < 0.3));
  }
  assert.equal(new Set(ranked.map(({ slot }) => slot)).size, ranked.length);
});

test('FEED-14: blocked and muted content never appears, not even in coverage', () => {
  const id = '00000000-0000-7000-8000-000000000000';
  const wordOf = fc.constantFrom('chess', 'golf', 'Crème brûlée', '象棋');
  fc.assert(
    fc.property(
      fc.array(fc.record({ word: wordOf, sources: fc.subarray(['a', 'b', 'c'], { minLength: 1 }) }), {
        minLength: 1,
        maxLength: 20,
      }),
      fc.subarray(['a', 'b', 'c']),
      fc.option(wordOf),
      (stories, blocked, muted) => {
        const { window, pages, newId, ask, clock } = testFeeds();
        for (const { word, sources } of stories)
          window.put(someStory(newId(), { headline: `All about ${word.toUpperCase()}, again`, sources }));
        const taste: Taste = {
          ...NO_TASTE,
          blockedSources: new Set(blocked),
          mutedWords: muted === null ? [] : [{ words: muted, until: clock.now() + 1 }],
        };
        const ranked = pages.rank(ask({ feed: FOR_YOU, taste }));
        const wanted = stories.filter(
          ({ word, sources }) => word !== muted && sources.some(source => !blocked.includes(source)),
        );
        assert.equal(ranked.length, wanted.length, id);
      },
    ),
  );
});

test('FEED-14: the visibility computed from columns equals that computed from the story', () => {
  const some = (...names: string[]) => fc.subarray(names);
  const overrides = fc.record({
    topics: fc.dictionary(fc.constantFrom('1', '2', '3'), fc.constantFrom(0.2, 0.5, 1)),
    entities: some('x', 'y', 'z'),
    sources: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
  });
  fc.assert(
    fc.property(
      fc.array(overrides, { minLength: 1, maxLength: 10 }),
      fc.record({
        topics: some('1', '2', '3'),
        entities: some('x', 'y'),
        sources: some('a', 'b', 'c'),
        blocked: some('a', 'b'),
        hidesPaywalled: fc.boolean(),
      }),
      (stories, { blocked, hidesPaywalled, ...muted }) => {
        const { window, newId } = testFeeds();
        for (const story of stories) window.put(someStory(newId(), story));
        const taste: Taste = {
          ...NO_TASTE,
          muted: {
            ...NO_SUBJECTS,
            topics: new Set(muted.topics.map(Number)),
            entities: new Set(muted.entities),
            sources: new Set(muted.sources),
          },
          blockedSources: new Set(blocked),
          hidesPaywalled,
        };
        const see = visibilityFor(taste, START);
        const isVisible = isVisibleTo(window, taste, START) ?? (() => true);
        for (const slot of window.slots()) {
          const recent = window.at(slot);
          assert.equal(isVisible(slot), recent !== undefined && see(recent) !== null);
        }
      },
    ),
  );
});

test('FEED-14: muted words match whole words, until the mute expires', async () => {
  const { window, pages, newId, ask, clock } = testFeeds();
  window.put(someStory(newId(), { headline: 'Golfers meet in Wolfsburg' }));
  window.put(someStory(newId(), { headline: 'The GOLF   open begins' }));
  const taste = (words: string): Taste => ({ ...NO_TASTE, mutedWords: [{ words, until: START + HOUR }] });
  const count = (words: string) => pages.rank(ask({ feed: FOR_YOU, taste: taste(words) })).length;
  assert.deepEqual([count('golf'), count('golf open'), count('wolf'), count('...')], [1, 1, 2, 2]);
  await clock.advance(HOUR);
  assert.equal(count('golf'), 2);
});

test('FEED-14: a preferred source is shown in front and lifts its stories; paywalled stories can be hidden', async () => {
  const { window, pages, newId, ask } = testFeeds();
  const shared = someStory(newId(), { sources: ['a', 'b'] });
  window.put(shared);
  const locked = someStory(newId(), {});
  window.put({ ...locked, voices: [someVoice(newId(), 'p', { isFree: false })] });
  const page = (taste: Partial<Taste>) =>
    pages.page(
      ask({ feed: FOR_YOU, owner: JSON.stringify(Object.keys(taste)), taste: { ...NO_TASTE, ...taste } }),
    );
  const preferring = await page({ version: '1', preferredSources: new Set(['b']) });
  assert.equal(preferring.items[0]?.front?.sourceId, 'b');
  assert.deepEqual(preferring.items[0]?.reasons[0], { kind: 'preferred-source', id: 'b' });
  assert.equal((await page({ version: '2' })).items.length, 2);
  assert.equal((await page({ version: '3', hidesPaywalled: true })).items.length, 1);
  const blocking = await page({ version: '4', blockedSources: new Set(['a']) });
  const item = blocking.items.find(({ recent }) => recent.story.id === shared.story.id);
  assert.deepEqual([item?.front?.sourceId, item?.others.length], ['b', 0]);
});

test('FEED-14: rare sources are raised and flooding sources lowered, unless several sources report the story', () => {
  const { window, pages, newId, ask } = testFeeds();
  const rare = newId();
  window.put(someStory(rare, { sources: ['rare'], at: START - HOUR }));
  for (let n = 0; n < 200; n++) window.put(someStory(newId(), { sources: ['flood'], at: START }));
  const together = newId();
  window.put(someStory(together, { sources: ['flood', 'a', 'b'], at: START - 4 * HOUR }));
  const order = pages.rank(ask({ settings: parseSettings({ weights: { diversity: 0 } }) }));
  const at = (id: string) => order.findIndex(({ slot }) => slot === window.slotOf(id));
  assert.ok(at(rare) < 2 && at(together) < 2);
});

test('FEED-4: reasons come from the parts of the score', async () => {
  const trending = new Map<string, number>();
  const { window, pages, newId, ask } = testFeeds({ trending });
  const id = newId();
  trending.set(id, 1);
  const many = Array.from({ length: 14 }, (_, n) => `s${n}`);
  window.put(someStory(id, { topics: { 3: 1 }, sources: many, entities: ['magnus-carlsen'] }));
  const reasonsFor = async (taste: Taste) =>
    (await pages.page(ask({ feed: FOR_YOU, owner: taste.version, taste }))).items[0]?.reasons;
  assert.deepEqual(await reasonsFor(tasteOf({ 3: 1 })), [
    { kind: 'topic', dimension: 3 },
    { kind: 'sources', count: 14 },
    { kind: 'rising' },
  ]);
  assert.ok(!(await reasonsFor(tasteOf({ 9: 1 })))?.some(({ kind }) => kind === 'topic'));
  const chosen = { ...NO_SUBJECTS, topics: new Set([3]) };
  assert.deepEqual((await reasonsFor(tasteOf({ 3: 1 }, { version: 'c', chosen })))?.[0], {
    kind: 'chosen-topic',
    dimension: 3,
  });
  const followed = { ...NO_SUBJECTS, entities: new Set(['magnus-carlsen']) };
  assert.deepEqual((await reasonsFor(tasteOf({}, { version: 'f', followed })))?.[0], {
    kind: 'followed-entity',
    id: 'magnus-carlsen',
  });
});

test('FEED-3: settings override the standard, and mistyped ones are refused', () => {
  assert.equal(parseSettings({ weights: { relevance: 0.9 } }).weights.relevance, 0.9);
  assert.equal(parseSettings({}).halfLifeMs, STANDARD.halfLifeMs);
  for (const wrong of [{ weight: {} }, { weights: { relevance: '1' } }, { mix: { exploration: 0 } }, [], 1])
    assert.throws(() => parseSettings(wrong), RangeError);
});

test('FEED-1: feeds of a topic, source, country or language contain only its stories', () => {
  const { window, pages, newId, ask } = testFeeds();
  const chess = newId();
  window.put(someStory(chess, { topicIds: ['chess'], category: 'sport', sources: ['a'], at: START - HOUR }));
  const german = newId();
  window.put(someStory(german, { language: 'de', sources: ['b'] }));
  const ids = (overrides: Partial<Feed>) =>
    pages
      .rank(ask({ feed: { name: 'latest', of: '', language: null, country: null, ...overrides } }))
      .map(({ slot }) => window.at(slot)?.story.id);
  assert.deepEqual(ids({}), [german, chess]);
  assert.deepEqual(ids({ name: 'topic', of: 'chess' }), [chess]);
  assert.deepEqual(ids({ name: 'category', of: 'sport', language: 'de' }), []);
  assert.deepEqual(ids({ name: 'source', of: 'b' }), [german]);
  assert.equal(ids({ name: 'country', of: 'GB' }).length, 2);
  assert.deepEqual(ids({ language: 'de' }), [german]);
});
