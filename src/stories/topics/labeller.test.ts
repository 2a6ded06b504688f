import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { TOPIC_DIMENSIONS } from '../../model/topic-vector.ts';
import { describeClassifierContract } from './contract.ts';
import { createInProcessClassifier, createLabeller } from './labeller.ts';
import { builtInModel } from './model/model-file.ts';
import type { ArticleForTopics } from './port.ts';

const model = builtInModel();
const label = createLabeller({ model });

describeClassifierContract('in this process', async () => ({
  classifier: createInProcessClassifier({ model }),
  close: async () => undefined,
}));

test('TOPIC-2: headlines get their category and topics', () => {
  const cases: readonly [string, string, string][] = [
    ['Djokovic beats Nadal to reach Wimbledon final', 'sports', 'tennis'],
    ['Apple unveils new iPhone with a larger screen', 'technology', 'smartphones'],
    ['Bitcoin falls again as investors flee from cryptocurrency', 'business', 'cryptocurrency'],
    ['NASA rover finds organic molecules on Mars', 'science', 'space'],
    ['Taylor Swift announces new album and tour dates', 'entertainment', 'music'],
    ['Breast cancer drug halves deaths in clinical trial', 'health', 'cancer'],
  ];
  for (const [title, category, topic] of cases) {
    const labels = label(article({ title }));
    assert.equal(labels.category.id, category, title);
    assert.ok(
      labels.topics.some(({ id }) => id === topic),
      title,
    );
  }
});

test('TOPIC-2: a rule of an operator decides where it applies and changes nothing elsewhere', () => {
  const rules = [{ keyword: 'Grand Hall', topic: 'arts-and-theatre', weight: 2 }];
  const ruled = createLabeller({ model, rules });
  const title = 'Company results to be told at the Grand Hall';
  assert.equal(label(article({ title })).category.id, 'business');
  assert.equal(ruled(article({ title })).category.id, 'entertainment');
  assert.equal(ruled(article({ title })).topics[0]?.id, 'arts-and-theatre');
  const other = article({ title: 'Company results to be told tomorrow' });
  assert.deepEqual(ruled(other), label(other));
});

test('TOPIC-2: a rule with an unknown topic is refused at startup', () => {
  assert.throws(() => createLabeller({ rules: [{ keyword: 'x', topic: 'nothing', weight: 1 }] }), /nothing/);
});

test("TOPIC-2: the source's category decides where the words do not", () => {
  const title = 'What happened this morning';
  for (const sourceCategory of ['sports', 'education', 'climate']) {
    const before = label(article({ title })).vector;
    const after = label(article({ title, sourceCategory })).vector;
    assert.notDeepEqual(before, after);
  }
  assert.equal(createLabeller({})(article({ title, sourceCategory: 'education' })).category.id, 'education');
});

test('TOPIC-4: without a model for the language hints still count, with low confidence', () => {
  const title = 'Djokovic besiegt Nadal und steht im Finale von Wimbledon';
  const known = label(article({ title, language: 'de', url: 'https://zeitung.example/sport/tennis/1.html' }));
  assert.equal(known.category.id, 'sports');
  assert.ok(known.category.confidence <= 0.5);
});

test('TOPIC-4: without any evidence confidence and vector are zero', () => {
  const labels = label(article({ title: 'Όλα καλά', language: 'el' }));
  assert.equal(labels.category.confidence, 0);
  assert.deepEqual(labels.topics, []);
  assert.deepEqual(labels.vector, new Float32Array(TOPIC_DIMENSIONS));
});

test('TOPIC-1: labels are deterministic, and vectors have length one or zero', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 80 });
  const language = fc.constantFrom('en', 'fr', 'de', 'und');
  fc.assert(
    fc.property(text, text, language, (title, summary, spoken) => {
      const given = article({ title, summary, language: spoken, categories: [summary] });
      const labels = label(given);
      const length = Math.hypot(...labels.vector);
      assert.ok(length === 0 || Math.abs(length - 1) < 1e-5);
      assert.ok(labels.category.confidence >= 0 && labels.category.confidence <= 1);
      assert.ok(labels.topics.length <= 8);
      assert.deepEqual(label(given), labels);
    }),
    { numRuns: 200 },
  );
});

test('TOPIC-2: a megabyte of text costs no more than its beginning', () => {
  const texts = ['a'.repeat(1_000_000), 'bank '.repeat(200_000), 'é'.repeat(500_000)];
  const took = cpuMs(() => {
    for (const text of texts) label(article({ title: text, summary: text, bodyText: text, url: text }));
  });
  assert.ok(took < 1_000, `${took} ms`);
});

function article(known: Partial<ArticleForTopics>): ArticleForTopics {
  return { title: '', summary: '', bodyText: '', language: 'en', ...known };
}
