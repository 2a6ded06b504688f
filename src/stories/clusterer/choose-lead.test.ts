import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLead } from './choose-lead.ts';
import type { LeadCandidate } from './lead-candidates.ts';

const NOON = Date.UTC(2026, 4, 4, 12);
const first = candidate({ articleId: '1', title: 'Just in', credibility: 0.5, score: 0.6 });
const credible = candidate({
  articleId: '2',
  title: 'Bridge over the Aldern collapses in Port Marrow',
  credibility: 0.9,
  score: 0.7,
});
const loud = candidate({
  articleId: '3',
  title: 'YOU WILL NOT BELIEVE THIS BRIDGE!',
  credibility: 0.2,
  score: 0.7,
  imageUrl: 'https://loud.example/1.jpg',
});
const pictured = candidate({
  ...credible,
  articleId: '4',
  score: 0.5,
  imageUrl: 'https://paper.example/2.jpg',
});

test('STORY-4: the lead is a credible source with a full headline, not the first article', () => {
  assert.equal(chooseLead([first, loud, credible]).lead, credible);
});

test('STORY-4: ties for the lead go to the older article, in any order', () => {
  const twin = candidate({ ...credible, articleId: '9' });
  assert.equal(chooseLead([credible, twin]).lead, credible);
  assert.equal(chooseLead([twin, credible]).lead, credible);
});

test('STORY-4: later articles and copied texts are preferred as the lead', () => {
  const later = candidate({ ...credible, articleId: '9', publishedAt: new Date(NOON + 6 * 3_600_000) });
  assert.equal(chooseLead([credible, later]).lead, later);
  const copies = ['5', '6', '7'].map(articleId =>
    candidate({ articleId, copyGroup: credible.copyGroup, credibility: 0.1, score: 0.1 }),
  );
  const twin = candidate({ ...credible, articleId: '0', copyGroup: '0' });
  assert.equal(chooseLead([twin, credible, ...copies]).lead, credible);
});

test('STORY-4: the image is that of the best article with one', () => {
  assert.equal(chooseLead([first, loud, credible, pictured]).image, pictured);
  assert.equal(chooseLead([first, credible]).image, null);
});

function candidate(of: Partial<LeadCandidate> & { readonly articleId: string }): LeadCandidate {
  return {
    copyGroup: of.articleId,
    publishedAt: new Date(NOON),
    score: 0.5,
    title: 'A headline of some length about nothing much',
    summary: 'A sentence.',
    imageUrl: null,
    credibility: 0.5,
    ...of,
  };
}
