import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Story } from '../../../../stories/queries/index.ts';
import { arrange } from './arrange.ts';

const NOW = new Date(Date.UTC(2026, 0, 15, 12));
const SECTIONS = ['world', 'science', 'sports'].map(id => ({ id, name: id }));

test('the lead is what editors pinned, else what weighs most and has a picture', () => {
  const wide = story({ sourceCount: 90 });
  const pictured = story({ sourceCount: 20, imageUrl: 'https://a.example/a.jpg' });
  const drawn = story({ sourceCount: 50, imageUrl: 'https://a.example/a.svg' });
  const stories = [story({}), wide, drawn, pictured];
  assert.equal(lay({ stories }).lead?.id, pictured.id);
  const pinned = story({ sourceCount: 1 });
  assert.equal(lay({ stories, pinned: [pinned] }).lead?.id, pinned.id);
  assert.equal(lay({ stories: [wide] }).lead?.id, wide.id, 'a paper without pictures has a lead too');
});

test('what breaks goes before what is only large, and the old sinks', () => {
  const large = story({ sourceCount: 80, imageUrl: 'https://a.example/a.jpg' });
  const breaking = story({ sourceCount: 3, imageUrl: 'https://a.example/b.jpg', breakingSince: NOW });
  const old = story({
    sourceCount: 400,
    imageUrl: 'https://a.example/c.jpg',
    updatedAt: new Date(NOW.getTime() - 30 * 3_600_000),
  });
  assert.deepEqual(
    [lay({ stories: [large, breaking, old] }).lead, lay({ stories: [old, large] }).lead].map(
      each => each?.id,
    ),
    [breaking.id, large.id],
  );
});

test('whatever there is to tell, each story stands once, and no band is nearly empty', () => {
  const arbitrary = fc.record({
    category: fc.constantFrom('world', 'science', 'sports', 'unknown', null),
    sourceCount: fc.integer({ min: 1, max: 200 }),
    hasPicture: fc.boolean(),
    hours: fc.integer({ min: 0, max: 100 }),
    isPinned: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(arbitrary, { maxLength: 80 }), list => {
      const stories = list.map(({ category, sourceCount, hasPicture, hours }) =>
        story({
          category,
          sourceCount,
          imageUrl: hasPicture ? 'https://a.example/a.jpg' : null,
          updatedAt: new Date(NOW.getTime() - hours * 3_600_000),
        }),
      );
      const pinned = stories.filter((_, index) => list[index]?.isPinned).slice(0, 3);
      const paper = lay({ stories, pinned });
      const told = [
        ...(paper.lead ? [paper.lead] : []),
        ...paper.pair,
        ...paper.seconds,
        ...paper.widest,
        ...paper.bands.flatMap(band => band.stories),
        ...paper.latest,
      ];
      assert.equal(new Set(told.map(({ id }) => id)).size, told.length, 'nothing twice');
      assert.equal(paper.lead === undefined, stories.length === 0);
      for (const { section, stories: band } of paper.bands) {
        assert.ok(band.length >= 3);
        assert.ok(band.every(({ category }) => category === section.id));
      }
    }),
  );
});

function lay({ stories, pinned = [] }: { stories: readonly Story[]; pinned?: readonly Story[] }) {
  return arrange({ pinned, stories, sections: SECTIONS, now: NOW });
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
