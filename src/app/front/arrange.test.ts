import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Story } from '../../model/story.ts';
import { arrange } from './arrange.ts';

const NOW = new Date(Date.UTC(2026, 0, 15, 12));
const SECTIONS = ['world', 'science', 'sports'].map(id => ({ id, name: id }));

test('the lead is a pinned story, else the best with a picture', () => {
  const best = story({});
  const pictured = story({ imageUrl: 'https://a.example/a.jpg' });
  const drawn = story({ imageUrl: 'https://a.example/a.svg' });
  const stories = [best, drawn, pictured, story({})];
  assert.equal(lay(stories).lead?.id, pictured.id);
  assert.equal(lay(stories, { isPinned: true }).lead?.id, best.id);
  assert.equal(lay([best]).lead?.id, best.id, 'a page without pictures has a lead too');
});

test('every story appears once, in the order of the ranking, and no band is nearly empty', () => {
  const arbitrary = fc.record({
    category: fc.constantFrom('world', 'science', 'sports', 'unknown', null),
    sourceCount: fc.integer({ min: 1, max: 200 }),
    hasPicture: fc.boolean(),
    hours: fc.integer({ min: 0, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(arbitrary, { maxLength: 80 }), fc.boolean(), (list, isPinned) => {
      const stories = list.map(({ category, sourceCount, hasPicture, hours }) =>
        story({
          category,
          sourceCount,
          imageUrl: hasPicture ? 'https://a.example/a.jpg' : null,
          updatedAt: new Date(NOW.getTime() - hours * 3_600_000),
        }),
      );
      const { lead, pair, seconds, widest, bands, latest } = lay(stories, { isPinned });
      const shown = [lead ? [lead] : [], pair, seconds, widest, ...bands.map(band => band.stories), latest];
      const ids = shown.flat().map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, 'no story twice');
      assert.equal(lead === undefined, stories.length === 0);
      for (const group of [pair, seconds, widest]) assertInOrder(group, stories);
      for (const { section, stories: band } of bands) {
        assert.ok(band.length >= 3);
        assert.ok(band.every(({ category }) => category === section.id));
        assertInOrder(band.slice(1), stories);
      }
    }),
  );
});

function assertInOrder(group: readonly Story[], stories: readonly Story[]): void {
  const positions = group.map(({ id }) => stories.findIndex(each => each.id === id));
  assert.deepEqual(
    positions,
    positions.toSorted((a, b) => a - b),
  );
}

function lay(stories: readonly Story[], { isPinned = false } = {}) {
  return arrange({ stories, sections: SECTIONS, isPinned });
}

let made = 0;

function story(facts: Partial<Story>): Story {
  made += 1;
  return {
    id: `story-${made}`,
    language: 'en',
    headline: 'A headline',
    chosenHeadline: 'A headline',
    editorHeadline: null,
    lead: '',
    leadArticleId: `article-${made}`,
    imageUrl: null,
    category: null,
    topics: [],
    entities: [],
    firstSeenAt: NOW,
    updatedAt: NOW,
    articleCount: 1,
    textCount: 1,
    sourceCount: 1,
    related: [],
    isHidden: false,
    pinnedAt: null,
    breakingSince: null,
    breakingUntil: null,
    breakingBecause: null,
    velocity: 0,
    leadSource: null,
    ...facts,
  };
}
