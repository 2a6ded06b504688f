import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Centroid } from './centroid.ts';
import { pack } from './packed.ts';
import { Probe } from './probe.ts';
import { salientShares, salientTerms } from './salient-terms.ts';
import { StoryCluster } from './story-cluster.ts';

const MOULD = [1, 2, 3, 4, 5, 6];

test('STORY-1: a story mixed from many events of one kind lacks the names of a new one', () => {
  const mixture = storyOf([report(10), report(20), report(30), report(40)]);
  const { inStory } = sharesIn(report(50), report(10), mixture);
  const oneEvent = storyOf([report(50), report(50), report(50), report(50)]);
  const own = sharesIn(report(50), report(50), oneEvent);
  assert.ok(inStory < 0.35, `${inStory} of what it tells is in the mixture`);
  assert.ok(own.inStory > 0.99 && own.ofStory > 0.99, `${own.inStory} and ${own.ofStory} of the same event`);
});

test('STORY-1: a story of one event lacks the names of another, and the other way round', () => {
  const { inNearest, inStory, ofStory } = sharesIn(report(50), report(10), storyOf([report(10), report(10)]));
  for (const share of [inNearest, inStory, ofStory]) assert.ok(share < 0.35, `${share} is shared`);
});

test('STORY-1: an article is no evidence for its own story', () => {
  const story = storyOf([report(10), report(10), report(50)]);
  const own = sharesIn(report(50), report(10), story, true);
  assert.ok(own.inStory < 0.35, `${own.inStory} is in the rest of the story`);
});

/** Two names of the event, and words that all events of its kind share. */
function report(event: number): Uint32Array {
  const words = [...MOULD.map(term => pack(term, false, 0.2)), ...[event, event + 1].map(name)];
  return Uint32Array.from(words).sort();
}

function name(term: number): number {
  return pack(term, true, 0.6);
}

function storyOf(articles: readonly Uint32Array[]): StoryCluster {
  const story = new StoryCluster(1, 'a', 'en', 0);
  story.voters = articles.length;
  story.centroid = Centroid.of(articles);
  return story;
}

function sharesIn(article: Uint32Array, nearest: Uint32Array, story: StoryCluster, isOwn = false) {
  const probe = new Probe();
  probe.set(article);
  story.centroid?.cosineWith(probe, isOwn);
  return salientShares(probe, salientTerms(article), nearest, story, isOwn);
}
