import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FOR_YOU, HOUR, START, someStory, TOP, tasteOf, testFeeds } from '../feeds.testing.ts';
import type { ScrollPosition } from './scroll-position.ts';

/**
 * FEED-5: a reader scrolls while stories arrive, change, merge and are removed, and while the cache is lost.
 * Every story that was in the feed at the start and still exists at the end was shown once, as itself or as
 * its successor.
 */
test('FEED-5: no story is shown twice or skipped while stories change under a scrolling reader', async () => {
  const event = fc.oneof(
    { weight: 4, arbitrary: fc.constant({ kind: 'page' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'arrives' as const }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('changes' as const), which: fc.nat() }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('merges' as const), which: fc.nat(), into: fc.nat() }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('removed' as const), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'time' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'cache lost' as const }) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('top', 'for-you', 'latest'),
      async (events, count, limit, name) => {
        const { clock, newId, window, cache, pages, ask } = testFeeds();
        const ids: string[] = [];
        const add = (at = clock.now()) => {
          const id = newId();
          window.put(someStory(id, { topics: { [ids.length % 7]: 1 }, sources: [`s${ids.length % 5}`], at }));
          ids.push(id);
        };
        for (let n = 0; n < count; n++) add(START - n * HOUR * 0.5);
        const initial = [...ids];
        const gone = new Set<string>();
        const shown: string[] = [];
        let position: ScrollPosition | null = null;
        let isOver = false;
        const taste = tasteOf({ 1: 0.8, 2: 0.6 });
        const turn = async () => {
          const page = await pages.page(
            ask({ feed: { ...TOP, name }, taste, owner: 'me', limit, from: position }),
          );
          const before = new Set(shown.map(id => window.resolve(id)));
          for (const { recent } of page.items) {
            assert.ok(!before.has(recent.story.id), 'shown twice');
            before.add(recent.story.id);
            shown.push(recent.story.id);
          }
          isOver = page.next === null;
          position = page.next;
        };
        const alive = () => ids.filter(id => window.slotOf(id) !== undefined);
        for (const event of events) {
          const here = alive();
          const pick = (n: number) => here[n % Math.max(1, here.length)];
          if (event.kind === 'page' && !isOver) await turn();
          if (event.kind === 'arrives') add();
          if (event.kind === 'time') await clock.advance(60_000);
          if (event.kind === 'cache lost') cache.flush();
          const one = 'which' in event ? pick(event.which) : undefined;
          if (one === undefined) continue;
          if (event.kind === 'changes') window.put(someStory(one, { at: clock.now() }));
          if (event.kind === 'removed') {
            window.remove(one);
            gone.add(one);
          }
          const into = event.kind === 'merges' ? pick(event.into) : undefined;
          if (into !== undefined && into !== one) window.redirect(one, into);
        }
        while (!isOver) await turn();
        const seen = new Set(shown.map(id => window.resolve(id)));
        for (const id of initial) {
          const now = window.resolve(id);
          if (gone.has(now) || gone.has(id)) continue;
          assert.ok(seen.has(now), `${id} was skipped`);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('FEED-5: new stories are counted and wait for a refresh', async () => {
  const { clock, newId, window, pages, ask } = testFeeds();
  for (let n = 0; n < 15; n++) window.put(someStory(newId(), { at: START - n * HOUR }));
  const first = await pages.page(ask());
  assert.ok(first.next);
  await clock.advance(40_000);
  const [fresh, merged] = [newId(), newId()];
  for (const id of [fresh, merged]) window.put(someStory(id, { at: clock.now() }));
  window.redirect(merged, first.items[0]?.recent.story.id ?? '');
  assert.equal(await pages.newCount(ask({ from: first.next }) as never), 1);
  const second = await pages.page(ask({ from: first.next }));
  assert.equal(second.items.length, 5);
  assert.ok(!second.items.some(({ recent }) => recent.story.id === fresh));
  assert.equal((await pages.page(ask())).items[0]?.recent.story.id, fresh);
});

test('FEED-6: visitors share one ranking for half a minute; a reader has one for each version of their taste', async () => {
  const { clock, newId, window, cache, pages, ask } = testFeeds();
  const old = newId();
  window.put(someStory(old, { topics: { 3: 1 }, at: START - HOUR }));
  const first = async (overrides = {}) => (await pages.page(ask(overrides))).items[0]?.recent.story.id;
  assert.equal(await first(), old);
  const fresh = newId();
  window.put(someStory(fresh, { topics: { 5: 1 }, at: clock.now() }));
  assert.equal(await first(), old, 'the ranking is cached for half a minute');
  cache.flush();
  assert.equal(await first(), fresh, 'ranked again after a lost cache');
  const likes = (slot: number) => ({ feed: FOR_YOU, owner: 'me', taste: tasteOf({ [slot]: 1 }) });
  assert.equal(await first(likes(3)), old);
  assert.equal(await first(likes(5)), fresh, 'another version, another ranking');
  await clock.advance(61_000);
  window.remove(fresh);
  assert.equal(await first(likes(5)), old);
});
