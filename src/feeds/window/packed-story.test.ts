import assert from 'node:assert/strict';
import { test } from 'node:test';
import { START, someStory, someVoice } from '../feeds.testing.ts';
import { PackedStory } from './packed-story.ts';
import { StoryWindow } from './story-window.ts';

const ID = '00000000-0000-7000-8000-000000000001';

test('FEED-2: unpacking returns an equal story, and the same object while it is referenced', () => {
  const story = someStory(ID, {
    headline: 'Überflutung “im Süden” – 洪水 😀 \u2028\u0000',
    topics: { 3: 1, 70: 0.2 },
    pinnedAt: new Date(START + 1),
    breakingSince: new Date(START + 2),
    breakingUntil: new Date(START + 3),
  });
  const recent = {
    ...story,
    names: { 'the-lake': 'The Lake', __proto__x: 'odd' },
    voices: [someVoice('a', 's1', { isFree: false, country: null, credibility: 0.1 + 0.2 })],
  };
  const packed = new PackedStory(recent);
  const opened = packed.unpack();
  assert.deepEqual(opened, recent);
  assert.equal(packed.unpack(), opened);
});

test('FEED-2: the version of a slot changes only when its story is put again', () => {
  const window = new StoryWindow();
  window.put(someStory(ID));
  const slot = window.slotOf(ID) ?? -1;
  const before = window.versionAt(slot);
  assert.ok(before);
  assert.equal(window.versionAt(slot), before);
  assert.equal(window.idAt(slot), ID);
  assert.ok(window.has(ID));
  window.put(someStory(ID, { pinnedAt: new Date(START) }));
  const now = window.slotOf(ID) ?? -1;
  assert.notEqual(window.versionAt(now), before);
  assert.equal(window.pinnedAt[now], START);
  window.remove(ID);
  assert.deepEqual(
    [window.has(ID), window.idAt(now), window.versionAt(now), window.at(now)],
    [false, undefined, undefined, undefined],
  );
});
