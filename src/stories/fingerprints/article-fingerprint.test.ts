import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { seededRandom } from '../../lib/random.ts';
import { fingerprintArticle, headlineWithoutPublisher } from './article-fingerprint.ts';
import { stripBoilerplate } from './boilerplate.ts';
import { estimateJaccard } from './fingerprint.ts';
import { syntheticWords } from './texts.testing.ts';

const HEADLINE = 'Harbour town delays its vote on cranes';

for (const title of [
  HEADLINE,
  `${HEADLINE} - The Evening News`,
  `${HEADLINE} | News.example`,
  `  ${HEADLINE.toUpperCase()} – Züricher Bote `,
]) {
  test(`COPY-1: the headline of '${title}' is the same under every publisher's name`, () => {
    const plain = fingerprintArticle({ title: HEADLINE, summary: '', bodyText: '' });
    const named = fingerprintArticle({ title, summary: '', bodyText: '' });
    assert.notEqual(plain.title, 0);
    assert.deepEqual(named, plain);
  });
}

test('COPY-1: dashes within a headline stay, and short headlines are ignored', () => {
  assert.equal(headlineWithoutPublisher('Cranes - a history'), 'Cranes - a history');
  assert.equal(
    headlineWithoutPublisher('Ten-year plan for the north-west of town'),
    'Ten-year plan for the north-west of town',
  );
  assert.equal(fingerprintArticle({ title: 'Letters to the editor', summary: '', bodyText: '' }).title, 0);
});

for (const [dressed, plain] of [
  ['PARIS (Reuters) - The minister said on Monday.', 'The minister said on Monday.'],
  ['London, Nov 26 (IANS): Researchers have found it.', 'Researchers have found it.'],
  ['Washington [US], November 8 (ANI): Symptoms eased.', 'Symptoms eased.'],
  ['By Reuters Staff\nPARIS (Reuters) - It rained.', 'It rained.'],
  ['FILE PHOTO: A ship at sea, May 3.\n\nIt rained.', 'It rained.'],
  ['It rained on the netherl… [+1909 chars]', 'It rained on the netherl'],
  ['It rained. And then […]', 'It rained. And then'],
  ['It rained.\n(Reporting by A. Writer; Editing by B. Writer)', 'It rained.'],
  ['It rained.\nA. Writer contributed to this report.\n© 2026 Example', 'It rained.'],
  [
    'It rained (a little) in the night - and then it stopped.',
    'It rained (a little) in the night - and then it stopped.',
  ],
  ['© 2026 Example', '© 2026 Example'],
] as const) {
  test(`COPY-1: '${dressed.replaceAll('\n', ' ')}' is read without boilerplate`, () => {
    assert.equal(stripBoilerplate(dressed).trim(), plain);
  });
}

test('COPY-1: the summary replaces a missing body', () => {
  const random = seededRandom(1);
  const summary = syntheticWords(30, random).join(' ');
  const bodyText = syntheticWords(200, random).join(' ');
  const all = fingerprintArticle({ title: HEADLINE, summary, bodyText });
  assert.deepEqual(all, fingerprintArticle({ title: HEADLINE, summary: '', bodyText }));
  const teaser = fingerprintArticle({ title: HEADLINE, summary, bodyText: 'Watch the video here' });
  assert.deepEqual(teaser, fingerprintArticle({ title: HEADLINE, summary, bodyText: '' }));
  assert.ok(estimateJaccard(all, teaser) < 0.3);
});

test('COPY-1: hostile spaces, dashes and brackets cost no more than letters', () => {
  const took = cpuMs(() => {
    for (const piece of [' ', '- ', ' | ', '(', '(a', '\n', '…', '[', 'By \n', '. ', 'A, '])
      fingerprintArticle({
        title: piece.repeat(50_000),
        summary: piece.repeat(50_000),
        bodyText: piece.repeat(50_000),
      });
  });
  assert.ok(took < 10_000, `${took} ms`);
});
